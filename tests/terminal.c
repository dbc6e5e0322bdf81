/* terminal.c: runs a command on a terminal of its own, as somebody who looks and types.
 *
 *     terminal [STEP...] -- COMMAND [ARGUMENT...]
 *
 * Steps are taken one after another:
 *     -e TEXT      waits until TEXT appears in what was written since the last -e
 *     -k KEYS      types KEYS; ^C is Ctrl-C, and so on; ^M is Enter
 *     -r COMMAND   runs a shell command elsewhere, such as one that saves a file
 * Then it waits for the end of the command. Everything that the command writes goes to the standard
 * output. The last line says whether the terminal is as it was before: "terminal: restored" or
 * "terminal: changed". Exit code: the command's, 128 + N after signal N; 124 when TEXT, or the end, has
 * not come in TEST_SECONDS (200), and 125 when something else went wrong. */
#define _XOPEN_SOURCE 600
#define _DEFAULT_SOURCE
#define _DARWIN_C_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

static int master;
static pid_t child;
static time_t latest; /* when it has taken too long */
static char *written; /* by the command, since the last -e */
static size_t length;

static void fail(int code, const char *what, const char *value)
{
    fflush(stdout);
    fprintf(stderr, "\nterminal: %s%s\n", what, value);
    if (child > 0)
        kill(-child, SIGKILL);
    exit(code);
}

/* Reads what comes within a tenth of a second, and passes it on. */
static void listen_a_while(void)
{
    struct pollfd wait = {master, POLLIN, 0};
    char text[4096];
    ssize_t n;
    if (poll(&wait, 1, 100) <= 0 || (n = read(master, text, sizeof text)) <= 0)
        return;
    fwrite(text, 1, (size_t)n, stdout);
    fflush(stdout);
    for (ssize_t i = 0; i < n; i++) /* so that it is a string */
        if (!text[i])
            text[i] = ' ';
    written = (char *)realloc(written, length + (size_t)n + 1);
    if (!written)
        fail(125, "out of memory", "");
    memcpy(written + length, text, (size_t)n);
    length += (size_t)n;
    written[length] = 0;
}

static void expect(const char *text)
{
    const char *found;
    while (!(found = written ? strstr(written, text) : NULL)) {
        if (time(NULL) > latest)
            fail(124, "this did not come: ", text);
        listen_a_while();
    }
    length -= (size_t)(found - written) + strlen(text);
    memmove(written, found + strlen(text), length + 1);
}

static void type(const char *keys)
{
    for (; *keys; keys++) {
        char key = *keys;
        if (key == '^' && keys[1])
            key = (char)(*++keys & 31);
        if (write(master, &key, 1) != 1)
            fail(125, "cannot type: ", strerror(errno));
    }
}

int main(int argc, char **argv)
{
    struct termios before, after;
    const char *seconds = getenv("TEST_SECONDS");
    int slave, status, command = 1;
    while (command < argc && strcmp(argv[command], "--"))
        command += 2;
    if (command + 1 >= argc)
        fail(125, "usage: terminal [-e TEXT | -k KEYS | -r COMMAND]... -- COMMAND [ARGUMENT...]", "");
    latest = time(NULL) + (seconds ? atoi(seconds) : 200);

    master = posix_openpt(O_RDWR | O_NOCTTY);
    if (master < 0 || grantpt(master) || unlockpt(master) ||
        (slave = open(ptsname(master), O_RDWR | O_NOCTTY)) < 0 || tcgetattr(slave, &before))
        fail(125, "no terminal: ", strerror(errno));
    fcntl(master, F_SETFD, FD_CLOEXEC);
    child = fork();
    if (child < 0)
        fail(125, "cannot start it: ", strerror(errno));
    if (!child) {
        setsid();
        if (ioctl(slave, TIOCSCTTY, 0))
            _exit(125);
        dup2(slave, 0), dup2(slave, 1), dup2(slave, 2);
        if (slave > 2)
            close(slave);
        signal(SIGINT, SIG_DFL); /* a shell's background job ignores them, and its children would */
        signal(SIGQUIT, SIG_DFL);
        execvp(argv[command + 1], argv + command + 1);
        perror(argv[command + 1]);
        _exit(125);
    }
    /* slave stays open here: so the terminal's state is still there when the command has ended */

    for (int i = 1; i < command; i += 2) {
        if (!strcmp(argv[i], "-e"))
            expect(argv[i + 1]);
        else if (!strcmp(argv[i], "-k"))
            type(argv[i + 1]);
        else if (strcmp(argv[i], "-r"))
            fail(125, "no such step: ", argv[i]);
        else if (system(argv[i + 1]))
            fail(125, "this failed: ", argv[i + 1]);
    }
    while (waitpid(child, &status, WNOHANG) == 0) {
        if (time(NULL) > latest)
            fail(124, "it did not end", "");
        listen_a_while();
    }
    listen_a_while();
    if (tcgetattr(slave, &after))
        fail(125, "the terminal is gone: ", strerror(errno));
    printf("\nterminal: %s\n", before.c_lflag == after.c_lflag && before.c_iflag == after.c_iflag &&
                                  before.c_cc[VMIN] == after.c_cc[VMIN] ? "restored" : "changed");
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
