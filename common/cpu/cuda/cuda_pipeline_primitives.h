/* cuda_pipeline_primitives.h: part of cuda_pipeline.h here. */
#include "cuda_pipeline.h"
