# ptx.awk: inline PTX, for rewrite.awk. POSIX awk.
#
#   asm volatile("add.s32 %0, %1, %2;" : "=r"(x) : "r"(a), "r"(b));
#
# becomes an expression of statements: copies of the operands, one statement for each instruction, and the results
# back to where they belong. What an instruction does is said below, or is a function of ptx.h:
#
#   ({ auto &cuda_cpu_out0 = (x); auto cuda_cpu_0 = cuda_cpu_ptx::fresh(cuda_cpu_out0); auto cuda_cpu_1 = (a); ...
#      cuda_cpu_ptx::put(cuda_cpu_0, (int32_t)(cuda_cpu_ptx::get<int32_t>(cuda_cpu_1) + ...)); cuda_cpu_out0 = cuda_cpu_0; })
#
# An instruction that is not known becomes a call that the compiler refuses, with its name.

BEGIN {
    split("b8 uint8_t u8 uint8_t s8 int8_t b16 uint16_t u16 uint16_t s16 int16_t b32 uint32_t u32 uint32_t " \
          "s32 int32_t b64 uint64_t u64 uint64_t s64 int64_t f32 float f64 double pred bool b128 uint4", ptx_list, " ")
    for (ptx_i = 1; ptx_i in ptx_list; ptx_i += 2) ptx_type[ptx_list[ptx_i]] = ptx_list[ptx_i + 1]
    split("f16 f16x2 bf16 bf16x2", ptx_list, " ")
    for (ptx_i = 1; ptx_i in ptx_list; ptx_i++) ptx_type[ptx_list[ptx_i]] = "cuda_cpu_ptx::" ptx_list[ptx_i]
    ptx_type["tf32"] = "cuda_cpu_ptx::tf32"

    # An instruction, with those of its parts that choose what it does; the parts that make no difference here; and
    # the result that is put into its first operand. <a> to <d> are the other operands, as numbers of type <T>, its
    # last type, or of another: <b:uint32_t>. <D> is its first type, <all> all
    # operands, as 32-bit numbers.
    known("add", "rn ftz", "(<T>)(<a> + <b>)")
    known("sub", "rn ftz", "(<T>)(<a> - <b>)")
    known("mul", "rn ftz", "(<T>)(<a> * <b>)")
    known("mul.lo", "", "(<T>)(<a> * <b>)")
    known("mul.hi", "", "cuda_cpu_ptx::high(<a>, <b>)")
    known("mul.wide", "", "cuda_cpu_ptx::wide(<a>, <b>)")
    known("mul24.lo", "", "(<T>)(cuda_cpu_ptx::low24(<a>) * cuda_cpu_ptx::low24(<b>))")
    known("mad fma", "rn ftz", "cuda_cpu_ptx::fused(<a>, <b>, <c>)")
    known("mad.lo", "", "(<T>)(<a> * <b> + <c>)")
    known("mad.hi", "", "(<T>)(cuda_cpu_ptx::high(<a>, <b>) + <c>)")
    known("mad.wide", "", "cuda_cpu_ptx::wide_sum(<a>, <b>, <c:cuda_cpu_ptx::twice<<T>>>)")
    known("sad", "", "(<T>)(<c> + (<a> < <b> ? <b> - <a> : <a> - <b>))")
    known("div", "rn approx full ftz", "(<T>)(<a> / <b>)")
    known("rem", "", "(<T>)(<a> % <b>)")
    known("neg", "ftz", "(<T>)(-<a>)")
    known("abs", "ftz", "cuda_cpu_ptx::absolute(<a>)")
    known("min", "ftz", "cuda_cpu_ptx::least(<a>, <b>)")
    known("max", "ftz", "cuda_cpu_ptx::most(<a>, <b>)")
    known("sqrt", "rn approx ftz", "(<T>)sqrt(<a>)")
    known("rsqrt", "approx ftz", "(<T>)(1 / sqrt(<a>))")
    known("rcp", "rn approx ftz", "(<T>)(1 / <a>)")
    known("sin", "approx ftz", "sinf(<a>)")
    known("cos", "approx ftz", "cosf(<a>)")
    known("lg2", "approx ftz", "log2f(<a>)")
    known("ex2", "approx ftz", "(<T>)exp2f((float)<a>)")
    known("tanh", "approx", "(<T>)tanhf((float)<a>)")
    known("copysign", "", "(<T>)copysign(<b>, <a>)")

    known("and", "", "(<T>)(<a> & <b>)")
    known("or", "", "(<T>)(<a> | <b>)")
    known("xor", "", "(<T>)(<a> ^ <b>)")
    known("not", "", "cuda_cpu_ptx::inverse(<a>)")
    known("cnot", "", "(<T>)(<a> == 0)")
    known("lop3", "", "cuda_cpu_ptx::lop3(<a>, <b>, <c>, <d>)")
    known("shl", "", "cuda_cpu_ptx::left(<a>, <b:uint32_t>)")
    known("shr", "", "cuda_cpu_ptx::right(<a>, <b:uint32_t>)")
    known("shf.l.wrap", "", "cuda_cpu_ptx::funnel(<a>, <b>, 32 - (<c> & 31))")
    known("shf.r.wrap", "", "cuda_cpu_ptx::funnel(<a>, <b>, <c> & 31)")
    known("shf.l.clamp", "", "cuda_cpu_ptx::funnel(<a>, <b>, 32 - (<c> < 32 ? <c> : 32))")
    known("shf.r.clamp", "", "cuda_cpu_ptx::funnel(<a>, <b>, <c> < 32 ? <c> : 32)")
    known("bfe", "", "cuda_cpu_ptx::bits_at(<a>, <b:uint32_t>, <c:uint32_t>)")
    known("bfi", "", "cuda_cpu_ptx::bits_into(<a>, <b>, <c:uint32_t>, <d:uint32_t>)")
    known("bfind", "", "cuda_cpu_ptx::highest(<a>)")
    known("bfind.shiftamt", "", "cuda_cpu_ptx::shift_of_highest(<a>)")
    known("brev", "", "cuda_cpu_ptx::reversed(<a>)")
    known("popc", "", "(uint32_t)__builtin_popcountll(<a>)")
    known("clz", "", "cuda_cpu_ptx::zeros(<a>)")
    known("fns", "", "__fns(<a>, <b>, <c:int32_t>)")
    known("prmt", "", "cuda_cpu_ptx::permuted(<a>, <b>, <c>)")
    known("dp4a", "", "cuda_cpu_ptx::dot4<<D>, <T>>(<a:uint32_t>, <b:uint32_t>, <c:uint32_t>)")
    known("vabsdiff4.add", "", "cuda_cpu_ptx::differences<<T>>(<a:uint32_t>, <b:uint32_t>, <c:uint32_t>)")

    known("mov", "", "<a>")
    known("selp", "", "(<c:bool> ? <a> : <b>)")
    known("cvt", "ftz relu", "cuda_cpu_ptx::converted<<D>>(<a>)")
    known("cvt.rn", "ftz", "cuda_cpu_ptx::converted<<D>>(<a>)")
    known("cvt.rna", "", "cuda_cpu_ptx::converted<<D>>(<a>)")
    known("cvt.sat cvt.rn.sat", "ftz", "cuda_cpu_ptx::clamped<<D>>(<a>)")
    known("cvt.rni", "ftz sat", "cuda_cpu_ptx::saturated<<D>>(cuda_cpu_ptx::to_even(<a>))")
    known("cvt.rzi", "ftz sat", "cuda_cpu_ptx::saturated<<D>>(cuda_cpu_ptx::to_zero(<a>))")
    known("cvt.rmi", "ftz sat", "cuda_cpu_ptx::saturated<<D>>(cuda_cpu_ptx::downwards(<a>))")
    known("cvt.rpi", "ftz sat", "cuda_cpu_ptx::saturated<<D>>(cuda_cpu_ptx::upwards(<a>))")
    known("cvta.to.shared", "", "(<T>)cuda_cpu_shared_address(cuda_cpu_ptx::at(<a>))")
    known("cvta.shared", "", "(<T>)cuda_cpu_ptx::shared_at(<a>)")
    known("cvta cvta.to.global cvta.to.const cvta.to.local cvta.global cvta.const cvta.local", "", "<a>")
    known("isspacep.shared", "cta", "cuda_cpu_is_shared((const void *)<a:uint64_t>)")
    known("isspacep.global", "", "!cuda_cpu_is_shared((const void *)<a:uint64_t>)")
    known("createpolicy.fractional createpolicy.range createpolicy.cvt", "*", "(uint64_t)0")

    known("activemask", "", "__activemask()")
    known("vote.sync.ballot", "", "__ballot_sync(<b:uint32_t>, <a:bool>)")
    known("vote.sync.any", "", "(bool)__any_sync(<b:uint32_t>, <a:bool>)")
    known("vote.sync.all", "", "(bool)__all_sync(<b:uint32_t>, <a:bool>)")
    known("vote.sync.uni", "", "cuda_cpu_ptx::all_same(__ballot_sync(<b:uint32_t>, <a:bool>), <b:uint32_t>)")
    known("vote.ballot", "", "__ballot_sync(__activemask(), <a:bool>)")
    known("vote.any", "", "(bool)__any_sync(__activemask(), <a:bool>)")
    known("vote.all", "", "(bool)__all_sync(__activemask(), <a:bool>)")
    known("match.any.sync", "", "__match_any_sync(<b:uint32_t>, <a>)")
    known("redux.sync.add", "", "__reduce_add_sync(<b:uint32_t>, <a>)")
    known("redux.sync.min", "", "__reduce_min_sync(<b:uint32_t>, <a>)")
    known("redux.sync.max", "", "__reduce_max_sync(<b:uint32_t>, <a>)")
    known("redux.sync.and", "", "__reduce_and_sync(<b:uint32_t>, <a:uint32_t>)")
    known("redux.sync.or", "", "__reduce_or_sync(<b:uint32_t>, <a:uint32_t>)")
    known("redux.sync.xor", "", "__reduce_xor_sync(<b:uint32_t>, <a:uint32_t>)")
    known("bar.red.popc barrier.red.popc", "aligned cta", "(cuda_cpu_ptx::whole_block(<a:uint32_t>), (uint32_t)__syncthreads_count(<b:bool>))")
    known("bar.red.and barrier.red.and", "aligned cta", "(cuda_cpu_ptx::whole_block(<a:uint32_t>), (bool)__syncthreads_and(<b:bool>))")
    known("bar.red.or barrier.red.or", "aligned cta", "(cuda_cpu_ptx::whole_block(<a:uint32_t>), (bool)__syncthreads_or(<b:bool>))")

    # Those without a result: <a> is the first operand.
    statement("bar.sync barrier.sync", "aligned cta", "cuda_cpu_ptx::whole_block(<all>), __syncthreads()")
    statement("bar.warp.sync", "", "__syncwarp(<a:uint32_t>)")
    statement("membar.cta fence.cta", "sc acq_rel acquire release", "__threadfence_block()")
    statement("membar.gl fence.gpu", "sc acq_rel acquire release", "__threadfence()")
    statement("membar.sys fence.sys", "sc acq_rel acquire release", "__threadfence_system()")
    statement("nanosleep", "", "__nanosleep(<a:uint32_t>)")
    statement("trap brkpt", "", "__trap()")
    statement("prefetch prefetchu discard applypriority griddepcontrol cp.async.commit_group cp.async.wait_group " \
              "cp.async.wait_all", "*", "(void)0")

    split("laneid warpid smid clock clock_hi clock64 globaltimer globaltimer_lo globaltimer_hi lanemask_eq lanemask_lt " \
          "lanemask_le lanemask_gt lanemask_ge nwarpid nsmid gridid dynamic_smem_size total_smem_size", ptx_list, " ")
    for (ptx_i = 1; ptx_i in ptx_list; ptx_i++) ptx_special[ptx_list[ptx_i]] = "cuda_cpu_ptx::" ptx_list[ptx_i] "()"
    split("tid threadIdx ntid blockDim ctaid blockIdx nctaid gridDim", ptx_list, " ")
    for (ptx_i = 1; ptx_i in ptx_list; ptx_i += 2)
        for (ptx_j = 1; ptx_j <= 3; ptx_j++)
            ptx_special[ptx_list[ptx_i] "." substr("xyz", ptx_j, 1)] = ptx_list[ptx_i + 1] "." substr("xyz", ptx_j, 1)
    ptx_special["warpsize"] = "(uint32_t)32"
}

