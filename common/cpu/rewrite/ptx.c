/* ptx.c: inline PTX becomes C++.
 *
 *   asm volatile("add.s32 %0, %1, %2;" : "=r"(x) : "r"(a), "r"(b));
 *
 * becomes an expression of statements: copies of the operands, one statement for each instruction, and the results
 * back to where they belong. What an instruction does is said in ptx_table.c or below, or is a function of cuda/ptx.h:
 *
 *   ({ auto &cuda_cpu_out0 = (x); auto cuda_cpu_0 = cuda_cpu_ptx::fresh(cuda_cpu_out0); auto cuda_cpu_1 = (a); ...
 *      cuda_cpu_ptx::put(cuda_cpu_0, (int32_t)(cuda_cpu_ptx::get<int32_t>(cuda_cpu_1) + ...)); cuda_cpu_out0 = cuda_cpu_0; })
 *
 * An instruction that is not known becomes a call that the compiler refuses, with its name. */
#include "ptx.h"

#include "rewrite.h"

#include <stdlib.h>
#include <string.h>

/* One asm(...). */
struct assembler {
    const char *error; /* what it becomes if something is not known */
    struct text labels, begin, end;
    unsigned long operands;
    bool has_carry;
    struct strings registers; /* those that it declares */
};

/* One instruction: op.part.part operand, operand */
struct operation {
    const char *op;
    struct strings parts, operands;
    const char *key, *rest;   /* the parts that choose what it does, and those that are left, a blank before each */
    const char *first, *last; /* its types; "" without */
};

static const char blanks[] = " \t\r\n\v";

/* Says that the CPU device lacks this. Only the first of several reasons is told. Returns what stands there instead. */
static char *lacks(struct assembler *a, const char *name, const char *what)
{
    struct text word = { NULL, 0, 0 };

    if (a->error)
        return copy_of("", 0);
    for (const char *p = name; *p; p++)
        if (is_word(*p) && *p != '$' && *p != '_')
            add_bytes(&word, p, 1);
        else if (!word.length || word.at[word.length - 1] != '_')
            add(&word, "_");
    a->error = format("__attribute__((error(\"the CPU device has no inline PTX %s %s\"))) void cuda_cpu_no_ptx_%s(); "
                      "cuda_cpu_no_ptx_%s(); ",
                      what, replaced(name, "\"\\", NULL), text_of(&word), text_of(&word));
    return copy_of("", 0);
}

static char *lacks_instruction(struct assembler *a, const char *op) { return lacks(a, op, "instruction"); }

/* A name as C++ can have it */
static char *plain_name(const char *text) { return replaced(replaced(text, " \t\n%", ""), "$", "_S"); }

/* ---- Operands ---- */

/* How many of these characters the text begins with. */
static size_t digits(const char *text) { return strspn(text, "0123456789"); }

static size_t hex_digits(const char *text) { return strspn(text, "0123456789abcdefABCDEF"); }

/* 0f3F800000 or 0d3FF0000000000000: the bits of a number. */
static bool is_bits_of_float(const char *t)
{
    return t[0] == '0' && (t[1] == 'f' || t[1] == 'F') && hex_digits(t + 2) && !t[2 + hex_digits(t + 2)];
}

static bool is_bits_of_double(const char *t)
{
    return t[0] == '0' && (t[1] == 'd' || t[1] == 'D') && hex_digits(t + 2) && !t[2 + hex_digits(t + 2)];
}

/* The length of an integer with its sign, without a U behind it; 0 if it is none. */
static size_t length_of_integer(const char *t)
{
    const char *p = t + (*t == '-' || *t == '+');

    if (*p == '0' && (p[1] == 'x' || p[1] == 'X') && hex_digits(p + 2))
        p += 2 + hex_digits(p + 2);
    else if (digits(p))
        p += digits(p);
    else
        return 0;
    return !*p || (*p == 'U' && !p[1]) ? (size_t)(p - t) : 0;
}

/* 1.5, or 1.e-3 */
static bool is_fraction(const char *t)
{
    t += *t == '-' || *t == '+';
    if (!digits(t) || t[digits(t)] != '.')
        return false;
    t += digits(t) + 1;
    t += digits(t);
    if (*t == 'e' || *t == 'E') {
        t++;
        t += *t == '-' || *t == '+';
        if (!digits(t))
            return false;
        t += digits(t);
    }
    return !*t;
}

