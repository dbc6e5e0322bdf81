/* lesson_linked.cu: the functions of lesson.h, compiled once for all lessons: harness/api.h. */
#define LESSON_OBJECT
#include "lesson.h"
