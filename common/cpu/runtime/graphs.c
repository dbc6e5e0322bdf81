/* graphs.c: graphs of work. A node is run after those that it depends on, one after another. An executable graph is a
 * copy of the graph, whose nodes share what they do with the nodes that they were copied from. */
#include "cuda_runtime_api.h"
#include "handles.h"
#include "queues.h"

#include "../base/devices.h"
#include "../base/settings.h"
#include "../engine/executors.h"

#include <stdlib.h>
#include <string.h>

struct condition { int is_live; unsigned int value, first, flags; };

struct CUgraphNode_st {
    int is_live;
    enum cudaGraphNodeType type;
    cudaGraph_t graph;
    cudaGraphNode_t *before, copied_from;       /* what it depends on; the node that this one is a copy of */
    size_t befores;
    struct cuda_cpu_work *work;                 /* NULL: nothing to do */
    cudaGraph_t child;                          /* of a child graph */
    struct cudaConditionalNodeParams choice;    /* of a conditional node */
    int is_captured;                            /* by a stream, whose work must be joined */
    int is_sorted;
    size_t number;                              /* in its graph, while that runs */
};
struct CUgraph_st {
    int is_live;
    cudaGraphNode_t *node;
    size_t nodes;
    struct condition **condition;
    size_t conditions;
};
struct CUgraphExec_st { int is_live; cudaGraph_t graph; };

static struct handles graphs = { .size = sizeof(struct CUgraph_st) };
static struct handles nodes = { .size = sizeof(struct CUgraphNode_st) };
static struct handles execs = { .size = sizeof(struct CUgraphExec_st) };
static struct handles conditions = { .size = sizeof(struct condition) };

static int is_graph(cudaGraph_t g) { return cuda_cpu_is_handle(&graphs, g) && g->is_live; }
static int is_node(cudaGraphNode_t n) { return cuda_cpu_is_handle(&nodes, n) && n->is_live; }
static int is_exec(cudaGraphExec_t e) { return cuda_cpu_is_handle(&execs, e) && e->is_live; }

static void let_go(struct cuda_cpu_work *work)
{
    if (work && --work->users == 0)
        work->drop(work);
}

/* ---- Work: copies, fills and calls of the host --------------------------------------------- */

struct copy_work { struct cuda_cpu_work work; struct cudaMemcpy3DParms copy; };
struct fill_work { struct cuda_cpu_work work; struct cudaMemsetParams fill; };
struct call_work { struct cuda_cpu_work work; struct cudaHostNodeParams call; };

static void drop(struct cuda_cpu_work *work) { free(work); }

static struct cuda_cpu_work *new_work(size_t size, cudaError_t (*run)(const struct cuda_cpu_work *))
{
    struct cuda_cpu_work *work = calloc(1, size);

    if (work)
        *work = (struct cuda_cpu_work){ .users = 1, .run = run, .drop = drop };
    return work;
}

static cudaError_t run_copy(const struct cuda_cpu_work *work)
{
    return cudaMemcpy3D(&((const struct copy_work *)work)->copy);
}

static cudaError_t run_fill(const struct cuda_cpu_work *work)
{
    const struct cudaMemsetParams *f = &((const struct fill_work *)work)->fill;
    const size_t row = f->width * f->elementSize;
    cudaError_t error = cudaSuccess;
    char *one;

    if (f->elementSize == 1 || !f->value)
        return cuda_cpu_fill_rows(f->dst, f->height > 1 ? f->pitch : row, (int)f->value, row, f->height, cuda_cpu_fill);
    one = malloc(row);
    if (!one)
        return cuda_cpu_error(cudaErrorMemoryAllocation);
    for (size_t i = 0; i < f->width; i++)
        memcpy(one + i * f->elementSize, &f->value, f->elementSize);
    for (size_t i = 0; i < f->height && !error; i++)
        error = cudaMemcpy((char *)f->dst + i * f->pitch, one, row, cudaMemcpyHostToDevice);
    free(one);
    return error;
}

static cudaError_t run_call(const struct cuda_cpu_work *work)
{
    const struct cudaHostNodeParams *call = &((const struct call_work *)work)->call;

    call->fn(call->userData);
    return cudaSuccess;
}

static struct cuda_cpu_work *copying(const struct cudaMemcpy3DParms *copy)
{
    struct copy_work *w = (struct copy_work *)new_work(sizeof *w, run_copy);

    if (w) {
        w->work.is_transfer = 1;
        w->copy = *copy;
    }
    return (struct cuda_cpu_work *)w;
}

static struct cuda_cpu_work *filling(const struct cudaMemsetParams *fill)
{
    struct fill_work *w = (struct fill_work *)new_work(sizeof *w, run_fill);

    if (w) {
        w->work.is_transfer = 1;
        w->fill = *fill;
    }
    return (struct cuda_cpu_work *)w;
}

static struct cuda_cpu_work *calling(cudaHostFn_t function, void *data)
{
    struct call_work *w = (struct call_work *)new_work(sizeof *w, run_call);

