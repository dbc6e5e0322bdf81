/* branches.c: the branches of #if that are never compiled, and those without code. */
#include "rewrite.h"

#include <string.h>

/* Is it #if 0, or #if 1? */
static bool is_if(struct token *t, const char *condition)
{
    return !strcmp(directive_word(t), "if") && !strcmp(flat(after(after(t)), end_of_directive(t)), condition);
}

/* From the # of the directive before it on: the # of the directive that ends the branch. */
static struct token *end_of_branch(struct token *t, bool any_other)
{
    int nesting = 0;

    for (t = end_of_directive(t) + 1; t->kind != END; t++) {
        const char *word = directive_word(t);

        if (begins(word, "if"))
            nesting++;
        else if (nesting == 0 && (one_of(word, "endif") || (any_other && begins(word, "el"))))
            break;
        else if (one_of(word, "endif"))
            nesting--;
    }
    return t;
}

/* What is after #if 0, or after the #else of an #if 1, is never compiled and need not be CUDA. */
static void remove_never_compiled(struct file *file)
{
    bool *taken = (bool *)room_for((size_t)file->directives + 1, sizeof *taken);
    int level = 0;

    for (struct token *t = file->first; t <= file->last; t++) {
        const char *word = directive_word(t);
        bool is_dead = false, any_other = true;
        struct token *end;

        if (begins(word, "if")) {
            taken[++level] = is_if(t, "1");
            is_dead = is_if(t, "0");
        } else if (begins(word, "el") && level && taken[level]) {
            is_dead = true;
            any_other = false;
        } else if (one_of(word, "endif") && level) {
            level--;
        }
        if (!is_dead)
            continue;
        end = end_of_branch(t, any_other);
        t = end_of_directive(t);
        if (t + 1 < end)
            make_space(t + 1, end - 1);
        t = end;
        if (one_of(directive_word(end), "endif"))
            level--;
    }
}

/* An #if without any code in its branches is like a comment, and may stand inside of any form. */
static void remove_empty_groups(struct file *file)
{
    struct group {
        struct token *begin;
        bool has_code;
    } *groups = (struct group *)room_for((size_t)file->directives + 1, sizeof *groups), *group = groups;

    for (struct token *t = file->first; t <= file->last; t++) {
        const char *word = directive_word(t);
        struct token *end;

        if (!*word) {
            if (t->kind != SPACE)
                group->has_code = true;
            continue;
        }
        end = end_of_directive(t);
        if (begins(word, "if")) {
            group++;
            group->begin = t;
            group->has_code = false;
        } else if (one_of(word, "endif") && group > groups) {
            bool had_code = group->has_code;

            if (!had_code)
                make_space(group->begin, end);
            group--;
            if (had_code)
                group->has_code = true;
        } else if (!begins(word, "el")) {
            group->has_code = true; /* #define and the like */
        }
        t = end;
    }
}

void remove_dead_code(struct file *file)
{
    remove_never_compiled(file);
    remove_empty_groups(file);
}