/* The C++ variable, number or special register that an operand is; NULL if it is none. */
static const char *name_of(const struct assembler *a, const char *t)
{
    t += begins(t, "%%");
    if (*t == '%' && digits(t + 1) && !t[1 + digits(t + 1)]) {
        unsigned long number = strtoul(t + 1, NULL, 10);

        return number < a->operands ? format("cuda_cpu_%lu", number) : NULL;
    }
    if (contains(&a->registers, plain_name(t)))
        return format("cuda_cpu_reg_%s", plain_name(t));
    if (*t == '%')
        return find_register(t + 1);
    if (is_bits_of_float(t))
        return format("0x%su", t + 2);
    if (is_bits_of_double(t) && strlen(t) == 18)
        return format("0x%sull", t + 2);
    if (length_of_integer(t))
        return format("(%.*sll)", (int)length_of_integer(t), t);
    if (is_fraction(t))
        return format("(%s)", t);
    return !strcmp(t, "WARP_SZ") ? "(32ll)" : NULL;
}

/* An operand as a number of this type. */
static char *value(struct assembler *a, const char *t, const char *type)
{
    const char *text = t + strspn(t, " "), *name;
    bool is_negated = *text == '!';
    size_t length;

    if (is_negated)
        t = text + 1 + strspn(text + 1, " ");
    for (length = strlen(t); length && t[length - 1] == ' ';)
        length--;
    t = copy_of(t, length);
    name = name_of(a, t);
    if (!name) {
        lacks(a, t, "operand");
        return copy_of("0", 1);
    }
    if (is_bits_of_float(t))
        name = format("cuda_cpu_ptx::get<float>(%s)", name);
    else if (is_bits_of_double(t))
        name = format("cuda_cpu_ptx::get<double>(%s)", name);
    else if (*name == '(' && ends(name, ")"))
        return format("(%s)%s", type, name);
    return format("%scuda_cpu_ptx::get<%s>(%s)", is_negated ? "!" : "", type, name);
}

/* Operand number i, from 0 on; "" if there are not so many. */
static const char *operand(const struct operation *o, size_t i) { return i < o->operands.count ? o->operands.at[i] : ""; }

static char *operand_value(struct assembler *a, const struct operation *o, size_t i, const char *type)
{
    return value(a, operand(o, i), type);
}

/* Puts this result into the operand. */
static char *put(struct assembler *a, const char *t, const char *result)
{
    const char *name;

    if (!strcmp(t, "_"))
        return format("(void)(%s); ", result);
    name = name_of(a, t);
    if (!name || !begins(name, "cuda_cpu_") || !(begins(name + 9, "reg_") || is_digit(name[9])))
        return lacks(a, t, "result");
    return format("cuda_cpu_ptx::put(%s, %s); ", name, result);
}

/* The names in {a, b, c, d}, or the one name */
static struct strings items(const char *t)
{
    struct strings one = { NULL, 0 };

    if (*t == '{')
        return split(without_edges(t), ',');
    push(&one, t);
    return one;
}

/* What [x + 16] refers to. */
static char *address(struct assembler *a, const char *t, bool in_shared)
{
    struct text result = { NULL, 0, 0 };
    struct strings parts;
    const char *base;

    if (*t != '[' || !ends(t, "]")) {
        lacks(a, t, "address");
        return copy_of("0", 1);
    }
    t = without_edges(t);
    if (strchr(t, '-')) {
        struct text signs = { NULL, 0, 0 };

        for (; *t; t++) {
            if (*t == '-')
                add(&signs, "+");
            add_bytes(&signs, t, 1);
        }
        t = text_of(&signs);
    }
    parts = split(t, '+');
    base = name_of(a, parts.count ? parts.at[0] : "");
    if (!base) {
        lacks(a, parts.count ? parts.at[0] : "", "address");
        return copy_of("0", 1);
    }
    add_format(&result, "cuda_cpu_ptx::%s(%s)", in_shared ? "shared_at" : "at", base);
    for (size_t i = 1; i < parts.count; i++)
        add_format(&result, " + %s", value(a, parts.at[i], "int64_t"));
    return text_of(&result);
}

/* Operands, split at the commas outside of brackets. */
static struct strings split_operands(const char *t)
{
    struct strings operands = { NULL, 0 };
    struct text one = { NULL, 0, 0 };
    int depth = 0;

    if (!t[strspn(t, " ")])
        return operands;
    for (; *t; t++) {
        if (strchr("[{(", *t))
            depth++;
        else if (strchr("]})", *t))
            depth--;
        if (*t == ',' && !depth) {
            push(&operands, copy_of(text_of(&one), one.length));
            one.length = 0;
            add(&one, "");
        } else if (*t != ' ') {
            add_bytes(&one, t, 1);
        }
    }
    push(&operands, text_of(&one));
    return operands;
}

/* ---- Instructions of the table ---- */

