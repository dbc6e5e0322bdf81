/* inspect_counts.h: for programs that ask the inspector what it has seen so far. */
#include "../inspector/inspect_counts.h"
