/* harness/git.h: which commit a result comes from. */
#ifndef HARNESS_GIT_H
#define HARNESS_GIT_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Which commit produced a row: $LESSON_GIT, or what git says of the folder that this header is in,
 * or "unknown". Returns text that stays. */
static inline const char *lesson_git_version(void)
{
    static char text[64];
    const char *given = getenv("LESSON_GIT"), *here = __FILE__, *slash = strrchr(here, '/');
    char command[512];
    if (*text)
        return text;
    snprintf(text, sizeof text, "%s", given && *given ? given : "unknown");
    if (given && *given)
        return text;
    snprintf(command, sizeof command, "git -C '%.*s' describe --always --dirty 2>/dev/null",
             slash ? (int)(slash - here) : 1, slash ? here : ".");
    FILE *git = popen(command, "r");
    if (!git)
        return text;
    char line[64];
    if (fgets(line, sizeof line, git)) {
        line[strcspn(line, "\r\n")] = '\0';
        memcpy(text, line, sizeof text);
    }
    pclose(git);
    return text;
}

#endif