/* Which of the parts choose what the instruction does. */
static void read_parts(struct operation *o)
{
    struct text key = { NULL, 0, 0 }, rest = { NULL, 0, 0 };

    if (o->parts.count)
        add(&key, o->parts.at[0]);
    o->first = o->last = "";
    for (size_t i = 1; i < o->parts.count; i++) {
        const char *part = o->parts.at[i];

        if (find_type(part)) {
            if (!*o->first)
                o->first = part;
            o->last = part;
        } else if (begins_instruction(format("%s.%s", text_of(&key), part))) {
            add_format(&key, ".%s", part);
        } else {
            add_format(&rest, " %s", part);
        }
    }
    o->key = text_of(&key);
    o->rest = text_of(&rest);
}

static const char *type_or_none(const char *name) { return find_type(name) ? find_type(name) : ""; }

/* Is each part that is left one of these? */
static bool may_ignore(const char *rest, const char *ignored)
{
    while (*rest && strcmp(ignored, "*")) {
        size_t length = strcspn(++rest, " ");

        if (length && !one_of(copy_of(rest, length), ignored))
            return false;
        rest += length;
    }
    return true;
}

static char *without(const char *text, const char *part)
{
    const char *at = strstr(text, part);

    return format("%.*s%s", (int)(at - text), text, at + strlen(part));
}

/* All operands as numbers, with commas. */
static char *all_operands(struct assembler *a, const struct operation *o)
{
    struct text result = { NULL, 0, 0 };

    for (size_t i = 0; i < o->operands.count; i++)
        add_format(&result, "%s%s", i ? ", " : "", operand_value(a, o, i, "uint32_t"));
    return text_of(&result);
}

/* The end of what begins with < and a letter, such as <a> or <c:twice<T>>; NULL if that is something else. */
static const char *end_of_place(const char *p)
{
    const char *end = NULL;

    if (p[1] < 'a' || p[1] > 'd')
        return NULL;
    if (p[2] == '>')
        return p + 3;
    if (p[2] != ':')
        return NULL;
    for (p += 3; *p && (strchr("_:<>", *p) || (is_word(*p) && *p != '$')); p++)
        if (*p == '>')
            end = p + 1;
    return end;
}

/* What the table says, with the types filled in. */
static char *with_types(struct assembler *a, const struct operation *o, const char *t)
{
    struct text result = { NULL, 0, 0 };

    for (; *t; t++)
        if (begins(t, "<T>")) {
            add(&result, type_or_none(o->last));
            t += 2;
        } else if (begins(t, "<D>")) {
            add(&result, type_or_none(o->first));
            t += 2;
        } else if (begins(t, "<all>")) {
            add(&result, all_operands(a, o));
            t += 4;
        } else {
            add_bytes(&result, t, 1);
        }
    return text_of(&result);
}

/* The same with the operands filled in. Counts how many there must be. */
static char *with_operands(struct assembler *a, const struct operation *o, const char *t, size_t first, size_t *most)
{
    struct text result = { NULL, 0, 0 };

    while (*t) {
        const char *end = *t == '<' ? end_of_place(t) : NULL;
        size_t which;

        if (!end) {
            add_bytes(&result, t++, 1);
            continue;
        }
        which = first + (size_t)(t[1] - 'a');
        if (which + 1 > *most)
            *most = which + 1;
        if (which >= o->operands.count)
            break;
        add(&result, operand_value(a, o, which, t[2] == '>' ? type_or_none(o->last) : copy_of(t + 3, (size_t)(end - t - 4))));
        t = end;
    }
    return text_of(&result);
}

static char *from_table(struct assembler *a, struct operation *o)
{
    const struct instruction *instruction;
    bool saturates;
    size_t first, most = 0;
    char *result;

    read_parts(o);
    saturates = one_of(o->key, "add sub mul mad fma") && !strcmp(o->last, "f32") && strstr(o->rest, " sat");
    if (saturates)
        o->rest = without(o->rest, " sat");
    instruction = find_instruction(o->key);
    if (!instruction || !may_ignore(o->rest, instruction->ignored) || (strstr(o->rest, " sat") && *o->first == 'f'))
        return lacks_instruction(a, o->op);
    if (!strcmp(o->key, "cvt.rn") && o->operands.count == 3) {
        const char *high = operand_value(a, o, 1, "float"), *low = operand_value(a, o, 2, "float");

        return put(a, operand(o, 0), format("cuda_cpu_ptx::pair_of<%s>(%s, %s)", type_or_none(o->first), high, low));
    }
    first = instruction->has_result ? 1 : 0;
    result = with_operands(a, o, with_types(a, o, instruction->result), first, &most);
    if (most == 0)
        most = first;
    if (most != o->operands.count && strcmp(instruction->ignored, "*") && !strstr(instruction->result, "<all>"))
        return lacks_instruction(a, format("%s with %d operands", o->op, (int)o->operands.count));
    if (saturates)
        result = format("cuda_cpu_ptx::between_0_and_1(%s)", result);
    return instruction->has_result ? put(a, operand(o, 0), result) : format("%s; ", result);
}

