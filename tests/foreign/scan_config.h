#ifndef SCAN_CONFIG_H
#define SCAN_CONFIG_H
#define SCAN_BLOCK 64
#endif
