/* inspect_counts.h: lets a program ask the inspector what it has seen so far. */
#include "../inspector/inspect_counts.h"