/* ---- Other instructions ---- */

/* mov.b64 {low, high}, x; and the other way round. */
static char *mov_pieces(struct assembler *a, struct operation *o)
{
    struct text result = { NULL, 0, 0 };
    struct strings pieces;
    const char *type;

    read_parts(o);
    type = type_or_none(o->last);
    if (strchr(operand(o, 0), '{')) {
        pieces = items(operand(o, 0));
        add_format(&result, "auto cuda_cpu_whole = %s; ", operand_value(a, o, 1, type));
        for (size_t i = 0; i < pieces.count; i++)
            add(&result, put(a, pieces.at[i],
                             format("cuda_cpu_ptx::piece<%d>(cuda_cpu_whole, %d)", (int)pieces.count, (int)i)));
        return text_of(&result);
    }
    pieces = items(operand(o, 1));
    for (size_t i = 0; i < pieces.count; i++)
        add_format(&result, "%s%s", i ? ", " : "",
                   value(a, pieces.at[i], format("cuda_cpu_ptx::part<%s, %d>", type, (int)pieces.count)));
    return put(a, operand(o, 0), format("cuda_cpu_ptx::joined<%s>(%s)", type, text_of(&result)));
}

/* L2::cache_hint, L1::evict_last, level::eviction_priority */
static bool is_cache_hint(const char *part)
{
    if (begins(part, "L1::"))
        part += 4;
    else if (begins(part, "level::"))
        part += 7;
    else if (begins(part, "L2::"))
        return part[4] && !part[4 + strspn(part + 4, "abcdefghijklmnopqrstuvwxyz_0123456789B")];
    else
        return false;
    return *part && !part[strspn(part, "abcdefghijklmnopqrstuvwxyz_")];
}

/* What ld, st, atom and red say besides their operands. */
struct access {
    const char *order, *scope, *type, *what; /* NULL if it does not say */
    int length;
    bool is_atomic, is_shared;
};

static bool read_access(const struct operation *o, struct access *access)
{
    const char *key = o->parts.at[0];

    memset(access, 0, sizeof *access);
    access->is_atomic = one_of(key, "atom red");
    for (size_t i = 1; i < o->parts.count; i++) {
        const char *part = o->parts.at[i];

        if (find_type(part))
            access->type = part;
        else if (one_of(part, "global const local param generic shared shared::cta"))
            access->is_shared = begins(part, "shared");
        else if (one_of(part, "volatile relaxed mmio acquire release acq_rel sc"))
            access->order = part;
        else if (one_of(part, "cta cluster gpu sys"))
            access->scope = part;
        else if (one_of(part, "v2 v4 v8"))
            access->length = part[1] - '0';
        else if (one_of(part, "cg cv") && !strcmp(key, "ld"))
            access->order = "relaxed";
        else if (access->is_atomic && one_of(part, "add min max and or xor inc dec exch cas") && !access->what)
            access->what = part;
        else if (!one_of(part, "weak ca cg cs lu nc wb wt noftz") && !is_cache_hint(part))
            return false;
    }
    if (access->is_atomic && (!access->what || access->length))
        return false;
    return access->type && strcmp(access->type, "b128");
}

static char *memory(struct assembler *a, const struct operation *o)
{
    const char *key = o->parts.at[0], *order, *type, *place;
    struct text result = { NULL, 0, 0 };
    struct strings numbers;
    struct access access;
    size_t first;

    if (!read_access(o, &access))
        return lacks_instruction(a, o->op);
    if (!access.order)
        order = access.is_atomic ? "relaxed()" : "plain()";
    else
        order = one_of(access.order, "volatile relaxed mmio") || !strcmp(key, "ld") ? "relaxed()" : "ordered()";
    type = find_type(access.type);
    place = address(a, operand(o, one_of(key, "st red") ? 0 : 1), access.is_shared);
    if (one_of(key, "ld ldu")) {
        add_format(&result, "auto cuda_cpu_loaded = cuda_cpu_ptx::load<%s, %d>(%s, cuda_cpu_ptx::%s); ", type,
                   access.length ? access.length : 1, place, order);
        numbers = items(operand(o, 0));
        for (size_t i = 0; i < numbers.count; i++)
            add(&result, put(a, numbers.at[i], format("cuda_cpu_loaded.v[%d]", (int)i)));
        return text_of(&result);
    }
    if (!strcmp(key, "st")) {
        numbers = items(operand(o, 1));
        for (size_t i = 0; i < numbers.count; i++)
            add_format(&result, "%s%s", i ? ", " : "", value(a, numbers.at[i], type));
        return format("cuda_cpu_ptx::store(%s, cuda_cpu_ptx::vec<%s, %d>{{%s}}, cuda_cpu_ptx::%s); ", place, type,
                      (int)numbers.count, text_of(&result), order);
    }
    first = strcmp(key, "atom") ? 1 : 2;
    add_format(&result, "cuda_cpu_ptx::update(%s, cuda_cpu_ptx::to_%s<%s>{%s", place, access.what, type,
               operand_value(a, o, first, type));
    if (!strcmp(access.what, "cas"))
        add_format(&result, ", %s", operand_value(a, o, first + 1, type));
    add_format(&result, "}, cuda_cpu_ptx::%s, %d)", order,
               !access.scope ? 1 : !strcmp(access.scope, "cta") ? 2 : !strcmp(access.scope, "sys") ? 0 : 1);
    if (!strcmp(key, "atom"))
        return put(a, operand(o, 0), text_of(&result));
    return format("(void)%s; ", text_of(&result));
}

