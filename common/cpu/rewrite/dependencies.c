/* dependencies.c: names in a dependency file as make needs them.
 *
 * The compiler has seen copies of files, in a folder that is gone soon: a list has a line for each, with the file, a tab,
 * and its copy. Here the files get their names back. What lies in this folder gets a name relative to it, so that odd
 * characters in the folder's own name do no harm. In all names, what has a meaning for make is quoted; a name that
 * cannot be quoted, one with ; or = or |, is left out. */
#include "program.h"

#include "text.h"

#include <string.h>

struct names {
    struct strings originals, copies;
    const char *here; /* with a slash behind it */
};

/* What the compiler means by a word of its rule */
static const char *meant_by(const struct names *names, const char *word)
{
    struct text plain = { NULL, 0, 0 };
    const char *name;

    for (; *word; word++) {
        if (*word == '$' && word[1] == '$')
            word++;
        else if (*word == '\\' && word[1] && strchr(" \t#:", word[1]))
            word++;
        add_bytes(&plain, word, 1);
    }
    name = text_of(&plain);
    for (size_t i = 0; i < names->copies.count; i++)
        if (!strcmp(names->copies.at[i], name)) {
            name = names->originals.at[i];
            break;
        }
    return begins(name, names->here) ? name + strlen(names->here) : name;
}

/* As make needs it; NULL if it cannot be said. */
static char *quoted(const char *name, const char *special)
{
    struct text result = { NULL, 0, 0 };

    if (strpbrk(name, ";|="))
        return NULL;
    for (; *name; name++) {
        if (*name == '$')
            add(&result, "$");
        else if (strchr(special, *name))
            add(&result, "\\");
        add_bytes(&result, name, 1);
    }
    return text_of(&result);
}

/* The next word of a rule, or NULL. A backslash and what is behind it are part of a word. */
static char *next_word(const char **rule)
{
    const char *begin = *rule, *end;

    while (*begin && (*begin == ' ' || *begin == '\t' || (*begin == '\\' && !begin[1])))
        begin++;
    for (end = begin; *end && *end != ' ' && *end != '\t'; end += *end == '\\' ? 2 : 1)
        if (*end == '\\' && !end[1])
            break;
    *rule = end;
    return end > begin ? copy_of(begin, (size_t)(end - begin)) : NULL;
}

/* The targets of the first rule are what -MT said, and stay. Each rule after it is one of -MP: a file and a colon. */
static void print_rule(const struct names *names, const char *rule, bool is_first, struct text *to)
{
    struct text out = { NULL, 0, 0 };
    bool is_target = true;
    char *word;

    while ((word = next_word(&rule))) {
        bool ends_targets = is_target && ends(word, ":");

        if (is_target && !is_first) {
            if (!ends_targets)
                return;
            word[strlen(word) - 1] = 0;
            word = quoted(meant_by(names, word), " \t#:*?[%");
            if (!word || !*word)
                return;
            word = format("%s:", word);
        } else if (!is_target) {
            word = quoted(meant_by(names, word), " \t#:*?[");
            if (!word || !*word)
                continue;
        }
        if (ends_targets)
            is_target = false;
        add_format(&out, "%s%s", out.length ? " \\\n " : "", word);
    }
    if (out.length)
        add_format(to, "%s\n", out.at);
}

void correct_dependencies(const char *path, const char *list, const char *here)
{
    struct names names = { { NULL, 0 }, { NULL, 0 }, format("%s/", here) };
    const char *copies = read_file(list), *rest = read_file(path), *line;
    struct text result = { NULL, 0, 0 }, rule = { NULL, 0, 0 };
    bool is_first = true;

    if (!copies || !rest)
        fail("%s cannot be read", copies ? path : list);
    while ((line = next_line(&copies))) {
        const char *tab = strchr(line, '\t');

        if (!tab)
            continue;
        push(&names.originals, copy_of(line, (size_t)(tab - line)));
        push(&names.copies, tab + 1);
    }
    while ((line = next_line(&rest))) { /* a rule may go on over several lines */
        size_t length = strlen(line);

        if (length && line[length - 1] == '\\') {
            add_bytes(&rule, line, length - 1);
            add(&rule, " ");
            continue;
        }
        add(&rule, line);
        print_rule(&names, text_of(&rule), is_first, &result);
        is_first = false;
        memset(&rule, 0, sizeof rule);
    }
    write_file(path, &result);
}
