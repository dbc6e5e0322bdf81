/* mpi.c: carries what NCCL's ranks in other processes have to say, through MPI (version 3 or newer). cpucc links it to
 * programs that are linked to MPI. It stands before MPI_Init, MPI_Init_thread and MPI_Finalize, as MPI's profiling
 * interface allows, and has a communicator of its own, so that no message of the program is mistaken for one of these. */
#include "../runtime/processes.h"

#include "../base/devices.h"
#include "../base/process.h"
#include "../base/report.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { TELL, DATA };                    /* tags */
enum { PIECE = 1 << 30 };               /* MPI counts in int */

static MPI_Comm ours;

struct sending {
    struct sending *next;
    struct message message;
    int requests;
    MPI_Request request[];
};

static void check(int error, const char *function)
{
    char text[MPI_MAX_ERROR_STRING] = "";
    int length;

    if (error == MPI_SUCCESS)
        return;
    PMPI_Error_string(error, text, &length);
    cuda_cpu_fail("%s: %s", function, text);
}

static int pieces_of(size_t bytes) { return (int)((bytes + PIECE - 1) / PIECE); }
static int piece_of(size_t bytes, int i)
{
    return (int)(bytes - (size_t)i * PIECE < PIECE ? bytes - (size_t)i * PIECE : PIECE);
}

static void begin_send(struct sending **list, int to, const struct message *m, const void *data)
{
    int pieces = pieces_of(m->bytes);
    struct sending *s = calloc(1, sizeof *s + (size_t)(1 + pieces) * sizeof *s->request);

    if (!s)
        cuda_cpu_fail("no memory for a message");
    s->message = *m;
    s->message.from = cuda_cpu_carrier->self;
    s->requests = 1 + pieces;
    check(PMPI_Isend(&s->message, sizeof *m, MPI_BYTE, to, TELL, ours, &s->request[0]), "MPI_Isend");
    for (int i = 0; i < pieces; i++)
        check(PMPI_Isend((const char *)data + (size_t)i * PIECE, piece_of(m->bytes, i), MPI_BYTE, to, DATA, ours,
                         &s->request[1 + i]), "MPI_Isend");
    s->next = *list;
    *list = s;
}

static int is_sent(struct sending **list)
{
    int all = 1, done;

    for (struct sending **at = list; *at;) {
        struct sending *s = *at;

        check(PMPI_Testall(s->requests, s->request, &done, MPI_STATUSES_IGNORE), "MPI_Testall");
        if (done) {
            *at = s->next;
            free(s);
        } else {
            all = 0;
            at = &s->next;
        }
    }
    return all;
}

static int receive(struct message *m)
{
    MPI_Status status;
    int is_there;

    check(PMPI_Iprobe(MPI_ANY_SOURCE, TELL, ours, &is_there, &status), "MPI_Iprobe");
    if (is_there)
        check(PMPI_Recv(m, sizeof *m, MPI_BYTE, status.MPI_SOURCE, TELL, ours, MPI_STATUS_IGNORE), "MPI_Recv");
    return is_there;
}

static void receive_data(const struct message *m, void *data)
{
    for (int i = 0; i < pieces_of(m->bytes); i++)
        check(PMPI_Recv((char *)data + (size_t)i * PIECE, piece_of(m->bytes, i), MPI_BYTE, m->from, DATA, ours,
                        MPI_STATUS_IGNORE), "MPI_Recv");
}

/* ---- Begin and end -------------------------------------------------------------------------- */

static struct cuda_cpu_carrier carrier = { .send = begin_send, .is_sent = is_sent, .receive = receive,
                                           .receive_data = receive_data };

static void begin(int provided)
{
    check(PMPI_Comm_dup(MPI_COMM_WORLD, &ours), "MPI_Comm_dup");
    PMPI_Comm_set_errhandler(ours, MPI_ERRORS_RETURN);
    PMPI_Comm_size(ours, &carrier.processes);
    PMPI_Comm_rank(ours, &carrier.self);
    if (carrier.processes == 1)
        return;
    /* The work of several devices is done by other OS threads than the one that began MPI, one at a time. */
    if (provided < MPI_THREAD_SERIALIZED && cuda_cpu_devices() > 1)
        cuda_cpu_usage("CUDA_CPU_DEVICES=%d: this MPI can be called by one OS thread only; leave it out, and each process has "
                       "one device", cuda_cpu_devices());
    setvbuf(stderr, NULL, _IOLBF, BUFSIZ);      /* mpirun would mix parts of lines */
    cuda_cpu_process_number = carrier.self;
    cuda_cpu_carrier = &carrier;
}

int MPI_Init_thread(int *argc, char ***argv, int required, int *provided)
{
    int error = PMPI_Init_thread(argc, argv, required > MPI_THREAD_SERIALIZED ? required : MPI_THREAD_SERIALIZED, provided);

    if (error == MPI_SUCCESS)
        begin(*provided);
    return error;
}

int MPI_Init(int *argc, char ***argv)
{
    int provided;

    return MPI_Init_thread(argc, argv, MPI_THREAD_SINGLE, &provided);
}

int MPI_Finalize(void)
{
    if (cuda_cpu_carrier)
        cuda_cpu_end_processes();
    PMPI_Comm_free(&ours);
    return PMPI_Finalize();
}