/* A result of two, as in d|p. The second may be left out. */
static char *put_both(struct assembler *a, const struct operation *o, const char *first, const char *second)
{
    struct strings names = split(operand(o, 0), '|');
    const char *to_first = put(a, names.count ? names.at[0] : "", first);

    return format("%s%s", to_first, names.count > 1 ? put(a, names.at[1], second) : "");
}

/* setp.lt.s32 p|q, a, b; perhaps combined with a predicate: setp.lt.and.s32 p|q, a, b, c; */
static char *compare(struct assembler *a, const struct operation *o)
{
    const char *how = NULL, *combined = NULL, *type = NULL, *left, *right, *more = "";

    for (size_t i = 1; i < o->parts.count; i++) {
        const char *part = o->parts.at[i];

        if (find_type(part))
            type = find_type(part);
        else if (one_of(part, "eq ne lt le lo ls gt ge hi hs equ neu ltu leu gtu geu num nan"))
            how = part;
        else if (one_of(part, "and or xor"))
            combined = part;
        else if (!one_of(part, "sync all ftz"))
            return lacks_instruction(a, o->op);
    }
    if (!how || !type || o->operands.count != (combined ? 4 : 3))
        return lacks_instruction(a, o->op);
    left = operand_value(a, o, 1, type);
    right = operand_value(a, o, 2, type);
    if (combined)
        more = format(" %s %s", !strcmp(combined, "and") ? "&" : !strcmp(combined, "or") ? "|" : "^",
                      operand_value(a, o, 3, "bool"));
    return format("bool cuda_cpu_is = cuda_cpu_ptx::is_%s(%s, %s); %s", how, left, right,
                  put_both(a, o, format("(bool)(cuda_cpu_is%s)", more), format("(bool)(!cuda_cpu_is%s)", more)));
}

/* shfl.sync.down.b32 d|p, value, by, limits, mask; */
static char *shuffle(struct assembler *a, const struct operation *o)
{
    const char *mode = NULL, *by, *limits, *mask, *number;

    for (size_t i = 1; i < o->parts.count; i++) {
        const char *part = o->parts.at[i];

        if (one_of(part, "up down bfly idx"))
            mode = part;
        else if (!find_type(part) && !one_of(part, "sync all ftz"))
            return lacks_instruction(a, o->op);
    }
    if (!mode || !strstr(o->op, ".sync.") || o->operands.count != 5)
        return lacks_instruction(a, o->op);
    by = operand_value(a, o, 2, "uint32_t");
    limits = operand_value(a, o, 3, "uint32_t");
    mask = operand_value(a, o, 4, "uint32_t");
    number = operand_value(a, o, 1, "uint32_t");
    return format("auto cuda_cpu_lane = cuda_cpu_ptx::source_%s(%s, %s); %s", mode, by, limits,
                  put_both(a, o, format("__shfl_sync(%s, %s, cuda_cpu_lane.number)", mask, number),
                           "cuda_cpu_lane.is_in_range"));
}

/* match.all.sync.b32 d|p, value, mask;  elect.sync d|p, mask; */
static char *match_or_elect(struct assembler *a, const struct operation *o)
{
    const char *type = "", *mask, *number;

    for (size_t i = 1; i < o->parts.count; i++)
        if (find_type(o->parts.at[i]))
            type = find_type(o->parts.at[i]);
        else if (!one_of(o->parts.at[i], "sync all ftz"))
            return lacks_instruction(a, o->op);
    if (!strcmp(o->parts.at[0], "match")) {
        mask = operand_value(a, o, 2, "uint32_t");
        number = operand_value(a, o, 1, type);
        return format("int cuda_cpu_all; %s",
                      put_both(a, o, format("__match_all_sync(%s, %s, &cuda_cpu_all)", mask, number), "(bool)cuda_cpu_all"));
    }
    mask = operand_value(a, o, 1, "uint32_t");
    return format("uint32_t cuda_cpu_first = cuda_cpu_ptx::first_of(%s); __syncwarp(%s); %s", mask, mask,
                  put_both(a, o, "cuda_cpu_first", "(bool)(cuda_cpu_first == cuda_cpu_ptx::laneid())"));
}