    if (w)
        w->call = (struct cudaHostNodeParams){ function, data };
    return (struct cuda_cpu_work *)w;
}

static struct cudaMemcpy3DParms in_one_dimension(void *to, const void *from, size_t size, enum cudaMemcpyKind kind)
{
    struct cudaMemcpy3DParms copy = { 0 };

    copy.srcPtr = make_cudaPitchedPtr((void *)from, size, size, 1);
    copy.dstPtr = make_cudaPitchedPtr(to, size, size, 1);
    copy.extent = make_cudaExtent(size, 1, 1);
    copy.kind = kind;
    return copy;
}

/* ---- Graphs node by node ------------------------------------------------------------------- */

/* Makes room for one pointer more in an array of n; 0: no memory. */
static int grow(void *array, size_t n)
{
    void **at = array, *more;

    if (n & (n - 1))                    /* there is room up to the next power of two */
        return 1;
    more = realloc(*at, (n ? 2 * n : 1) * sizeof(void *));
    if (more)
        *at = more;
    return more != NULL;
}

cudaError_t cudaGraphCreate(cudaGraph_t *graph, unsigned int flags)
{
    if (!graph || flags)
        return cuda_cpu_error(cudaErrorInvalidValue);
    *graph = cuda_cpu_new_handle(&graphs);
    if (!*graph)
        return cuda_cpu_error(cudaErrorMemoryAllocation);
    (*graph)->is_live = 1;
    return cudaSuccess;
}

static void destroy_node(cudaGraphNode_t n)
{
    n->is_live = 0;
    let_go(n->work);
    free(n->before);
    if (n->child)
        cudaGraphDestroy(n->child);
    for (unsigned int i = 0; n->choice.phGraph_out && i < n->choice.size; i++)
        cudaGraphDestroy(n->choice.phGraph_out[i]);
    free(n->choice.phGraph_out);
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph)
{
    if (!is_graph(graph))
        return cuda_cpu_error(cudaErrorInvalidValue);
    graph->is_live = 0;
    for (size_t i = 0; i < graph->nodes; i++)
        destroy_node(graph->node[i]);
    free(graph->node);
    free(graph->condition);
    return cudaSuccess;
}

static int add_edge(cudaGraphNode_t from, cudaGraphNode_t to)
{
    for (size_t i = 0; i < to->befores; i++)
        if (to->before[i] == from)
            return 1;
    if (!grow(&to->before, to->befores))
        return 0;
    to->before[to->befores++] = from;
    return 1;
}

cudaError_t cuda_cpu_graph_add(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                               size_t count, enum cudaGraphNodeType type, struct cuda_cpu_work *work)
{
    int is_valid = node && is_graph(graph) && (dependencies || !count);
    cudaGraphNode_t n;

    for (size_t i = 0; i < count && is_valid; i++)
        is_valid = is_node(dependencies[i]) && dependencies[i]->graph == graph;
    n = is_valid && grow(&graph->node, graph->nodes) ? cuda_cpu_new_handle(&nodes) : NULL;
    if (!n) {
        let_go(work);
        return cuda_cpu_error(is_valid ? cudaErrorMemoryAllocation : cudaErrorInvalidValue);
    }
    *n = (struct CUgraphNode_st){ .is_live = 1, .type = type, .graph = graph, .work = work };
    graph->node[graph->nodes++] = n;
    for (size_t i = 0; i < count; i++)
        if (!add_edge(dependencies[i], n))
            return cuda_cpu_error(cudaErrorMemoryAllocation);
    *node = n;
    return cudaSuccess;
}

cudaError_t cuda_cpu_graph_set(cudaGraphNode_t node, enum cudaGraphNodeType type, struct cuda_cpu_work *work)
{
    if (!is_node(node) || node->type != type) {
        let_go(work);
        return cuda_cpu_error(cudaErrorInvalidValue);
    }
    let_go(node->work);
    node->work = work;
    return cudaSuccess;
}

const struct cuda_cpu_work *cuda_cpu_graph_work(cudaGraphNode_t node, enum cudaGraphNodeType type)
{
    return is_node(node) && node->type == type ? node->work : NULL;
}

