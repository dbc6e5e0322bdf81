/* nvToolsExt.h: names for a profiler's timeline (NVTX): accepted, without effect. */
#ifndef CUDA_CPU_NVTX_H
#define CUDA_CPU_NVTX_H

#include <stdint.h>

#define NVTX_VERSION 3
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxEventAttributes_t))
typedef uint64_t nvtxRangeId_t;
typedef struct nvtxDomain_st *nvtxDomainHandle_t;
typedef enum { NVTX_COLOR_UNKNOWN = 0, NVTX_COLOR_ARGB = 1 } nvtxColorType_t;
typedef enum { NVTX_MESSAGE_UNKNOWN = 0, NVTX_MESSAGE_TYPE_ASCII = 1 } nvtxMessageType_t;
typedef union { const char *ascii; const void *registered; } nvtxMessageValue_t;
typedef struct {
    uint16_t version, size;
    uint32_t category;
    int32_t colorType;
    uint32_t color;
    int32_t payloadType, reserved0;
    union { uint64_t ullValue; int64_t llValue; double dValue; } payload;
    int32_t messageType;
    nvtxMessageValue_t message;
} nvtxEventAttributes_t;

static inline int nvtxRangePushA(const char *name) { return (void)name, 0; }
static inline int nvtxRangePush(const char *name) { return (void)name, 0; }
static inline int nvtxRangePushEx(const nvtxEventAttributes_t *attributes) { return (void)attributes, 0; }
static inline int nvtxRangePop(void) { return 0; }
static inline nvtxRangeId_t nvtxRangeStartA(const char *name) { return (void)name, 1; }
static inline nvtxRangeId_t nvtxRangeStart(const char *name) { return (void)name, 1; }
static inline nvtxRangeId_t nvtxRangeStartEx(const nvtxEventAttributes_t *attributes) { return (void)attributes, 1; }
static inline void nvtxRangeEnd(nvtxRangeId_t id) { (void)id; }
static inline void nvtxMarkA(const char *name) { (void)name; }
static inline void nvtxMark(const char *name) { (void)name; }
static inline void nvtxMarkEx(const nvtxEventAttributes_t *attributes) { (void)attributes; }
static inline void nvtxNameOsThreadA(uint32_t thread, const char *name) { (void)thread, (void)name; }

#endif