/* cp.async.ca.shared.global [to], [from], 16; the bytes after the given number of them become 0. */
static char *copy(struct assembler *a, const struct operation *o)
{
    const char *bytes, *given, *to, *from;
    size_t i;

    for (i = 5; i < o->parts.count && begins(o->parts.at[i], "L2::") && is_cache_hint(o->parts.at[i]); i++)
        ;
    if (i != o->parts.count || !one_of(o->parts.at[3], "shared shared::cta") || strcmp(o->parts.at[4], "global") ||
        o->operands.count < 3)
        return lacks_instruction(a, o->op);
    given = bytes = operand_value(a, o, 2, "uint32_t");
    to = address(a, operand(o, 0), true);
    from = address(a, operand(o, 1), false);
    if ((o->operands.count > 3 && !strstr(o->op, "cache_hint")) || o->operands.count > 4)
        given = operand_value(a, o, 3, "uint32_t");
    return format("cuda_cpu_ptx::copy(%s, %s, %s, %s); ", to, from, bytes, given);
}

static bool has_part(const struct operation *o, const char *part)
{
    for (size_t i = 1; i < o->parts.count; i++)
        if (!strcmp(o->parts.at[i], part))
            return true;
    return false;
}

/* add.cc, addc, sub.cc, subc, mad.lo.cc, madc.hi.cc ...: the carry is cuda_cpu_carry. */
static char *with_carry(struct assembler *a, const struct operation *o)
{
    const char *key = o->parts.at[0], *type = o->parts.at[o->parts.count - 1];
    bool takes = one_of(key, "addc subc madc"), makes = has_part(o, "cc");
    struct text name = { NULL, 0, 0 }, values = { NULL, 0, 0 };

    add_bytes(&name, key, strlen(key) - takes);
    for (size_t i = 1; i + 1 < o->parts.count; i++)
        if (strcmp(o->parts.at[i], "cc"))
            add_format(&name, "_%s", o->parts.at[i]);
    if (!one_of(text_of(&name), "add sub mad_lo mad_hi") || !one_of(type, "u32 s32 u64 s64"))
        return lacks_instruction(a, o->op);
    a->has_carry = true;
    for (size_t i = 1; i < o->operands.count; i++)
        add_format(&values, "%s, ", operand_value(a, o, i, format("uint%s_t", type + 1)));
    return put(a, operand(o, 0),
               format("cuda_cpu_ptx::%s_with_carry(%s%d, %d, cuda_cpu_carry)", text_of(&name), text_of(&values), takes, makes));
}

static char *one_instruction(struct assembler *a, struct operation *o)
{
    const char *key;

    o->parts = split(o->op, '.');
    key = o->parts.count ? o->parts.at[0] : "";
    if (one_of(key, "ld ldu st atom red"))
        return memory(a, o);
    if (!strcmp(key, "setp"))
        return compare(a, o);
    if (!strcmp(key, "shfl"))
        return shuffle(a, o);
    if (!strcmp(key, "elect") || begins(o->op, "match.all"))
        return match_or_elect(a, o);
    if (begins(o->op, "cp.async.ca.") || begins(o->op, "cp.async.cg."))
        return copy(a, o);
    if (has_part(o, "cc") || one_of(key, "addc subc madc"))
        return with_carry(a, o);
    if (!strcmp(key, "bra"))
        return format("goto cuda_cpu_to_%s; ", plain_name(operand(o, 0)));
    if (!strcmp(key, "mov") && (strchr(operand(o, 0), '{') || strchr(operand(o, 1), '{')))
        return mov_pieces(a, o);
    return from_table(a, o);
}

/* ---- The text ---- */

/* .reg .u32 a, b; */
static char *declaration(struct assembler *a, const char *t)
{
    struct text result = { NULL, 0, 0 };
    const char *type = t + strspn(t, " "), *name;
    struct strings names;

    if (*type == '.')
        type = copy_of(type + 1, strspn(type + 1, "abcdefghijklmnopqrstuvwxyz0123456789"));
    else
        type = "";
    if (!find_type(type))
        return lacks(a, format(".reg .%s", type), "type");
    t += strspn(t, " ") + 1 + strlen(type);
    names = split(t + strspn(t, " "), ',');
    add_format(&result, "%s ", find_type(type));
    for (size_t i = 0; i < names.count; i++) {
        if (strchr(names.at[i], '<'))
            return lacks(a, format(".reg .%s %s", type, names.at[i]), "register");
        name = plain_name(names.at[i]);
        push(&a->registers, name);
        add_format(&result, "%scuda_cpu_reg_%s", i ? ", " : "", name);
    }
    add(&result, "; ");
    return text_of(&result);
}