static cudaError_t add_work(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                            size_t count, enum cudaGraphNodeType type, struct cuda_cpu_work *work)
{
    return work ? cuda_cpu_graph_add(node, graph, dependencies, count, type, work)
                : cuda_cpu_error(cudaErrorMemoryAllocation);
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                   size_t count, const struct cudaMemcpy3DParms *copy)
{
    if (!copy)
        return cuda_cpu_error(cudaErrorInvalidValue);
    return add_work(node, graph, dependencies, count, cudaGraphNodeTypeMemcpy, copying(copy));
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                     size_t count, void *to, const void *from, size_t size, enum cudaMemcpyKind kind)
{
    struct cudaMemcpy3DParms copy = in_one_dimension(to, from, size, kind);

    return cudaGraphAddMemcpyNode(node, graph, dependencies, count, &copy);
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                   size_t count, const struct cudaMemsetParams *fill)
{
    if (!fill || (fill->elementSize != 1 && fill->elementSize != 2 && fill->elementSize != 4))
        return cuda_cpu_error(cudaErrorInvalidValue);
    return add_work(node, graph, dependencies, count, cudaGraphNodeTypeMemset, filling(fill));
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                 size_t count, const struct cudaHostNodeParams *call)
{
    if (!call || !call->fn)
        return cuda_cpu_error(cudaErrorInvalidValue);
    return add_work(node, graph, dependencies, count, cudaGraphNodeTypeHost, calling(call->fn, call->userData));
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                  size_t count)
{
    return cuda_cpu_graph_add(node, graph, dependencies, count, cudaGraphNodeTypeEmpty, NULL);
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                       size_t count, cudaGraph_t child)
{
    cudaGraph_t copy;
    cudaError_t error = cudaGraphClone(&copy, child);

    if (!error)
        error = cuda_cpu_graph_add(node, graph, dependencies, count, cudaGraphNodeTypeGraph, NULL);
    if (!error)
        (*node)->child = copy;
    return error;
}

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
                                     const cudaGraphEdgeData *data, size_t count)
{
    (void)data;
    if (!is_graph(graph) || (count && (!from || !to)))
        return cuda_cpu_error(cudaErrorInvalidValue);
    for (size_t i = 0; i < count; i++) {
        if (!is_node(from[i]) || !is_node(to[i]) || from[i] == to[i] || from[i]->graph != graph || to[i]->graph != graph)
            return cuda_cpu_error(cudaErrorInvalidValue);
        if (!add_edge(from[i], to[i]))
            return cuda_cpu_error(cudaErrorMemoryAllocation);
    }
    return cudaSuccess;
}

cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node)
{
    cudaGraph_t g;
    size_t kept = 0;

    if (!is_node(node))
        return cuda_cpu_error(cudaErrorInvalidValue);
    g = node->graph;
    for (size_t i = 0; i < g->nodes; i++) {
        cudaGraphNode_t n = g->node[i];
        size_t befores = 0;

        if (n == node)
            continue;
        g->node[kept++] = n;
        for (size_t j = 0; j < n->befores; j++)
            if (n->before[j] != node)
                n->before[befores++] = n->before[j];
        n->befores = befores;
    }
    destroy_node(node);
    /* Room is there for the next power of two of the nodes: it must not be lost. */
    g->nodes = kept;
    g->node = realloc(g->node, 2 * (kept ? kept : 1) * sizeof *g->node);
    return g->node ? cudaSuccess : cuda_cpu_error(cudaErrorMemoryAllocation);
}

/* ---- Conditions ---------------------------------------------------------------------------- */

cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle *handle, cudaGraph_t graph, unsigned int value,
                                             unsigned int flags)
{
    struct condition *c;

    if (!handle || !is_graph(graph) || flags > cudaGraphCondAssignDefault)
        return cuda_cpu_error(cudaErrorInvalidValue);
    c = grow(&graph->condition, graph->conditions) ? cuda_cpu_new_handle(&conditions) : NULL;
    if (!c)
        return cuda_cpu_error(cudaErrorMemoryAllocation);
    *c = (struct condition){ 1, value, value, flags };
    graph->condition[graph->conditions++] = c;
    *handle = (cudaGraphConditionalHandle)(size_t)c;
    return cudaSuccess;
}

void cuda_cpu_graph_set_conditional(cudaGraphConditionalHandle handle, unsigned int value)
{
    struct condition *c = (struct condition *)(size_t)handle;

    if (cuda_cpu_is_handle(&conditions, c))
        c->value = value;
}

cudaError_t cuda_cpu_graph_add_conditional(cudaGraphNode_t *node, cudaGraph_t graph,
                                           const cudaGraphNode_t *dependencies, size_t count,
                                           struct cudaConditionalNodeParams *conditional)
{
    cudaError_t error;

    if (!cuda_cpu_is_handle(&conditions, (void *)(size_t)conditional->handle) || !conditional->size
        || (conditional->type == cudaGraphCondTypeIf && conditional->size > 2)
        || (conditional->type == cudaGraphCondTypeWhile && conditional->size > 1))
        return cuda_cpu_error(cudaErrorInvalidValue);
    error = cuda_cpu_graph_add(node, graph, dependencies, count, cudaGraphNodeTypeConditional, NULL);
    if (error)
        return error;
    conditional->phGraph_out = calloc(conditional->size, sizeof *conditional->phGraph_out);
    if (!conditional->phGraph_out)
        return cuda_cpu_error(cudaErrorMemoryAllocation);
    for (unsigned int i = 0; i < conditional->size && !error; i++)
        error = cudaGraphCreate(&conditional->phGraph_out[i], 0);
    (*node)->choice = *conditional;
    return error;
}

/* ---- Questions ----------------------------------------------------------------------------- */

/* A list: without a place for it, *count is how many there are; else as many are given as there is room for, and what is
 * left over becomes NULL. Room for none is an error, as it is with the driver of an H100 (580.159). */
