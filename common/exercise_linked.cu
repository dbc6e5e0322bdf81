/* exercise_linked.cu: the functions of exercise.h and of lesson.h, compiled once for all exercises: harness/api.h. */
#define LESSON_OBJECT
#include "exercise.h"