/* @p or @!p before an instruction. Moves *t behind it. */
static char *guard(struct assembler *a, const char **t)
{
    const char *end = *t + 1, *begin = end;

    if (**t != '@')
        return copy_of("", 0);
    end += strspn(end, " ");
    end += *end == '!';
    end += strspn(end, " ");
    if (!is_word(*end) && *end != '%')
        end = begin = *t; /* no name */
    while (is_word(*end) || *end == '%')
        end++;
    if (end > *t)
        end += strspn(end, " ");
    *t = end;
    return format("if (%s) ", value(a, copy_of(begin, (size_t)(end - begin)), "bool"));
}

static char *statement(struct assembler *a, const char *t)
{
    struct operation o;
    const char *condition;
    size_t length;

    t += strspn(t, " ");
    for (length = strlen(t); length && t[length - 1] == ' ';)
        length--;
    t = copy_of(t, length);
    condition = guard(a, &t);
    length = strcspn(t, " ");
    memset(&o, 0, sizeof o);
    o.op = copy_of(t, length);
    t += length;
    if (!strcmp(o.op, ".reg"))
        return declaration(a, t);
    o.operands = split_operands(t);
    return format("%s{ %s} ", condition, one_instruction(a, &o));
}

/* What stands in a string */
static char *unquoted(const char *t)
{
    struct text result = { NULL, 0, 0 };
    const char *open = strchr(t, '('), *close = strrchr(t, ')');

    if (strstr(t, "R\"") && open && close)
        return copy_of(open + 1, close > open ? (size_t)(close - open - 1) : 0);
    for (t = without_edges(t); *t; t++) {
        if (*t != '\\') {
            add_bytes(&result, t, 1);
            continue;
        }
        t++;
        if (*t == 'n')
            add(&result, " \n");
        else if (*t && strchr("trv\n", *t))
            add(&result, " ");
        else
            add_bytes(&result, t, *t != 0);
        if (!*t)
            break;
    }
    return text_of(&result);
}

/* With a blank instead of each comment */
static char *without_comments(const char *t)
{
    struct text lines = { NULL, 0, 0 }, result = { NULL, 0, 0 };
    const char *at, *end;

    while ((at = strstr(t, "//"))) {
        add_bytes(&lines, t, (size_t)(at - t));
        add(&lines, " ");
        t = at + strcspn(at, "\n");
    }
    add(&lines, t);
    t = text_of(&lines);
    while ((at = strstr(t, "/*")) && (end = strstr(at, "*/"))) {
        add_bytes(&result, t, (size_t)(at - t));
        add(&result, " ");
        t = end + 2;
    }
    add(&result, t);
    return text_of(&result);
}

/* Each run of blanks becomes one. */
static char *with_single_blanks(const char *t, size_t length)
{
    struct text result = { NULL, 0, 0 };

    for (size_t i = 0; i < length; i++)
        if (!strchr(blanks, t[i]))
            add_bytes(&result, t + i, 1);
        else if (!i || !strchr(blanks, t[i - 1]))
            add(&result, " ");
    return text_of(&result);
}

/* The length of a label with its colon; 0 if there is none. */
static size_t length_of_label(const char *t)
{
    const char *p = t;

    if (!begins_word(*p) && *p != '%')
        return 0;
    for (p++; is_word(*p); p++)
        ;
    p += strspn(p, " \t\n");
    return *p == ':' && p[1] != ':' ? (size_t)(p - t) + 1 : 0;
}

/* These strings are instructions. */
static void rewrite_piece(struct assembler *a, struct token *from, struct token *to)
{
    struct text all = { NULL, 0, 0 }, result = { NULL, 0, 0 };
    const char *t;
    size_t length;

    for (struct token *piece = from; piece <= to; piece++)
        if (piece->kind == STRING)
            add(&all, unquoted(piece->text));
    t = without_comments(text_of(&all));
    for (t += strspn(t, " \t\r\n\v;"); *t; t += strspn(t, " \t\r\n\v;")) {
        if (*t == '{' || *t == '}') {
            add_format(&result, "%c ", *t++);
        } else if ((length = length_of_label(t))) {
            const char *name = plain_name(copy_of(t, length - 1));

            add_format(&a->labels, "%scuda_cpu_to_%s", a->labels.length ? ", " : "", name);
            add_format(&result, "cuda_cpu_to_%s:; ", name);
            t += length;
        } else {
            length = strcspn(t, ";");
            if (!t[length]) {
                lacks(a, t, "without a semicolon:");
                break;
            }
            add(&result, statement(a, with_single_blanks(t, length)));
            t += length + 1;
        }
    }
    replace(from, to, text_of(&result));
}