static int is_room(const cudaGraphNode_t *to, const size_t *count) { return count && (!to || *count); }

static void give(cudaGraphNode_t *to, size_t room, size_t i, cudaGraphNode_t node)
{
    if (to && i < room)
        to[i] = node;
}

static void clear_rest(cudaGraphNode_t *to, size_t room, size_t found)
{
    for (size_t i = found; to && i < room; i++)
        to[i] = NULL;
}

static cudaError_t end_list(cudaGraphNode_t *to, size_t *count, size_t found)
{
    clear_rest(to, *count, found);
    if (!to || found < *count)
        *count = found;
    return cudaSuccess;
}

static cudaError_t list_nodes(cudaGraph_t graph, cudaGraphNode_t *to, size_t *count, int only_roots)
{
    size_t found = 0;

    if (!is_graph(graph) || !is_room(to, count))
        return cuda_cpu_error(cudaErrorInvalidValue);
    for (size_t i = 0; i < graph->nodes; i++)
        if (!only_roots || !graph->node[i]->befores)
            give(to, *count, found++, graph->node[i]);
    return end_list(to, count, found);
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *to, size_t *count)
{
    return list_nodes(graph, to, count, 0);
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t *to, size_t *count)
{
    return list_nodes(graph, to, count, 1);
}

cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to, cudaGraphEdgeData *data,
                              size_t *count)
{
    size_t found = 0;

    if (!is_graph(graph) || !is_room(to, count) || !from != !to)
        return cuda_cpu_error(cudaErrorInvalidValue);
    for (size_t i = 0; i < graph->nodes; i++)
        for (size_t j = 0; j < graph->node[i]->befores; j++, found++) {
            give(from, *count, found, graph->node[i]->before[j]);
            give(to, *count, found, graph->node[i]);
        }
    if (data)
        memset(data, 0, (found < *count ? found : *count) * sizeof *data);
    clear_rest(from, *count, found);
    return end_list(to, count, found);
}

cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t *to, cudaGraphEdgeData *data,
                                         size_t *count)
{
    (void)data;
    if (!is_node(node) || !is_room(to, count))
        return cuda_cpu_error(cudaErrorInvalidValue);
    for (size_t i = 0; i < node->befores; i++)
        give(to, *count, i, node->before[i]);
    return end_list(to, count, node->befores);
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, enum cudaGraphNodeType *type)
{
    if (!is_node(node) || !type)
        return cuda_cpu_error(cudaErrorInvalidValue);
    *type = node->type;
    return cudaSuccess;
}

/* ---- Executable graphs --------------------------------------------------------------------- */

static cudaGraphNode_t copy_of(cudaGraph_t graph, cudaGraphNode_t node)
{
    for (size_t i = 0; i < graph->nodes; i++)
        if (graph->node[i]->copied_from == node)
            return graph->node[i];
    return NULL;
}

/* Sorts the nodes so that each comes after those that it depends on; 0: some depend on each other. */
static int sort_nodes(cudaGraph_t graph)
{
    size_t sorted = 0, before;

    for (size_t i = 0; i < graph->nodes; i++)
        graph->node[i]->is_sorted = 0;
    do {
        before = sorted;
        for (size_t i = sorted; i < graph->nodes; i++) {
            cudaGraphNode_t n = graph->node[i];
            int ready = 1;

            for (size_t j = 0; j < n->befores && ready; j++)
                ready = n->before[j]->is_sorted;
            if (!ready)
                continue;
            n->is_sorted = 1;
            memmove(&graph->node[sorted + 1], &graph->node[sorted], (i - sorted) * sizeof n);
            graph->node[sorted++] = n;
        }
    } while (sorted > before);
    return sorted == graph->nodes;
}

cudaError_t cudaGraphClone(cudaGraph_t *clone, cudaGraph_t graph)
{
    cudaError_t error = clone && is_graph(graph) ? cudaGraphCreate(clone, 0) : cuda_cpu_error(cudaErrorInvalidValue);

    for (size_t i = 0; !error && i < graph->conditions; i++)
        if (grow(&(*clone)->condition, i))
            (*clone)->condition[(*clone)->conditions++] = graph->condition[i];
        else
            error = cuda_cpu_error(cudaErrorMemoryAllocation);
    for (size_t i = 0; !error && i < graph->nodes; i++) {
        cudaGraphNode_t from = graph->node[i], to;

        if (from->work)
            from->work->users++;
        error = cuda_cpu_graph_add(&to, *clone, NULL, 0, from->type, from->work);
        if (error)
            break;
        to->copied_from = from;
        if (from->child)
            error = cudaGraphClone(&to->child, from->child);
        if (!error && from->choice.phGraph_out) {
            to->choice = from->choice;
            to->choice.phGraph_out = calloc(from->choice.size, sizeof *to->choice.phGraph_out);
            for (unsigned int j = 0; j < from->choice.size && !error; j++)
                error = to->choice.phGraph_out ? cudaGraphClone(&to->choice.phGraph_out[j], from->choice.phGraph_out[j])
                                               : cuda_cpu_error(cudaErrorMemoryAllocation);
        }
    }
    for (size_t i = 0; !error && i < graph->nodes; i++)
        for (size_t j = 0; j < graph->node[i]->befores && !error; j++)
            if (!add_edge(copy_of(*clone, graph->node[i]->before[j]), (*clone)->node[i]))
                error = cuda_cpu_error(cudaErrorMemoryAllocation);
    return error;
}

