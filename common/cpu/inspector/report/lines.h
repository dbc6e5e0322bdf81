/* lines.h: the source lines of sites. */
#ifndef CUDA_CPU_REPORT_LINES_H
#define CUDA_CPU_REPORT_LINES_H

#include "../../base/place.h"

void lines_find(void);                  /* of all sites, once */
struct place line_of(uint16_t site);    /* the file is "?" if it is unknown */

#endif
