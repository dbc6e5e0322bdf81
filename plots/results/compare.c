/* compare.c: the steps of several devices as the lines of one picture for each part of the course. For each device a name and a
 * file is given, which holds part, step, GB/s, peak (0: not known), with tabs between. Steps that only one device has are left
 * out. Writes lines.dat and compare.gp into OUT/compare0/PART, and into OUT/compare1/PART with percent of the peak in place of
 * GB/s, without devices whose peak is not known. Ends with 1 when there is nothing to compare. */
#include "results.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct value {
    const char *text; /* NULL: the device has none */
    double number;
};

struct place {
    const char *step;
    struct value *values; /* of each device */
};

struct device {
    const char *name;
    struct strings lines; /* of its file */
};

/* One picture */
struct comparison {
    const struct part *part;
    bool is_share;
    struct device *devices;
    int device_count;
    struct place *places;
    int place_count;
    double start, top;
    const char *form;
    bool is_all; /* all numbers are written */
};

static struct place *find_place(struct comparison *c, const char *step)
{
    for (struct place *p = c->places; p < c->places + c->place_count; p++)
        if (!strcmp(p->step, step))
            return p;
    c->places = more_room(c->places, (size_t)c->place_count, sizeof *c->places);
    c->places[c->place_count] = (struct place){ step, room_for((size_t)c->device_count, sizeof(struct value)) };
    return &c->places[c->place_count++];
}

static void add_device(struct comparison *c, int device)
{
    const struct strings *lines = &c->devices[device].lines;

    for (size_t i = 0; i < lines->count; i++) {
        struct strings f = split(lines->at[i], '\t');
        double gbps = strtod(f.at[2], NULL), peak = strtod(f.at[3], NULL);

        if (!strcmp(f.at[0], c->part->id) && (peak || !c->is_share))
            find_place(c, f.at[1])->values[device] =
                c->is_share ? (struct value){ number(100 * gbps / peak), 100 * gbps / peak } : (struct value){ f.at[2], gbps };
    }
}

static int count_values(const struct comparison *c, const struct place *place)
{
    int count = 0;

    for (int i = 0; i < c->device_count; i++)
        count += place->values[i].text != NULL;
    return count;
}

static bool has_values(const struct comparison *c, int device)
{
    for (int i = 0; i < c->place_count; i++)
        if (c->places[i].values[device].text)
            return true;
    return false;
}

/* Leaves out steps that only one device has, and then devices that have none. */
static void leave_out(struct comparison *c)
{
    int places = 0, devices = 0;

    for (int i = 0; i < c->place_count; i++)
        if (count_values(c, &c->places[i]) > 1)
            c->places[places++] = c->places[i];
    c->place_count = places;
    for (int k = 0; k < c->device_count; k++) {
        if (!has_values(c, k))
            continue;
        for (int i = 0; i < places; i++)
            c->places[i].values[devices] = c->places[i].values[k];
        c->devices[devices++] = c->devices[k];
    }
    c->device_count = devices;
}

/* Is there no other point in the place of the value's number, close above it? */
static bool has_room(const struct comparison *c, const struct place *place, const struct value *value)
{
    double distance = (c->top - c->start) / (c->is_all ? 8 : 18);

    for (const struct value *v = place->values; v < place->values + c->device_count; v++)
        if (v != value && v->text && v->number - value->number < distance
            && (v->number > value->number || (v->number == value->number && v < value)))
            return false;
    return true;
}

/* Place, value, step, whether its number is written, number */
static void add_line(struct text *out, const struct comparison *c, int device)
{
    int last = c->place_count - 1;

    while (last > 0 && !c->places[last].values[device].text)
        last--;
    for (int i = 0; i < c->place_count; i++) {
        const struct value *value = &c->places[i].values[device];

        if (value->text)
            add_format(out, "%d\t%s\t%s\t%d\t%s\n", i + 1, value->text, c->places[i].step,
                       (i == last || c->is_all) && has_room(c, &c->places[i], value), format(c->form, value->number));
        else
            add_format(out, "%d\tNaN\t%s\t0\t\n", i + 1, c->places[i].step);
    }
}

static int longer(int length, const char *text) { return (int)strlen(text) > length ? (int)strlen(text) : length; }

static void write_comparison(struct comparison *c)
{
    const char *folder = format("%s/compare%d/%s", option("out"), c->is_share, c->part->id);
    struct text lines = { 0 }, legend = { 0 }, out = { 0 };
    struct value top = { "", 0 };
    double low = 0;
    int longest = 0, widest = 0;

    for (int i = 0; i < c->place_count; i++) {
        widest = longer(widest, c->places[i].step);
        for (const struct value *v = c->places[i].values; v < c->places[i].values + c->device_count; v++) {
            if (v->text && (!*top.text || v->number < low))
                low = v->number;
            if (v->text && v->number > top.number)
                top = *v;
        }
    }
    c->top = top.number;
    c->start = axis_start(low, c->top);
    c->form = !c->is_share ? "%.0f" : c->start ? "%.1f %%" : "%.0f %%";
    c->is_all = c->device_count * c->place_count <= 12;
    for (int k = 0; k < c->device_count; k++) {
        longest = longer(longest, c->devices[k].name);
        add_format(&legend, "%s%s", k ? ", " : "", quoted(c->devices[k].name));
        add(&lines, k ? "\n\n" : "");
        add_line(&lines, c, k);
    }
    add_format(&out, "array legend[%d] = [%s]\nlongest = %d\nseries = %d\nsteps = %d\nwidest = %d\n", c->device_count,
               text_of(&legend), longest, c->device_count, c->place_count, widest);
    add_format(&out, "top = %s\nstart = %s\nshare = %d\nall = %d\nof_part = %s\n", top.text, number(c->start), c->is_share,
               c->is_all, quoted(c->part->behind));
    mkdir(format("%s/compare%d", option("out"), c->is_share), 0777);
    mkdir(folder, 0777);
    write_file(format("%s/lines.dat", folder), &lines);
    write_file(format("%s/compare.gp", folder), &out);
}

void compare(char **names_and_files)
{
    struct device *devices = NULL;
    int count = 0, written = 0;

    for (char **at = names_and_files; at[0] && at[1]; at += 2, count++) {
        const char *text = read_file(at[1]), *line;

        devices = more_room(devices, (size_t)count, sizeof *devices);
        devices[count] = (struct device){ at[0], { NULL, 0 } };
        while (text && (line = next_line(&text)))
            push(&devices[count].lines, line);
    }
    for (const struct part *part = parts; part; part = part->next)
        for (int share = 0; share <= 1; share++) {
            struct comparison c = { .part = part, .is_share = share, .device_count = count };

            c.devices = room_for((size_t)count, sizeof *devices);
            memcpy(c.devices, devices, (size_t)count * sizeof *devices);
            for (int k = 0; k < count; k++)
                add_device(&c, k);
            leave_out(&c);
            if (c.place_count)
                write_comparison(&c);
            written += c.place_count;
        }
    if (!written)
        exit(1);
}
