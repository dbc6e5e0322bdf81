/* course.c: the lessons and parts of the course, from the two files that read_course of course.sh writes. */
#include "results.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct part *parts;
struct lesson *lessons;
static struct lesson *others; /* that only a file of results has */

/* The fields of the next line, with "" for a dash; none after the last line. */
static struct strings next_fields(const char **from)
{
    const char *line = next_line(from);
    struct strings fields = split(line ? line : "", '\t');

    for (size_t i = 0; i < fields.count; i++)
        if (!strcmp(fields.at[i], "-"))
            fields.at[i] = "";
    return fields;
}

static const char *read_declared(const char *folder, const char *name)
{
    const char *text = read_file(format("%s/%s", folder, name));

    if (!text)
        fail("%s/%s cannot be read", folder, name);
    return text;
}

void read_course(const char *folder)
{
    const char *text = read_declared(folder, "parts");
    struct part **part = &parts;
    struct lesson **lesson = &lessons;
    struct strings f;

    while ((f = next_fields(&text)).count) {
        *part = room_for(1, sizeof **part);
        **part = (struct part){ .id = f.at[0], .title = format("%s. %s", f.at[0], f.at[1]), .ending = f.at[2], .steps = f.at[3],
                                .behind = format(": %c%s", tolower((unsigned char)*f.at[1]), f.at[1] + 1), .article = f.at[4] };
        part = &(*part)->next;
    }
    text = read_declared(folder, "lessons");
    while ((f = next_fields(&text)).count) {
        *lesson = room_for(1, sizeof **lesson);
        **lesson = (struct lesson){ .name = f.at[0], .digits = f.at[0] + strlen("lesson"), .stem = f.at[1], .title = f.at[2],
                                    .part = find_part(f.at[3]), .step_from = f.at[4], .needs = f.at[5],
                                    .elements = strtod(f.at[6], NULL), .batches = f.at[7], .bench = f.at[8], .swept = f.at[9],
                                    .per_sm = strtod(f.at[10], NULL) };
        lesson = &(*lesson)->next;
    }
}

struct part *find_part(const char *id)
{
    struct part *part = parts;

    while (part && strcmp(part->id, id))
        part = part->next;
    return part;
}

static struct lesson *find_in(struct lesson *list, const char *name)
{
    while (list && strcmp(list->name, name))
        list = list->next;
    return list;
}

struct lesson *find_lesson(const char *name)
{
    struct lesson *lesson = find_in(lessons, name);

    if (!lesson)
        lesson = find_in(others, name);
    if (lesson)
        return lesson;
    lesson = room_for(1, sizeof *lesson);
    *lesson = (struct lesson){ .next = others, .name = name, .digits = strlen(name) > 6 ? name + 6 : "", .title = "",
                               .step_from = "", .needs = "", .bench = "", .swept = "", .batches = "1" };
    return others = lesson;
}