static int is_in_order(cudaGraph_t graph)
{
    int result = sort_nodes(graph);

    for (size_t i = 0; i < graph->nodes && result; i++) {
        cudaGraphNode_t n = graph->node[i];

        result = !n->child || is_in_order(n->child);
        for (unsigned int j = 0; n->choice.phGraph_out && j < n->choice.size && result; j++)
            result = is_in_order(n->choice.phGraph_out[j]);
    }
    return result;
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags)
{
    cudaGraph_t copy;
    cudaError_t error;

    (void)flags;
    if (!exec)
        return cuda_cpu_error(cudaErrorInvalidValue);
    *exec = NULL;
    error = cudaGraphClone(&copy, graph);
    if (error)
        return error;
    if (!is_in_order(copy))
        return cuda_cpu_error(cudaErrorInvalidValue);
    *exec = cuda_cpu_new_handle(&execs);
    if (!*exec)
        return cuda_cpu_error(cudaErrorMemoryAllocation);
    **exec = (struct CUgraphExec_st){ 1, copy };
    return cudaSuccess;
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags)
{
    return cudaGraphInstantiate(exec, graph, flags);
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec)
{
    if (!is_exec(exec))
        return cuda_cpu_error(cudaErrorInvalidValue);
    cuda_cpu_finish_all();              /* it may not have run yet */
    exec->is_live = 0;
    return cudaGraphDestroy(exec->graph);
}

/* The node itself, where the graph was instantiated from its graph; otherwise the one with its number. */
cudaGraphNode_t cuda_cpu_graph_node_in(cudaGraphExec_t exec, cudaGraphNode_t node)
{
    return is_exec(exec) && is_node(node) ? copy_of(exec->graph, node) : NULL;
}

/* Do both have the same types of nodes, and as many edges, in the same order? */
static cudaGraphExecUpdateResult compare(cudaGraph_t a, cudaGraph_t b)
{
    if (a->nodes != b->nodes)
        return cudaGraphExecUpdateErrorTopologyChanged;
    for (size_t i = 0; i < a->nodes; i++) {
        if (a->node[i]->type != b->node[i]->type)
            return cudaGraphExecUpdateErrorNodeTypeChanged;
        if (a->node[i]->befores != b->node[i]->befores)
            return cudaGraphExecUpdateErrorTopologyChanged;
    }
    return cudaGraphExecUpdateSuccess;
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphExecUpdateResultInfo *info)
{
    cudaGraphExecUpdateResultInfo result = { cudaGraphExecUpdateError, NULL, NULL };
    cudaError_t error = cudaErrorInvalidValue;
    cudaGraph_t copy;

    if (is_exec(exec) && is_graph(graph) && !(error = cudaGraphClone(&copy, graph))) {
        result.result = is_in_order(copy) ? compare(exec->graph, copy) : cudaGraphExecUpdateError;
        if (result.result == cudaGraphExecUpdateSuccess) {
            cuda_cpu_finish_all();
            cudaGraphDestroy(exec->graph);
            exec->graph = copy;
        } else {
            cudaGraphDestroy(copy);
            error = cudaErrorGraphExecUpdateFailure;
        }
    }
    if (info)
        *info = result;
    return cuda_cpu_error(error);
}

static cudaError_t run(cudaGraph_t graph);

static cudaError_t run_choice(const struct cudaConditionalNodeParams *choice)
{
    const struct condition *c = (const struct condition *)(size_t)choice->handle;
    cudaError_t error = cudaSuccess;

    if (choice->type == cudaGraphCondTypeWhile)
        while (c->value && !error)
            error = run(choice->phGraph_out[0]);
    else if (choice->type == cudaGraphCondTypeSwitch)
        error = c->value < choice->size ? run(choice->phGraph_out[c->value]) : cudaSuccess;
    else if (c->value || choice->size > 1)
        error = run(choice->phGraph_out[!c->value]);
    return error;
}

static cudaError_t run_node(cudaGraphNode_t n)
{
    return n->work ? n->work->run(n->work) : n->child ? run(n->child) : n->choice.phGraph_out ? run_choice(&n->choice)
                                                                                              : cudaSuccess;
}

/* Does each node come after the one before it? */
static int is_chain(cudaGraph_t graph)
{
    for (size_t i = 1; i < graph->nodes; i++) {
        int is_after = 0;

        for (size_t j = 0; j < graph->node[i]->befores; j++)
            is_after |= graph->node[i]->before[j] == graph->node[i - 1];
        if (!is_after)
            return 0;
    }
    return 1;
}

/* What a node knows to be past, on which timeline; does another one go on with that? */
struct part { struct times times; int timeline, is_continued; };

