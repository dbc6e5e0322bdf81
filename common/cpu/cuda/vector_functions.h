/* vector_functions.h: make_float4 and the like are declared with their types. */
#include "vector_types.h"