function known(names, ignored, result,    i, count, list, beginning) {
    count = split(names, list, " ")
    for (i = 1; i <= count; i++) {
        ptx_result[list[i]] = result
        ptx_ignored[list[i]] = " " ignored " "
        beginning = list[i]
        do ptx_begins[beginning] = 1
        while (sub(/[.][^.]*$/, "", beginning))
    }
}

function statement(names, ignored, text,    i, count, list) {
    known(names, ignored, text)
    count = split(names, list, " ")
    for (i = 1; i <= count; i++) ptx_has_no_result[list[i]] = 1
}

# The tokens from `at` to `end` are asm(...), the bracket at `open`, and hold PTX.
function translate_ptx(at, open, end,    i, colon, begin, last) {
    ptx_error = ptx_labels = ptx_begin = ptx_end = ""
    ptx_operands = ptx_carries = 0
    split("", ptx_declared)
    for (colon = open + 1; colon < end && !(kind[colon] == "sign" && text[colon] == ":"); colon++) ;
    if (colon < end) ptx_constraints(colon, end)
    # The text's pieces are translated where they stand, because an #if may choose among them.
    for (i = open + 1; i < colon; i++) {
        if (kind[i] == "space" || directive[i] != directive[at]) {
            if (directive[i] != directive[at] && begin) { ptx_piece(begin, last); begin = 0 }
            continue
        }
        if (kind[i] != "string") { ptx_lacks("made by macros", "text"); break }
        if (!begin) begin = i
        last = i
    }
    if (begin) ptx_piece(begin, last)
    if (ptx_carries) ptx_begin = ptx_begin "unsigned cuda_cpu_carry = 0; "
    if (ptx_error != "") ptx_begin = ptx_error
    replace(at, open, "({ " (ptx_labels == "" ? "" : "__label__ " ptx_labels "; ") ptx_begin)
    replace(colon, end, (ptx_error == "" ? ptx_end : "") "})")
    if (ptx_error != "")
        for (i = open + 1; i < colon; i++)
            if (directive[i] == directive[at]) replace(i, i, "")
}