/* What comes before node i; it goes on with the timeline of one of those if none has yet. */
static void begin_node(cudaGraph_t graph, struct part *part, size_t i)
{
    cudaGraphNode_t n = graph->node[i];
    struct part *p = &part[i];

    p->timeline = -1;
    for (size_t j = 0; j < n->befores; j++) {
        struct part *before = &part[n->before[j]->number];

        cuda_cpu_join_times(&p->times, &before->times);
        if (p->timeline < 0 && !before->is_continued) {
            p->timeline = before->timeline;
            before->is_continued = 1;
        }
    }
    if (p->timeline < 0)
        p->timeline = cuda_cpu_take_timeline(&p->times);
    if (p->timeline >= 0)
        p->times.of[p->timeline]++;
    cuda_cpu_begin_part(&p->times, p->timeline);
}

/* Nodes with no edge between them are run one after another, but nothing orders them. */
static cudaError_t run_in_parts(cudaGraph_t graph, const struct parts *parts)
{
    struct part *part = calloc(graph->nodes, sizeof *part);
    struct times end = parts->begin;
    cudaError_t error = cudaSuccess;

    if (!part)
        return cuda_cpu_error(cudaErrorMemoryAllocation);
    for (size_t i = 0; i < graph->nodes && !error; i++) {
        graph->node[i]->number = i;
        part[i].times = parts->begin;
        begin_node(graph, part, i);
        error = run_node(graph->node[i]);
        cuda_cpu_join_times(&end, &part[i].times);
    }
    for (size_t i = 0; i < graph->nodes; i++)
        if (part[i].timeline >= 0 && !part[i].is_continued && part[i].times.of[part[i].timeline])
            cuda_cpu_give_timeline(part[i].timeline, &part[i].times);
    free(part);
    cuda_cpu_end_parts(parts, &end);
    return error;
}

static cudaError_t run(cudaGraph_t graph)
{
    cudaError_t error = cudaSuccess;
    struct parts parts;

    if (!is_chain(graph) && cuda_cpu_begin_parts(&parts))
        return run_in_parts(graph, &parts);
    for (size_t i = 0; i < graph->nodes && !error; i++)
        error = run_node(graph->node[i]);
    return error;
}

static void begin_conditions(cudaGraph_t graph)
{
    for (size_t i = 0; i < graph->conditions; i++)
        if (graph->condition[i]->flags & cudaGraphCondAssignDefault)
            graph->condition[i]->value = graph->condition[i]->first;
}

static cudaError_t launch(cudaGraph_t graph)
{
    begin_conditions(graph);
    return run(graph);
}

/* A graph in a queue. */
struct graph_work { struct cuda_cpu_work work; cudaGraphExec_t exec; };

static cudaError_t run_graph(const struct cuda_cpu_work *work)
{
    return launch(((const struct graph_work *)work)->exec->graph);
}

static cudaError_t defer(cudaGraphExec_t exec, cudaStream_t stream)
{
    struct graph_work *w = (struct graph_work *)new_work(sizeof *w, run_graph);

    if (!w)
        return cuda_cpu_error(cudaErrorMemoryAllocation);
    w->exec = exec;
    return cuda_cpu_defer(stream, &w->work);
}

cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream)
{
    return is_exec(exec) ? cuda_cpu_check_stream(stream) : cuda_cpu_error(cudaErrorInvalidValue);
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream)
{
    struct cuda_cpu_capture_at *at = cuda_cpu_capture_of(stream);
    cudaGraphNode_t node;
    cudaError_t error;
    cudaGraph_t copy;

    if (!is_exec(exec))
        return cuda_cpu_error(cudaErrorInvalidValue);
    if (!at || !at->capture) {
        error = cuda_cpu_check_stream(stream);
        return error ? error : cuda_cpu_is_deferred(stream) ? defer(exec, stream) : launch(exec->graph);
    }
    error = cudaGraphClone(&copy, exec->graph);     /* becomes a part of the graph that is being captured */
    if (!error)
        error = cuda_cpu_capture(stream, cudaGraphNodeTypeGraph, NULL);
    if (error)
        return error;
    node = at->last[0];
    node->child = copy;
    return cudaSuccess;
}

/* ---- Capture ------------------------------------------------------------------------------- */

struct cuda_cpu_capture {
    int is_live, is_invalid;
    cudaGraph_t graph;
    cudaStream_t origin;
    unsigned long long id;
};
static struct handles captures = { .size = sizeof(struct cuda_cpu_capture) };
static int active;                      /* captures that have begun and not ended */

static int is_active(const struct cuda_cpu_capture_at *at) { return at && at->capture && at->capture->is_live; }

int cuda_cpu_is_any_capturing(void) { return __atomic_load_n(&active, __ATOMIC_RELAXED) > 0; }

int cuda_cpu_is_capturing(cudaStream_t stream)
{
    return cuda_cpu_is_any_capturing() && is_active(cuda_cpu_capture_of(stream));
}

