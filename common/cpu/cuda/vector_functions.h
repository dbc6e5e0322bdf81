/* vector_functions.h: make_float4 and its kind are with their types. */
#include "vector_types.h"
