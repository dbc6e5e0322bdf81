/* grading/in_turn.h: exercise_in_turn: how many kernels and copies must wait for each other? Documented in exercise.h. */
#ifndef GRADING_IN_TURN_H
#define GRADING_IN_TURN_H

#include "grading/limit.h"
#include "grading/line.h"
#include "harness/check_sums.h"
#include "harness/row.h"
#include "harness/time.h"

/* An edge has data of its own since CUDA 13; before, there is another function for that. */
static inline cudaError_t exercise_edges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to, size_t *edges)
{
#if CUDART_VERSION >= 13000
    return cudaGraphGetEdges(graph, from, to, NULL, edges);
#else
    return cudaGraphGetEdges(graph, from, to, edges);
#endif
}

/* The longest chain that ends with each node: a node after all those that it depends on. Returns the longest of all. */
static inline int exercise_longest_chain(cudaGraph_t graph)
{
    size_t nodes = 0, edges = 0;
    int longest = 0, has_grown = 1;
    CUDA_CHECK(cudaGraphGetNodes(graph, NULL, &nodes));
    CUDA_CHECK(exercise_edges(graph, NULL, NULL, &edges));
    nodes++, edges++; /* room for none would be an error; they come back as they were */
    cudaGraphNode_t *node = (cudaGraphNode_t *)lesson_host_alloc(nodes, sizeof *node);
    cudaGraphNode_t *from = (cudaGraphNode_t *)lesson_host_alloc(edges, sizeof *from);
    cudaGraphNode_t *to = (cudaGraphNode_t *)lesson_host_alloc(edges, sizeof *to);
    int *own = (int *)lesson_host_alloc(nodes, sizeof *own), *chain = (int *)lesson_host_alloc(nodes, sizeof *chain);
    CUDA_CHECK(cudaGraphGetNodes(graph, node, &nodes));
    CUDA_CHECK(exercise_edges(graph, from, to, &edges));
    auto index_of = [&](cudaGraphNode_t wanted) {
        size_t i = 0;
        while (i < nodes && node[i] != wanted)
            i++;
        return i;
    };
    for (size_t i = 0; i < nodes; i++) {
        enum cudaGraphNodeType type;
        CUDA_CHECK(cudaGraphNodeGetType(node[i], &type));
        own[i] = chain[i] = type == cudaGraphNodeTypeKernel || type == cudaGraphNodeTypeMemcpy;
    }
    while (has_grown) { /* a graph has no circles, so this ends */
        has_grown = 0;
        for (size_t k = 0; k < edges; k++) {
            size_t a = index_of(from[k]), b = index_of(to[k]);
            if (chain[a] + own[b] <= chain[b])
                continue;
            chain[b] = chain[a] + own[b];
            has_grown = 1;
        }
    }
    for (size_t i = 0; i < nodes; i++)
        longest = chain[i] > longest ? chain[i] : longest;
    free(node);
    free(from);
    free(to);
    free(own);
    free(chain);
    return longest;
}

LESSON_API void exercise_in_turn(struct exercise *e, const char *what, lesson_launch launch,
                                    unsigned elements_per_thread, int most, int hint)
{
    struct lesson *l = &e->lesson;
    const struct lesson_shape *shape = l->plan.shape;
    cudaGraph_t graph = NULL;
    char outcome[160];
    int at = 0, found;
    if (!exercise_check_begins(e, "%s: at most %d one after another", what, most))
        return;
    for (int i = 1; i < l->plan.shapes; i++)
        if (shape[i].cards > shape[at].cards || (shape[i].cards == shape[at].cards && shape[i].n > shape[at].n))
            at = i;
    struct lesson_row row = lesson_make_row(l, "recorded", &lesson_sums, launch, elements_per_thread, at, 0);
    exercise_tell("at check %d: a run on %d cards as a graph, hint %d", e->checks, shape[at].cards, hint);
    exercise_allow_time(e);
    lesson_prepare(l, row.shape);
    CUDA_CHECK(cudaStreamBeginCapture(l->stream, cudaStreamCaptureModeThreadLocal));
    lesson_enqueue(l, &row);
    if (cudaStreamEndCapture(l->stream, &graph) != cudaSuccess) {
        exercise_check_ends(e, "THE HOST WAITS, or something is not joined", hint);
        return;
    }
    found = exercise_longest_chain(graph);
    CUDA_CHECK(cudaGraphDestroy(graph));
    snprintf(outcome, sizeof outcome, "%d WAIT FOR EACH OTHER on %d cards", found, shape[at].cards);
    exercise_check_ends(e, found > most ? outcome : NULL, hint);
}

#endif