int cuda_cpu_is_deferred(cudaStream_t stream)
{
    if (stream == cudaStreamPerThread)
        cuda_cpu_host_can_tell();
    return cuda_cpu_is_capturing(stream) || (cuda_cpu_has_queues() && !cuda_cpu_is_executor());
}

static int set_last(struct cuda_cpu_capture_at *at, const cudaGraphNode_t *last, size_t count)
{
    cudaGraphNode_t *copy = malloc((count ? count : 1) * sizeof *copy);

    if (!copy)
        return 0;
    if (count)
        memcpy(copy, last, count * sizeof *copy);
    free(at->last);
    at->last = copy;
    at->count = count;
    return 1;
}

cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                          const cudaGraphEdgeData *data, size_t count, enum cudaStreamCaptureMode mode)
{
    struct cuda_cpu_capture_at *at = cuda_cpu_capture_of(stream);
    static unsigned long long id;

    (void)data;
    if (!at)                            /* the legacy stream, or none */
        return cuda_cpu_error(cuda_cpu_check_stream(stream) ? cudaErrorInvalidResourceHandle : cudaErrorStreamCaptureUnsupported);
    if (is_active(at))
        return cuda_cpu_error(cudaErrorIllegalState);
    if (!is_graph(graph) || (unsigned int)mode > cudaStreamCaptureModeRelaxed || (count && !dependencies))
        return cuda_cpu_error(cudaErrorInvalidValue);
    at->capture = cuda_cpu_new_handle(&captures);
    if (!at->capture || !set_last(at, dependencies, count))
        return cuda_cpu_error(cudaErrorMemoryAllocation);
    *at->capture = (struct cuda_cpu_capture){ 1, 0, graph, stream, ++id };
    __atomic_add_fetch(&active, 1, __ATOMIC_RELAXED);
    return cudaSuccess;
}

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode)
{
    cudaGraph_t graph;
    cudaError_t error = cudaGraphCreate(&graph, 0);

    if (error)
        return error;
    error = cudaStreamBeginCaptureToGraph(stream, graph, NULL, NULL, 0, mode);
    if (error)
        cudaGraphDestroy(graph);
    return error;
}

/* Does `node` come before one of these, or is it one of them? */
static int leads_to(cudaGraphNode_t node, const cudaGraphNode_t *last, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (last[i] == node || leads_to(node, last[i]->before, last[i]->befores))
            return 1;
    return 0;
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph)
{
    struct cuda_cpu_capture_at *at = cuda_cpu_capture_of(stream);
    struct cuda_cpu_capture *c;
    cudaError_t error = cudaSuccess;

    if (graph)
        *graph = NULL;
    if (!is_active(at))
        return cuda_cpu_error(cudaErrorIllegalState);
    c = at->capture;
    if (c->origin != stream)
        return cuda_cpu_error(cudaErrorStreamCaptureUnmatched);
    /* What other streams did must have been joined: it leads to what this stream did last. */
    for (size_t i = 0; i < c->graph->nodes && !error && !c->is_invalid; i++)
        if (c->graph->node[i]->is_captured && !leads_to(c->graph->node[i], at->last, at->count))
            error = cudaErrorStreamCaptureUnjoined;
    if (c->is_invalid)
        error = cudaErrorStreamCaptureInvalidated;
    c->is_live = 0;
    at->capture = NULL;
    __atomic_sub_fetch(&active, 1, __ATOMIC_RELAXED);
    if (graph && !error)
        *graph = c->graph;
    return cuda_cpu_error(error);
}

cudaError_t cuda_cpu_capture(cudaStream_t stream, enum cudaGraphNodeType type, struct cuda_cpu_work *work)
{
    struct cuda_cpu_capture_at *at = cuda_cpu_capture_of(stream);
    cudaGraphNode_t node;
    cudaError_t error = cuda_cpu_check_stream(stream);

    if (!error && type == cudaGraphNodeTypeKernel && cuda_cpu_device_of(stream) != cuda_cpu_current_device)
        error = cuda_cpu_error(cudaErrorInvalidResourceHandle);
    if (error) {
        let_go(work);
        return error;
    }
    if (!cuda_cpu_is_capturing(stream)) {
        const char *blocks = cuda_cpu_setting("CUDA_LAUNCH_BLOCKING");

        error = cuda_cpu_defer(stream, work);
        if (!error && type == cudaGraphNodeTypeKernel && blocks && strcmp(blocks, "0"))
            error = cuda_cpu_error(cuda_cpu_finish_stream(stream));
        return error;
    }
    if (at->capture->is_invalid) {
        let_go(work);
        return cuda_cpu_error(cudaErrorStreamCaptureInvalidated);
    }
    error = cuda_cpu_graph_add(&node, at->capture->graph, at->last, at->count, type, work);
    if (error)
        return error;
    node->is_captured = 1;
    return set_last(at, &node, 1) ? cudaSuccess : cuda_cpu_error(cudaErrorMemoryAllocation);
}

static cudaError_t capture(cudaStream_t stream, enum cudaGraphNodeType type, struct cuda_cpu_work *work)
{
    return work ? cuda_cpu_capture(stream, type, work) : cuda_cpu_error(cudaErrorMemoryAllocation);
}

