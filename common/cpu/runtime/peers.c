/* peers.c: which devices may use each other's memory. */
#include "cuda_runtime_api.h"

#include "queues.h"

#include "../base/allocations.h"
#include "../base/devices.h"
#include "../base/settings.h"
#include "../engine/executors.h"

static int is_possible(int device, int peer)
{
    int none = cuda_cpu_setting_is("CUDA_CPU_PEER_ACCESS", "no");

    return device != peer && !none;
}

cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer)
{
    if (!can)
        return cuda_cpu_error(cudaErrorInvalidValue);
    *can = 0;
    if (!cuda_cpu_is_device(device) || !cuda_cpu_is_device(peer))
        return cuda_cpu_error(cudaErrorInvalidDevice);
    *can = is_possible(device, peer);
    return cudaSuccess;
}

cudaError_t cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attribute, int device, int peer)
{
    if (!value || attribute < cudaDevP2PAttrPerformanceRank || attribute > cudaDevP2PAttrCudaArrayAccessSupported)
        return cuda_cpu_error(cudaErrorInvalidValue);
    if (!cuda_cpu_is_device(device) || !cuda_cpu_is_device(peer) || device == peer)
        return cuda_cpu_error(cudaErrorInvalidDevice);
    *value = attribute != cudaDevP2PAttrPerformanceRank && is_possible(device, peer);
    return cudaSuccess;
}

/* Lets kernels of the current device use the peer's memory, or no longer; work that was given to the device is done
 * first. */
static cudaError_t change(int peer, int can)
{
    int device = cuda_cpu_current_device;

    if (!cuda_cpu_is_device(peer) || peer == device)
        return cuda_cpu_error(cudaErrorInvalidDevice);
    if (can && !is_possible(device, peer))
        return cuda_cpu_error(cudaErrorPeerAccessUnsupported);
    if (cuda_cpu_reaches(device, peer) == can)
        return cuda_cpu_error(can ? cudaErrorPeerAccessAlreadyEnabled : cudaErrorPeerAccessNotEnabled);
    if (!can)
        cuda_cpu_finish_device(device);
    cuda_cpu_enter();
    cuda_cpu_set_reach(device, peer, can);
    cuda_cpu_leave();
    return cudaSuccess;
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags)
{
    return flags ? cuda_cpu_error(cudaErrorInvalidValue) : change(peer, 1);
}

cudaError_t cudaDeviceDisablePeerAccess(int peer) { return change(peer, 0); }