/* The operands: : outputs : inputs : clobbers. */
static void read_operands(struct assembler *a, struct token *colon, struct token *end)
{
    int section = 0;

    for (struct token *t = colon; t < end;) {
        struct text how = { NULL, 0, 0 };
        const char *expression;
        unsigned long number = a->operands;

        if (is(t, ":") || is(t, ",")) {
            section += is(t, ":");
            t = after(t);
            continue;
        }
        if (section > 2)
            return;
        for (; t->kind == STRING; t = after(t))
            add(&how, t->text);
        if (!is(t, "(") || !how.length) {
            lacks(a, "operands that are not of the form \"r\"(x)", "text");
            return;
        }
        expression = flat(t, closing(t));
        if (section == 1) {
            add_format(&a->begin, "auto &cuda_cpu_out%lu = %s; auto cuda_cpu_%lu = ", number, expression, number);
            add_format(&a->begin, strchr(how.at, '+') ? "cuda_cpu_out%lu; " : "cuda_cpu_ptx::fresh(cuda_cpu_out%lu); ", number);
            add_format(&a->end, "cuda_cpu_out%lu = cuda_cpu_%lu; ", number, number);
        } else {
            add_format(&a->begin, "[[maybe_unused]] auto cuda_cpu_%lu = %s; ", number, expression);
        }
        a->operands++;
        t = after(closing(t));
    }
}

/* The instructions, up to the colon. They are translated where they stand, because an #if may choose among them. */
static void rewrite_text(struct assembler *a, struct token *at, struct token *open, struct token *colon)
{
    struct token *begin = NULL, *last = NULL;

    for (struct token *t = open + 1; t < colon; t++) {
        if (t->kind == SPACE || t->directive != at->directive) {
            if (t->directive != at->directive && begin) {
                rewrite_piece(a, begin, last);
                begin = NULL;
            }
            continue;
        }
        if (t->kind != STRING) {
            lacks(a, "made by macros", "text");
            break;
        }
        if (!begin)
            begin = t;
        last = t;
    }
    if (begin)
        rewrite_piece(a, begin, last);
}

static void translate(struct token *at, struct token *open, struct token *end)
{
    struct assembler a;
    struct text start = { NULL, 0, 0 };
    struct token *colon = open + 1;

    memset(&a, 0, sizeof a);
    while (colon < end && !(colon->kind == SIGN && is(colon, ":")))
        colon++;
    if (colon < end)
        read_operands(&a, colon, end);
    rewrite_text(&a, at, open, colon);
    add(&start, "({ ");
    if (a.labels.length)
        add_format(&start, "__label__ %s; ", a.labels.at);
    add(&start, a.error ? a.error : text_of(&a.begin));
    if (a.has_carry && !a.error)
        add(&start, "unsigned cuda_cpu_carry = 0; ");
    replace(at, open, text_of(&start));
    replace(colon, end, format("%s})", a.error ? "" : text_of(&a.end)));
    for (struct token *t = open + 1; a.error && t < colon; t++)
        if (t->directive == at->directive)
            replace(t, t, "");
}

/* ---- Is it PTX? ---- */

static bool is_small(char c) { return c >= 'a' && c <= 'z'; }

static bool is_special_register(const char *p)
{
    static const char *const names[] = { "lane", "warp",  "sm",  "nsm",    "clock", "globaltimer",
                                         "tid",  "ctid", "ntid", "nctid" };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (begins(p, names[i]))
            return true;
    return false;
}

/* Words such as mov.u32 or %laneid tell PTX from the processor's own instructions. */
static bool is_ptx(const char *t)
{
    for (const char *p = t; *p; p++) {
        if (*p == '.' && p > t && (is_small(p[-1]) || is_digit(p[-1])) && is_small(p[1]))
            return true;
        if (*p == '%' && is_special_register(p + 1))
            return true;
        if (begins(p, "\"trap;") || begins(p, "\"exit;") || begins(p, "\"brkpt;"))
            return true;
    }
    return false;
}

void rewrite_assembler(struct token *at)
{
    struct text strings = { NULL, 0, 0 };
    struct token *open = after(at), *end;

    while (open->kind == WORD)
        open = after(open);
    if (!is(open, "(") || (end = closing(open))->kind == END)
        return;
    for (struct token *t = open; t < end; t++)
        if (t->kind == STRING)
            add(&strings, t->text);
    if (is_ptx(text_of(&strings)))
        translate(at, open, end);
}