# The operands: : outputs : inputs : clobbers.
function ptx_constraints(colon, end,    i, section, how, close_at, expression) {
    for (i = colon; i < end; ) {
        if (text[i] == ":") { section++; i = after(i); continue }
        if (text[i] == ",") { i = after(i); continue }
        if (section > 2) return
        how = ""
        for (; kind[i] == "string"; i = after(i)) how = how text[i]
        if (text[i] != "(" || how == "") { ptx_lacks("operands that are not of the form \"r\"(x)", "text"); return }
        close_at = closing(i)
        expression = flat(i, close_at)
        if (section == 1) {
            ptx_begin = ptx_begin "auto &cuda_cpu_out" ptx_operands " = " expression "; auto cuda_cpu_" ptx_operands " = " \
                (how ~ /[+]/ ? "cuda_cpu_out" ptx_operands : "cuda_cpu_ptx::fresh(cuda_cpu_out" ptx_operands ")") "; "
            ptx_end = ptx_end "cuda_cpu_out" ptx_operands " = cuda_cpu_" ptx_operands "; "
        } else
            ptx_begin = ptx_begin "auto cuda_cpu_" ptx_operands " = " expression "; "
        ptx_operands++
        i = after(close_at)
    }
}

# Only the first of several reasons is told.
function ptx_lacks(name, what,    word_of) {
    if (ptx_error != "") return
    word_of = name
    gsub(/[^A-Za-z0-9]+/, "_", word_of)
    gsub(/["\\]/, "\\\\&", name)
    ptx_error = "__attribute__((error(\"the CPU device has no inline PTX " what " " name "\"))) void cuda_cpu_no_ptx_" \
        word_of "(); cuda_cpu_no_ptx_" word_of "(); "
}

# Strings from..to are instructions.
function ptx_piece(from, to,    i, all, t, result, at) {
    for (i = from; i <= to; i++)
        if (kind[i] == "string") all = all ptx_unquoted(text[i])
    gsub(/\/\/[^\n]*/, " ", all)
    while ((at = index(all, "/*")) && (t = index(substr(all, at), "*/")))
        all = substr(all, 1, at - 1) " " substr(all, at + t + 1)
    while (sub(/^[ \t\r\n\v;]+/, "", all) || all != "") {
        if (all == "") break
        if (match(all, /^[{}]/)) {
            result = result substr(all, 1, 1) " "
            all = substr(all, 2)
        } else if (match(all, /^[A-Za-z_$%][A-Za-z0-9_$]*[ \t\n]*:/) && substr(all, RLENGTH + 1, 1) != ":") {
            t = ptx_word(substr(all, 1, RLENGTH - 1))
            ptx_labels = ptx_labels (ptx_labels == "" ? "" : ", ") "cuda_cpu_to_" t
            result = result "cuda_cpu_to_" t ":; "
            all = substr(all, RLENGTH + 1)
        } else {
            at = index(all, ";")
            if (!at) { ptx_lacks(all, "without a semicolon:"); break }
            t = substr(all, 1, at - 1)
            all = substr(all, at + 1)
            gsub(/[ \t\r\n\v]+/, " ", t)
            result = result ptx_statement(t)
        }
    }
    replace(from, to, result)
}

function ptx_word(t) { gsub(/[ \t\n%]/, "", t); gsub(/[$]/, "_S", t); return t }

function ptx_unquoted(t,    result, at, c) {
    if (t ~ /R"/) {
        sub(/^[^(]*[(]/, "", t)
        sub(/[)][^)]*$/, "", t)
        return t
    }
    t = substr(t, 2, length(t) - 2)
    while ((at = index(t, "\\"))) {
        c = substr(t, at + 1, 1)
        result = result substr(t, 1, at - 1) (c ~ /[ntrv\n]/ ? " " : c)
        if (c == "n") result = result "\n"
        t = substr(t, at + 2)
    }
    return result t
}

function ptx_statement(t,    guard, op, count, i, list, declared) {
    sub(/^ +/, "", t)
    sub(/ +$/, "", t)
    if (t ~ /^@/) {
        match(t, /^@ *!? *[A-Za-z0-9_$%]+ */)
        guard = substr(t, 2, RLENGTH - 1)
        t = substr(t, RLENGTH + 1)
        guard = "if (" ptx_value(guard, "bool") ") "
    }
    match(t, /^[^ ]*/)
    op = substr(t, 1, RLENGTH)
    t = substr(t, RLENGTH + 1)
    if (op == ".reg") {
        match(t, /^ *[.][a-z0-9]+ */)
        declared = substr(t, 1, RLENGTH)
        t = substr(t, RLENGTH + 1)
        gsub(/[. ]/, "", declared)
        if (!(declared in ptx_type)) { ptx_lacks(".reg ." declared, "type"); return "" }
        count = split(t, list, ",")
        for (i = 1; i <= count; i++) {
            if (list[i] ~ /</) { ptx_lacks(op " ." declared " " list[i], "register"); return "" }
            list[i] = ptx_word(list[i])
            ptx_declared[list[i]] = 1
            t = (i == 1 ? "" : t ", ") "cuda_cpu_reg_" list[i]
        }
        return ptx_type[declared] " " t "; "
    }
    ptx_split(t)
    return guard "{ " ptx_instruction(op) "} "
}

# Operands, split at the commas outside of brackets, in ptx_operand[1..ptx_count].
function ptx_split(t,    i, c, depth) {
    split("", ptx_operand)
    ptx_count = t ~ /[^ ]/ ? 1 : 0
    for (i = 1; i <= length(t); i++) {
        c = substr(t, i, 1)
        if (c ~ /[[{(]/) depth++
        else if (c ~ /[]})]/) depth--
        if (c == "," && !depth) ptx_count++
        else if (c != " ") ptx_operand[ptx_count] = ptx_operand[ptx_count] c
    }
}

# The C++ variable, number or special register that an operand is; "" if it is none.
function ptx_name(t,    digits) {
    sub(/^%%/, "%", t)
    if (t ~ /^%[0-9]+$/) {
        digits = substr(t, 2)
        return digits + 0 < ptx_operands ? "cuda_cpu_" (digits + 0) : ""
    }
    if (ptx_word(t) in ptx_declared) return "cuda_cpu_reg_" ptx_word(t)
    if (t ~ /^%/) return substr(t, 2) in ptx_special ? ptx_special[substr(t, 2)] : ""
    if (t ~ /^0[fF][0-9A-Fa-f]+$/) return "0x" substr(t, 3) "u"
    if (t ~ /^0[dD][0-9A-Fa-f]+$/ && length(t) == 18) return "0x" substr(t, 3) "ull"
    if (t ~ /^[-+]?(0[xX][0-9A-Fa-f]+|[0-9]+)U?$/) { sub(/U$/, "", t); return "(" t "ll)" }
    if (t ~ /^[-+]?[0-9]+[.][0-9]*([eE][-+]?[0-9]+)?$/) return "(" t ")"
    if (t == "WARP_SZ") return "(32ll)"
    return ""
}

function ptx_value(t, type,    name, negated) {
    if (t ~ /^ *!/) { negated = 1; sub(/^ *! */, "", t) }
    sub(/ +$/, "", t)
    if ((name = ptx_name(t)) == "") { ptx_lacks(t, "operand"); return "0" }
    if (t ~ /^0[fF][0-9A-Fa-f]+$/) name = "cuda_cpu_ptx::get<float>(" name ")"
    else if (t ~ /^0[dD][0-9A-Fa-f]+$/) name = "cuda_cpu_ptx::get<double>(" name ")"
    else if (name ~ /^[(].*[)]$/) return "(" type ")" name
    return (negated ? "!" : "") "cuda_cpu_ptx::get<" type ">(" name ")"
}

# Puts this result into the operand.
function ptx_put(t, result,    name) {
    if (t == "_") return "(void)(" result "); "
    name = ptx_name(t)
    if (name !~ /^cuda_cpu_(reg_|[0-9])/) { ptx_lacks(t, "result"); return "" }
    return "cuda_cpu_ptx::put(" name ", " result "); "
}

# The names in {a, b, c, d}, or the one name, in ptx_item[1..]: how many.
function ptx_items(t) {
    if (t !~ /^[{]/) { ptx_item[1] = t; return 1 }
    return split(substr(t, 2, length(t) - 2), ptx_item, ",")
}

# What [x + 16] refers to, in this space.
function ptx_address(t, space,    parts, i, part, base, offset) {
    if (t !~ /^[[].*[]]$/) { ptx_lacks(t, "address"); return "0" }
    t = substr(t, 2, length(t) - 2)
    gsub(/-/, "+-", t)
    parts = split(t, part, "+")
    base = ptx_name(part[1])
    if (base == "") { ptx_lacks(part[1], "address"); return "0" }
    for (i = 2; i <= parts; i++) offset = offset " + " ptx_value(part[i], "int64_t")
    return (space == "shared" ? "cuda_cpu_ptx::shared_at(" : "cuda_cpu_ptx::at(") base ")" offset
}

# The parts of an instruction, between its dots: ptx_key are those that choose what it does, ptx_rest the others;
# ptx_first and ptx_last its types.
function ptx_parts(op,    parts, part, i) {
    parts = split(op, part, ".")
    ptx_key = part[1]
    ptx_rest = ptx_first = ptx_last = ""
    for (i = 2; i <= parts; i++)
        if (part[i] in ptx_type) {
            if (ptx_first == "") ptx_first = part[i]
            ptx_last = part[i]
        } else if ((ptx_key "." part[i]) in ptx_begins)
            ptx_key = ptx_key "." part[i]
        else
            ptx_rest = ptx_rest " " part[i]
}

# Is each part in ptx_rest one of these?
function ptx_rest_is(allowed,    i, count, list) {
    count = split(ptx_rest, list, " ")
    for (i = 1; i <= count && allowed != " * "; i++)
        if (index(allowed, " " list[i] " ") == 0) return 0
    return 1
}

# All operands as numbers, with commas.
function ptx_all(    i, result) {
    for (i = 1; i <= ptx_count; i++) result = result (i == 1 ? "" : ", ") ptx_value(ptx_operand[i], "uint32_t")
    return result
}

function ptx_instruction(op,    key, saturates, result, t, which, type, most) {
    key = op
    sub(/[.].*/, "", key)
    if (key ~ /^(ld|ldu|st|atom|red)$/) return ptx_memory(op)
    if (key ~ /^(setp|shfl|elect)$/ || op ~ /^match[.]all/) return ptx_with_predicate(op)
    if (op ~ /^cp[.]async[.]c[ag][.]/) return ptx_copy(op)
    if (op ~ /[.]cc([.]|$)/ || key ~ /^(addc|subc|madc)$/) return ptx_with_carry(op)
    if (key == "bra") return "goto cuda_cpu_to_" ptx_word(ptx_operand[1]) "; "
    if (key == "mov" && (ptx_operand[1] ptx_operand[2]) ~ /[{]/) return ptx_mov_pieces(op)

    ptx_parts(op)
    saturates = ptx_key ~ /^(add|sub|mul|mad|fma)$/ && ptx_last == "f32" && sub(/ sat/, "", ptx_rest)
    if (!(ptx_key in ptx_result) || !ptx_rest_is(ptx_ignored[ptx_key]) || ptx_rest ~ / sat/ && ptx_first ~ /^f/) { ptx_lacks(op, "instruction"); return "" }
    if (ptx_key == "cvt.rn" && ptx_count == 3)
        return ptx_put(ptx_operand[1], "cuda_cpu_ptx::pair_of<" ptx_type[ptx_first] ">(" \
                       ptx_value(ptx_operand[2], "float") ", " ptx_value(ptx_operand[3], "float") ")")
    t = ptx_result[ptx_key]
    key = ptx_key
    gsub(/<T>/, ptx_type[ptx_last], t)
    gsub(/<D>/, ptx_type[ptx_first], t)
    if (t ~ /<all>/) gsub(/<all>/, ptx_all(), t)
    while (match(t, /<[a-d](:[A-Za-z0-9_:<>]*)?>/)) {
        which = index("abcd", substr(t, RSTART + 1, 1)) + !(key in ptx_has_no_result)
        type = RLENGTH == 3 ? ptx_type[ptx_last] : substr(t, RSTART + 3, RLENGTH - 4)
        result = result substr(t, 1, RSTART - 1)
        t = substr(t, RSTART + RLENGTH)
        if (which > most) most = which
        if (which > ptx_count) break
        result = result ptx_value(ptx_operand[which], type)
    }
    if (most == 0) most = !(key in ptx_has_no_result)
    if (most != ptx_count && ptx_ignored[key] != " * " && ptx_result[key] !~ /<all>/) {
        ptx_lacks(op " with " ptx_count " operands", "instruction")
        return ""
    }
    result = result t
    if (saturates) result = "cuda_cpu_ptx::between_0_and_1(" result ")"
    return key in ptx_has_no_result ? result "; " : ptx_put(ptx_operand[1], result)
}

# mov.b64 {low, high}, x; and the other way round.
function ptx_mov_pieces(op,    count, i, whole, result) {
    ptx_parts(op)
    if (ptx_operand[1] ~ /[{]/) {
        count = ptx_items(ptx_operand[1])
        whole = ptx_value(ptx_operand[2], ptx_type[ptx_last])
        result = "auto cuda_cpu_whole = " whole "; "
        for (i = 1; i <= count; i++)
            result = result ptx_put(ptx_item[i], "cuda_cpu_ptx::piece<" count ">(cuda_cpu_whole, " i - 1 ")")
        return result
    }
    count = ptx_items(ptx_operand[2])
    for (i = 1; i <= count; i++)
        result = result (i == 1 ? "" : ", ") ptx_value(ptx_item[i], "cuda_cpu_ptx::part<" ptx_type[ptx_last] ", " count ">")
    return ptx_put(ptx_operand[1], "cuda_cpu_ptx::joined<" ptx_type[ptx_last] ">(" result ")")
}

# ld, st, atom and red: their space, order, scope, caches, length and type.
function ptx_memory(op,    parts, part, i, key, space, order, scope, length_of, type, what, address, value, name) {
    parts = split(op, part, ".")
    key = part[1]
    space = scope = ""
    order = length_of = 0
    for (i = 2; i <= parts; i++) {
        if (part[i] in ptx_type) type = part[i]
        else if (part[i] ~ /^(global|const|local|param|generic|shared(::cta)?)$/) space = substr(part[i], 1, 6)
        else if (part[i] ~ /^(volatile|relaxed|mmio|acquire|release|acq_rel|sc)$/) order = part[i]
        else if (part[i] ~ /^(cta|cluster|gpu|sys)$/) scope = part[i]
        else if (part[i] ~ /^v[248]$/) length_of = substr(part[i], 2)
        else if (part[i] ~ /^c[gv]$/ && key == "ld") order = "relaxed"
        else if (part[i] ~ /^(weak|c[ags]|lu|nc|wb|wt|noftz|L1::[a-z_]+|L2::[a-z_0-9B]+|level::[a-z_]+)$/) continue
        else if (key ~ /^(atom|red)$/ && part[i] ~ /^(add|min|max|and|or|xor|inc|dec|exch|cas)$/ && what == "") what = part[i]
        else { ptx_lacks(op, "instruction"); return "" }
    }
    if (type == "" || type == "b128" || key ~ /^(atom|red)$/ && (what == "" || length_of)) {
        ptx_lacks(op, "instruction")
        return ""
    }
    order = "cuda_cpu_ptx::" (!order ? key ~ /^(atom|red)$/ ? "relaxed()" : "plain()" \
                              : order ~ /^(volatile|relaxed|mmio)$/ || key == "ld" ? "relaxed()" : "ordered()")
    type = ptx_type[type]
    address = ptx_address(ptx_operand[key ~ /^(st|red)$/ ? 1 : 2], space == "shared" ? "shared" : "")
    if (key ~ /^ld/) {
        value = "auto cuda_cpu_loaded = cuda_cpu_ptx::load<" type ", " (length_of ? length_of : 1) ">(" address ", " order "); "
        length_of = ptx_items(ptx_operand[1])
        for (i = 1; i <= length_of; i++) value = value ptx_put(ptx_item[i], "cuda_cpu_loaded.v[" i - 1 "]")
        return value
    }
    if (key == "st") {
        length_of = ptx_items(ptx_operand[2])
        for (i = 1; i <= length_of; i++) value = value (i == 1 ? "" : ", ") ptx_value(ptx_item[i], type)
        return "cuda_cpu_ptx::store(" address ", cuda_cpu_ptx::vec<" type ", " length_of ">{{" value "}}, " order "); "
    }
    i = key == "atom" ? 3 : 2
    value = ptx_value(ptx_operand[i], type)
    if (what == "cas") value = value ", " ptx_value(ptx_operand[i + 1], type)
    value = "cuda_cpu_ptx::update(" address ", cuda_cpu_ptx::to_" what "<" type ">{" value "}, " order ", " \
        (scope == "cta" ? 2 : scope == "sys" ? 0 : 1) ")"
    return key == "atom" ? ptx_put(ptx_operand[1], value) : "(void)" value "; "
}

# setp.lt.s32 p|q, a, b; and others whose result is d|p, a number and a predicate.
function ptx_with_predicate(op,    parts, part, i, compare, combine, type, names, name, result, sign, mode) {
    parts = split(op, part, ".")
    for (i = 2; i <= parts; i++)
        if (part[i] in ptx_type) type = ptx_type[part[i]]
        else if (part[i] ~ /^(eq|ne|l[teos]|g[te]|hi|hs|(eq|ne|lt|le|gt|ge)u|num|nan)$/ && part[1] == "setp") compare = part[i]
        else if (part[i] ~ /^(and|or|xor)$/ && part[1] == "setp") combine = part[i]
        else if (part[i] ~ /^(up|down|bfly|idx)$/ && part[1] == "shfl") mode = part[i]
        else if (part[i] !~ /^(sync|all|ftz)$/) { ptx_lacks(op, "instruction"); return "" }
    names = split(ptx_operand[1], name, "|")
    if (part[1] == "setp") {
        if (compare == "" || type == "" || ptx_count != (combine == "" ? 3 : 4)) { ptx_lacks(op, "instruction"); return "" }
        result = "bool cuda_cpu_is = cuda_cpu_ptx::is_" compare "(" ptx_value(ptx_operand[2], type) ", " \
            ptx_value(ptx_operand[3], type) "); "
        sign = combine == "and" ? " & " : combine == "or" ? " | " : " ^ "
        if (combine != "") sign = sign ptx_value(ptx_operand[4], "bool")
        else sign = ""
        return result ptx_put(name[1], "(bool)(cuda_cpu_is" sign ")") \
            (names > 1 ? ptx_put(name[2], "(bool)(!cuda_cpu_is" sign ")") : "")
    }
    if (part[1] == "shfl") {
        if (mode == "" || op !~ /[.]sync[.]/ || ptx_count != 5) { ptx_lacks(op, "instruction"); return "" }
        result = "auto cuda_cpu_lane = cuda_cpu_ptx::source_" mode "(" ptx_value(ptx_operand[3], "uint32_t") ", " \
            ptx_value(ptx_operand[4], "uint32_t") "); "
        result = result ptx_put(name[1], "__shfl_sync(" ptx_value(ptx_operand[5], "uint32_t") ", " \
                                ptx_value(ptx_operand[2], "uint32_t") ", cuda_cpu_lane.number)")
        return result (names > 1 ? ptx_put(name[2], "cuda_cpu_lane.is_in_range") : "")
    }
    if (part[1] == "match") {
        result = "int cuda_cpu_all; " ptx_put(name[1], "__match_all_sync(" ptx_value(ptx_operand[3], "uint32_t") ", " \
                                              ptx_value(ptx_operand[2], type) ", &cuda_cpu_all)")
        return result (names > 1 ? ptx_put(name[2], "(bool)cuda_cpu_all") : "")
    }
    result = "uint32_t cuda_cpu_first = cuda_cpu_ptx::first_of(" ptx_value(ptx_operand[2], "uint32_t") "); "
    return result "__syncwarp(" ptx_value(ptx_operand[2], "uint32_t") "); " ptx_put(name[1], "cuda_cpu_first") \
        (names > 1 ? ptx_put(name[2], "(bool)(cuda_cpu_first == cuda_cpu_ptx::laneid())") : "")
}

# cp.async.ca.shared.global [to], [from], 16; the bytes after the given number of them become 0.
function ptx_copy(op,    t) {
    if (op !~ /^cp[.]async[.]c[ag][.]shared(::cta)?[.]global([.]L2::[a-z_0-9B]+)*$/ || ptx_count < 3) {
        ptx_lacks(op, "instruction")
        return ""
    }
    t = ptx_value(ptx_operand[3], "uint32_t")
    return "cuda_cpu_ptx::copy(" ptx_address(ptx_operand[1], "shared") ", " ptx_address(ptx_operand[2], "") ", " t ", " \
        (ptx_count > 3 && op !~ /cache_hint/ || ptx_count > 4 ? ptx_value(ptx_operand[4], "uint32_t") : t) "); "
}

# add.cc, addc, sub.cc, subc, mad.lo.cc, madc.hi.cc ...: the carry is cuda_cpu_carry.
function ptx_with_carry(op,    name, type, takes, makes, arguments, i) {
    name = op
    makes = sub(/[.]cc/, "", name)
    takes = sub(/^addc/, "add", name) + sub(/^subc/, "sub", name) + sub(/^madc/, "mad", name)
    type = name
    sub(/.*[.]/, "", type)
    sub(/[.][^.]*$/, "", name)
    if (name !~ /^(add|sub|mad[.](lo|hi))$/ || type !~ /^[us](32|64)$/) { ptx_lacks(op, "instruction"); return "" }
    type = "uint" substr(type, 2) "_t"
    sub(/[.]/, "_", name)
    ptx_carries = 1
    for (i = 2; i <= ptx_count; i++) arguments = arguments ptx_value(ptx_operand[i], type) ", "
    return ptx_put(ptx_operand[1], "cuda_cpu_ptx::" name "_with_carry(" arguments takes ", " makes ", cuda_cpu_carry)")
}