cudaError_t cuda_cpu_capture_copy(cudaStream_t stream, const struct cudaMemcpy3DParms *copy)
{
    return capture(stream, cudaGraphNodeTypeMemcpy, copying(copy));
}

cudaError_t cuda_cpu_capture_rows(cudaStream_t stream, void *to, size_t to_pitch, const void *from, size_t from_pitch,
                                  size_t width, size_t height, enum cudaMemcpyKind kind)
{
    struct cudaMemcpy3DParms copy = in_one_dimension(to, from, width, kind);

    copy.srcPtr.pitch = from_pitch;
    copy.dstPtr.pitch = to_pitch;
    copy.srcPtr.ysize = copy.dstPtr.ysize = copy.extent.height = height;
    return cuda_cpu_capture_copy(stream, &copy);
}

cudaError_t cuda_cpu_capture_fill(cudaStream_t stream, const struct cudaMemsetParams *fill)
{
    return capture(stream, cudaGraphNodeTypeMemset, filling(fill));
}

cudaError_t cuda_cpu_capture_call(cudaStream_t stream, cudaHostFn_t function, void *data)
{
    return capture(stream, cudaGraphNodeTypeHost, calling(function, data));
}

void cuda_cpu_capture_note(struct cuda_cpu_capture_at *event, cudaStream_t stream)
{
    struct cuda_cpu_capture_at *at = cuda_cpu_capture_of(stream);

    event->capture = NULL;
    if (is_active(at) && set_last(event, at->last, at->count))
        event->capture = at->capture;
}

cudaError_t cuda_cpu_capture_join(cudaStream_t stream, const struct cuda_cpu_capture_at *event)
{
    struct cuda_cpu_capture_at *at = cuda_cpu_capture_of(stream);

    if (!is_active(event))
        return cudaSuccess;
    if (!at || (is_active(at) && at->capture != event->capture))
        return cuda_cpu_error(cudaErrorStreamCaptureIsolation);
    if (!is_active(at)) {
        at->capture = event->capture;
        at->count = 0;
    }
    for (size_t i = 0; i < event->count; i++) {
        cudaGraphNode_t *more = realloc(at->last, (at->count + 1) * sizeof *more);

        if (!more)
            return cuda_cpu_error(cudaErrorMemoryAllocation);
        at->last = more;
        at->last[at->count++] = event->last[i];
    }
    return cudaSuccess;
}

cudaError_t cuda_cpu_capture_must_not(cudaStream_t stream)
{
    cuda_cpu_capture_of(stream)->capture->is_invalid = 1;
    return cuda_cpu_error(cudaErrorStreamCaptureUnsupported);
}

cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, enum cudaStreamCaptureStatus *status, unsigned long long *id,
                                     cudaGraph_t *graph, const cudaGraphNode_t **dependencies,
                                     const cudaGraphEdgeData **data, size_t *count)
{
    struct cuda_cpu_capture_at *at = cuda_cpu_capture_of(stream);

    if (!status)
        return cuda_cpu_error(cudaErrorInvalidValue);
    *status = !is_active(at) ? cudaStreamCaptureStatusNone
              : at->capture->is_invalid ? cudaStreamCaptureStatusInvalidated : cudaStreamCaptureStatusActive;
    if (*status != cudaStreamCaptureStatusActive)
        return at ? cudaSuccess : cuda_cpu_check_stream(stream);
    if (id)
        *id = at->capture->id;
    if (graph)
        *graph = at->capture->graph;
    if (dependencies)
        *dependencies = at->last;
    if (data)
        *data = NULL;
    if (count)
        *count = at->count;
    return cudaSuccess;
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, enum cudaStreamCaptureStatus *status)
{
    return cudaStreamGetCaptureInfo(stream, status, NULL, NULL, NULL, NULL, NULL);
}

cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t *dependencies,
                                                const cudaGraphEdgeData *data, size_t count, unsigned int flags)
{
    struct cuda_cpu_capture_at *at = cuda_cpu_capture_of(stream);
    struct cuda_cpu_capture_at more = { at ? at->capture : NULL, dependencies, count };

    (void)data;
    if (!is_active(at))
        return cuda_cpu_error(cudaErrorIllegalState);
    for (size_t i = 0; i < count; i++)
        if (!dependencies || !is_node(dependencies[i]) || dependencies[i]->graph != at->capture->graph)
            return cuda_cpu_error(cudaErrorInvalidValue);
    if (flags == cudaStreamSetCaptureDependencies)
        at->count = 0;
    return cuda_cpu_capture_join(stream, &more);
}

cudaError_t cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *mode)
{
    static __thread enum cudaStreamCaptureMode now;
    enum cudaStreamCaptureMode before = now;

    if (!mode || (unsigned int)*mode > cudaStreamCaptureModeRelaxed)
        return cuda_cpu_error(cudaErrorInvalidValue);
    now = *mode;
    *mode = before;
    return cudaSuccess;
}
