# Every command of the course. `make help` lists them; the longer ones are scripts, named below.
# Variables: DEVICE=gpu|cpu (default: what this machine has), ARCH=sm_90 or a list (default: the
# GPU's own), BUILD=folder, NVCC, CXX.

BUILD ?= build
SETUP := common/setup

ifneq ($(words $(BUILD)),1)
$(error BUILD=$(BUILD): a folder name without spaces is needed)
endif

numbers_of = $(sort $(foreach s,$(notdir $(wildcard $(1))),$(firstword $(subst _, ,$(s)))))
numbers := $(call numbers_of,lessons/[0-9][0-9]_*.cu)
lessons := $(addprefix lesson,$(numbers))
# The plain programs before the lessons: they have no options, and nobody measures them.
plain_numbers := $(call numbers_of,lessons/[0-9].[0-9]_*.cu)
plain := $(addprefix lesson,$(plain_numbers))
exercise_numbers := $(call numbers_of,solutions/[0-9]*_*.cu)
exercises := $(addprefix exercise,$(exercise_numbers))
solutions := $(addprefix solution,$(exercise_numbers))

# Asked once, and only by the commands that need a device.
device = $(eval device := $(or $(DEVICE),$(shell NVCC="$(NVCC)" sh $(SETUP)/cuda.sh device)))$(checked)$(device)
# Tests run on the CPU device unless DEVICE says otherwise, on a machine with a GPU too.
test_on = $(if $(DEVICE),$(device),cpu)
checked = $(if $(filter 1gpu 1cpu,$(words $(device))$(device)),,$(error \
    DEVICE=$(DEVICE): must be gpu or cpu, or left out: then it is what this machine has))

# LESSONS="00 5 07": numbers with or without the zero, spaces or commas between. Those that are measured, and
# those that have a page.
comma := ,
wanted_pages = $(if $(LESSONS),$(foreach l,$(subst $(comma), ,$(LESSONS)),$(or $(filter $(l) 0$(l),$(plain_numbers) $(numbers)),\
    $(error LESSONS=$(l): there is no such lesson; there are: $(plain_numbers) $(numbers)))),$(plain_numbers) $(numbers))
wanted = $(filter $(numbers),$(wanted_pages))

# as one word for the shell, whatever is in it
quoted = '$(subst ','\'',$(1))'

export BUILD

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.SECONDEXPANSION:
.PHONY: all go check deps doctor help new-lesson complete figures bench bench-cpu counters latency inspect record record-docs renumber plots table table-check test peers record-peers compare \
        progress watch pages exercises solutions \
        clean FORCE $(plain) $(lessons) $(plain_numbers:%=inspect%) $(numbers:%=inspect%) $(numbers:%=profile%) $(numbers:%=picture%) \
        $(numbers:%=sass%) $(numbers:%=timeline%) $(numbers:%=sanitize%) record-sass
.PHONY: FORCE $(exercises) $(solutions) $(foreach g,$(exercise_numbers),hint$(g) show$(g) reset$(g) undo$(g) watch$(g))

## go            a minute: install what is missing, run the ladder, draw it
go:
	@MAKE="$(MAKE_COMMAND)" sh $(SETUP)/go.sh

# What `make go` counts where there is no GPU.
$(numbers:%=$(BUILD)/counts/lesson%.csv): $(BUILD)/counts/lesson%.csv: $$(BUILD)/inspect/lesson% plots/ladder-counts.sh plots/ladder-counts.awk
	@sh plots/ladder-counts.sh count $*

## check         a minute: does this machine work? Runs lessons, finds a planted bug, draws
check:
	@MAKE="$(MAKE_COMMAND)" sh $(SETUP)/check.sh

## deps          install what is missing (compiler, gnuplot …), or say which command would
deps:
	@sh $(SETUP)/deps.sh

## doctor        what this machine has, and what each missing thing is for
doctor:
	@sh $(SETUP)/doctor.sh

## all           build every lesson (also plain `make`)
all: $(plain) $(lessons)

## lesson05      build one lesson as ./lesson05: DEVICE=gpu|cpu, ARCH="sm_80 sm_90"
# The name is the same for each device and points to the last build. Another BUILD keeps its links to
# itself, so that ./lesson05 never points into it.
link_in := $(if $(filter build,$(BUILD)),.,$(BUILD))
link_to := $(if $(filter build,$(BUILD)),build/)
$(plain) $(lessons): $$(BUILD)/$$(device)/$$@
	@[ "$$(readlink $(link_in)/$@)" = $(link_to)$(device)/$@ ] || \
	    { ln -sfn $(link_to)$(device)/$@ $(link_in)/$@ && echo "$(link_in)/$@ -> $(link_to)$(device)/$@"; }

# What takes long to compile, once for all lessons on a GPU, and which of them are linked to it.
cub_of = $(if $(shell grep -l lesson_cub_sum $(wildcard lessons/$(1)_*.cu)),$(BUILD)/gpu/cub.o)

# A program NAME05 of FOLDER/05_*.cu, for the GPU, for the CPU device, and to be inspected there.
# $(call build_rules,NAME,FOLDER,numbers,command to run before,folder of checks,objects for the GPU,options of cpucc)
# Where there is a file of that number in the folder of checks, that is compiled: it includes the file of FOLDER.
# The program gets the time at which its compilation began, so a source that is saved meanwhile is
# compiled again. That time is kept in a file of this shell's own, since make watch may build the same program in
# another terminal. (An exercise is built often, and quietly.)
say = $(if $(findstring s,$(firstword x$(MAKEFLAGS))),:,echo) # not with make -s
run_compiler = $(if $(4),:,$(say)) "$$$$@" && : >$$@.$$$$$$$$ && "$$$$@" && touch -r $$@.$$$$$$$$ $$@ && rm -f $$@.$$$$$$$$
compiled_file = $(if $(2),$$$$(firstword $$$$(wildcard $(2)/$$$$*_*.cu) $$$$(wildcard $(1)/$$$$*_*.cu)),$$$$(wildcard $(1)/$$$$*_*.cu))
define build_rules
$(3:%=$(BUILD)/gpu/$(1)%): $(BUILD)/gpu/$(1)%: $(call compiled_file,$(2),$(5)) $(BUILD)/gpu/flags $(6)
	@$(4) set -- $$$$(cat $(BUILD)/gpu/flags) $(5:%=-I$(2)) -MMD -MP -MF $$@.d -MT $$@ $$< $$(filter %.o,$$^) -o $$@ && \
	    $(run_compiler)

$(3:%=$(BUILD)/cpu/$(1)%): $(BUILD)/cpu/$(1)%: $(call compiled_file,$(2),$(5)) $(BUILD)/cpu/engine.a
	@$(4) set -- common/cpu/cpucc --engine=$(BUILD)/cpu $(7) -Icommon $(5:%=-I$(2)) -MMD -MP -MF $$@.d -MT $$@ $$< -o $$@ && \
	    $(run_compiler)

$(3:%=$(BUILD)/inspect/$(1)%): $(BUILD)/inspect/$(1)%: $(call compiled_file,$(2),$(5)) $(BUILD)/inspect/engine-inspect.a
	@$(4) set -- common/cpu/cpucc --inspect --engine=$(BUILD)/inspect $(7) -Icommon $(5:%=-I$(2)) -MMD -MP -MF $$@.d \
	    -MT $$@ $$< -o $$@ && $(run_compiler)
endef
define cub_rule
$(BUILD)/gpu/cub.o: common/lesson_cub_sum.cu $(BUILD)/gpu/flags
	@set -- $$$$(cat $(BUILD)/gpu/flags) -MMD -MP -MF $$@.d -MT $$@ -c $$< -o $$@ && $(run_compiler)
endef
$(eval $(call cub_rule))
$(eval $(call build_rules,lesson,lessons,$(plain_numbers) $(numbers),,,$$$$(call cub_of,$$$$*),--openmp))
$(eval $(call build_rules,exercise,exercises,$(exercise_numbers),sh common/learn/check.sh $$* &&,exercises/checks))
$(eval $(call build_rules,solution,solutions,$(exercise_numbers),,exercises/checks))

# The part of the CPU device that all programs share.
engine_sources := $(wildcard common/cpu/*/*.[chS] common/cpu/*/*/*.[chS] common/cpu/rewrite/* common/cpu/cpucc)
$(BUILD)/cpu/engine.a: $(BUILD)/cpu/flags $(engine_sources)
	@rm -f $@
	common/cpu/cpucc --engine=$(BUILD)/cpu

$(BUILD)/inspect/engine-inspect.a: $(BUILD)/inspect/flags $(engine_sources)
	@rm -f $@
	common/cpu/cpucc --inspect --engine=$(BUILD)/inspect

# The command of the last build. Written only when it differs: then everything is built again.
$(BUILD)/gpu/flags: FORCE
	@mkdir -p $(@D)
	@nvcc=$$(sh $(SETUP)/cuda.sh nvcc) && arch=$$(sh $(SETUP)/cuda.sh flags "$(ARCH)") && \
	    new="$$nvcc -O3 -Icommon $$arch" old=$$(cat $@ 2>/dev/null || :) && \
	    case $$old in "$$new -Xcompiler -fopenmp") ;; *) \
	        new="$$new$$(sh $(SETUP)/cuda.sh openmp)"; [ "$$new" = "$$old" ] || echo "$$new" >$@ ;; esac

$(BUILD)/cpu/flags $(BUILD)/inspect/flags: FORCE
	@mkdir -p $(@D)
	@new="$(CC) $(CXX) $(CXXFLAGS)"; [ "$$new" = "$$(cat $@ 2>/dev/null)" ] || echo "$$new" >$@

-include $(wildcard $(BUILD)/?pu/*.d $(BUILD)/inspect/*.d)
# A header that is gone is no error: whatever used it is built again.
%.h exercises/%.cu exercises/checks/%.cu solutions/%.cu lessons/%.cu: ;

## exercise05    build an exercise as ./exercise05: DEVICE=gpu|cpu; solution05 its solution
# The inspected program makes all checks, so it is always built; on a GPU the GPU's as well.
$(exercises) $(solutions): $$(BUILD)/inspect/$$@ $$(if $$(filter gpu,$$(device)),$$(BUILD)/gpu/$$@)
	@here=$$(pwd | sed "s/'/'\\\\''/g"); printf "#!/bin/sh\ncd '%s' && BUILD='%s' DEVICE=%s exec sh common/learn/grade.sh %s \"\$$@\"\n" \
	    "$$here" '$(BUILD)' $(device) $@ >$(BUILD)/$@ && chmod +x $(BUILD)/$@
	@[ $(link_in) != . ] || ln -sf $(link_to)$@ $@

## exercises     build all exercises; solutions: all solutions
exercises: $(exercises)
solutions: $(solutions)

## hint05        the next hint for an exercise: HINT=2
$(exercise_numbers:%=hint%): hint%:
	@sh common/learn/hint.sh $* $(call quoted,$(HINT))

## show05        how the solution differs from your file
$(exercise_numbers:%=show%): show%:
	@sh common/learn/show.sh $*

## reset05       the starter again; your work is kept
$(exercise_numbers:%=reset%): reset%:
	@sh common/learn/reset.sh $*

## undo05        your work of before the last reset: COPY=1 an older one, COPY=list lists them
$(exercise_numbers:%=undo%): undo%:
	@sh common/learn/undo.sh $* $(call quoted,$(COPY))

## watch05       build and run an exercise whenever it is saved; h, s, n, r, q are keys
$(exercise_numbers:%=watch%): watch%:
	@MAKE="$(MAKE_COMMAND)" exec sh common/learn/watch.sh $*

## watch         the same for the next open one, and the next
watch:
	@MAKE="$(MAKE_COMMAND)" exec sh common/learn/watch.sh

# A number may be typed without its zero: make exercise5 is make exercise05, and then ./exercise5 is there.
# $(call short_names,COMMAND,numbers,recipe)
short = $(filter-out .%,$(patsubst 0%,%,$(filter 0%,$(1))))
define short_names
$(addprefix $(1),$(call short,$(2))): $(1)%: $(1)0%
	@$(3)
endef
link_short = ln -sfn $$(<F) $(link_in)/$$@
$(eval $(call short_names,lesson,$(numbers),$(link_short)))
$(foreach p,exercise solution,$(eval $(call short_names,$(p),$(exercise_numbers),$(link_short))))
$(foreach c,inspect profile picture sass timeline sanitize,$(eval $(call short_names,$(c),$(numbers),:)))
$(foreach c,hint show reset undo watch,$(eval $(call short_names,$(c),$(exercise_numbers),:)))

## progress      where you are in the course, and what is next: ALL=1 lists every exercise
progress:
	@sh common/learn/progress.sh $(if $(filter-out 0 no,$(ALL)),all,parts)

## bench         run the lessons: LESSONS="00 05 07" N=2^24 BLOCKS=128,256 SAMPLES=50
# On a GPU also SHAPES=1,64,4096: numbers of rows, for lessons that are compared at several.
bench: $$(addprefix $$(BUILD)/$$(device)/lesson,$$(wanted))
	@DEVICE=$(device) N="$(N)" BLOCKS="$(BLOCKS)" SAMPLES="$(SAMPLES)" SHAPES="$(SHAPES)" \
	    sh plots/bench.sh $(addprefix lesson,$(wanted))

## peers         for a GPU: the sums of torch, cupy, jax, numba, triton and CUB: N=2^20,2^29
# PEERS="torch cupy" only these; CUDA_SAMPLES=FOLDER NVIDIA's sample, too; PYTHON=python3
run_peers = DEVICE=$(device) MAKE="$(MAKE_COMMAND)" sh plots/peers.sh
peers:
	@$(run_peers)

$(BUILD)/gpu/peers.fatbin: plots/peers/kernels.cu $(BUILD)/gpu/flags
	@set -- $$(cat $(BUILD)/gpu/flags) -fatbin -MMD -MP -MF $@.d -MT $@ $< -o $@ && "$$@"

## compare       for a GPU: lessons in turns, and whether they differ: LESSONS="06 07" ROUNDS=5
# Or two programs of one lesson, row by row: A=program B=program KERNEL=name.
compare: $$(if $$(A)$$(B),,$$(addprefix $$(BUILD)/$$(device)/lesson,$$(if $$(LESSONS),$$(wanted))))
	@DEVICE=$(device) sh plots/compare-runs.sh $(if $(A)$(B),,$(if $(LESSONS),$(addprefix lesson,$(wanted))))

## plots         draw the results: COMPARE=FILE,FILE overlays others, TEXT=1 prints the ladders
plots:
	@ls $(BUILD)/results/*.csv >/dev/null 2>&1 || [ $(device) = cpu ] || $(MAKE) --no-print-directory bench
	@COMPARE="$(COMPARE)" TEXT="$(TEXT)" sh plots/draw.sh

## counters      for a GPU: what ncu counts in each kernel, into build/counters.csv
counters: $$(addprefix $$(BUILD)/$$(device)/lesson,$$(wanted))
	@[ $(device) = gpu ] || { echo "counters: they are a GPU's; this is DEVICE=$(device)" >&2; exit 2; }
	@sh plots/counters.sh $(addprefix lesson,$(wanted)) >$(BUILD)/counters.new
	@mv $(BUILD)/counters.new $(BUILD)/counters.csv && echo "counters: $(BUILD)/counters.csv"

## latency       for a GPU: how long a load takes from L1, L2 and memory: RECORD=yes keeps it
latency: $$(if $$(filter gpu,$$(device)),$$(BUILD)/gpu/latency)
	@DEVICE=$(device) RECORD=$(call quoted,$(RECORD)) sh plots/latency.sh

$(BUILD)/gpu/latency: plots/latency.cu $(BUILD)/gpu/flags
	@set -- $$(cat $(BUILD)/gpu/flags) -MMD -MP -MF $@.d -MT $@ $< -o $@ && $(say) "$$@" && "$$@"

## inspect05     find mistakes in lesson 05, count its accesses (CPU device): INSPECT="--lines"
# N=2^20, BLOCK=256; INSPECT has options of common/cpu/inspect, ARGS the program's.
$(plain_numbers:%=inspect%) $(numbers:%=inspect%): inspect%: $$(BUILD)/inspect/lesson%
	@common/cpu/inspect --csv $(BUILD)/inspect/lesson$*.csv $(INSPECT) $< \
	    $(if $(filter $*,$(plain_numbers)),$(N),-s 1 -w 0 $(N:%=-n %) $(BLOCK:%=-b %)) $(ARGS)

## inspect       the same for any file: FILE=kernel.cu ARGS="its arguments" INSPECT="--blocks 8"
# FILE may have spaces in it, so it cannot be a prerequisite and is compiled each time.
inspect: $(if $(FILE),$(BUILD)/inspect/engine-inspect.a)
	@case "$$FILE" in \
	*.cu) ;; \
	*) echo "make inspect: which file? make inspect FILE=kernel.cu, or for a lesson: make inspect00" >&2; exit 2 ;; \
	esac; \
	program=$(BUILD)/inspect/$$(basename "$$FILE" .cu); \
	case "$$program" in */flags | */lesson[0-9]* | */exercise[0-9]* | */solution[0-9]*) program=$${program}_file ;; esac; \
	common/cpu/cpucc --inspect --engine=$(BUILD)/inspect -Icommon "$$FILE" -o "$$program" && \
	common/cpu/inspect --csv "$$program.csv" $(INSPECT) "$$program" $(ARGS)

## profile05     for a GPU: the same table from ncu: N=2^20 BLOCK=256
$(numbers:%=profile%): profile%:
	@sh plots/profile.sh check $*
	@$(MAKE) --no-print-directory $(BUILD)/gpu/lesson$*
	@N="$(N)" BLOCK="$(BLOCK)" sh plots/profile.sh $*

## sass05        the machine code: registers, loads in flight: KERNEL=name ARCH=sm_80 SASS=full
$(numbers:%=sass%): sass%:
	@sh plots/sass.sh $*

## timeline05    for a GPU: when each launch of one reduction ran, by nsys: N= BLOCK= KERNEL=
$(numbers:%=timeline%): timeline%:
	@sh plots/timeline.sh check $*
	@$(MAKE) --no-print-directory $(BUILD)/gpu/lesson$*
	@N="$(N)" BLOCK="$(BLOCK)" sh plots/timeline.sh $*

## sanitize05    for a GPU: every tool of compute-sanitizer; a hazard of any severity fails
$(numbers:%=sanitize%): sanitize%:
	@sh plots/sanitize.sh check $*
	@$(MAKE) --no-print-directory $(BUILD)/gpu/lesson$*
	@sh plots/sanitize.sh $*

## picture05     draw which threads of a block work in each step: BLOCK=32 KERNEL=name, TEXT=1
$(numbers:%=picture%): picture%: $$(BUILD)/inspect/lesson%
	@BLOCK="$(BLOCK)" sh plots/picture.sh $*

## diff05        what lesson 05 changed since the one it is compared with, or the one before
diff%:
	@sh $(SETUP)/diff.sh $*

## bench-cpu     the speed of the CPU device itself
bench-cpu:
	@sh tests/cpu/bench.sh

## new-lesson    the files of a new lesson: NN=47 STEM=my_idea PART=V; see CONTRIBUTING.md
new-lesson:
	@sh common/course/new-lesson.sh

## complete      what lessons lack: a page, a picture, an exercise …: LESSONS="47"
complete:
	@sh common/course/complete.sh $(if $(LESSONS),$(wanted_pages))

## test          to change the course: the whole suite, 17 minutes: DEVICE=gpu, TESTS="20 21"
test:
	@DEVICE=$(test_on) TESTS="$(TESTS)" PROGRAMS="$(addprefix $(BUILD)/$(test_on)/,$(lessons)) $(BUILD)/inspect/engine-inspect.a" \
	    MAKE="$(MAKE_COMMAND)" sh tests/run

## record        for maintainers: bench on a GPU into plots/recorded/
record: $$(addprefix $$(BUILD)/$$(device)/lesson,$$(wanted))
	@RECORD=yes SIZES="$(if $(N),,2^14,2^16,2^18,2^20,2^22,2^24,2^26)" DEVICE=$(device) N="$(N)" BLOCKS="$(BLOCKS)" SAMPLES="$(SAMPLES)" SHAPES="$(SHAPES)" \
	    sh plots/bench.sh $(addprefix lesson,$(wanted))

## record-sass   for maintainers: the machine code of all lessons into plots/recorded/sass.csv
record-sass:
	@sh plots/sass.sh record

## record-peers  for maintainers: peers into plots/recorded/
record-peers:
	@RECORD=yes $(run_peers)

## record-docs   for maintainers: the tables and pictures of the recorded results
record-docs: table
	@README=yes sh plots/draw.sh

## renumber      for maintainers: texts after a new record: OLD=old.csv NEW=new.csv WRITE=yes
renumber:
	@WRITE=$(call quoted,$(WRITE)) sh plots/renumber.sh $(call quoted,$(OLD)) \
	    $(call quoted,$(or $(NEW),plots/recorded/nvidia-h200.csv))

## figures       for maintainers: the pictures that pages show, into docs/lessons/figures
figures:
	@for number in $$(FIGURES=list sh plots/picture.sh); do \
	    $(MAKE) --no-print-directory $(BUILD)/inspect/lesson$$number || exit; \
	done
	@FIGURES=yes sh plots/picture.sh
	@sh plots/drawings.sh

## pages         links, exercises and words in the lessons' pages: LESSONS=47, only in these
pages:
	@sh common/course/links.sh
	@MAKE="$(MAKE_COMMAND)" sh common/learn/pages.sh $(if $(LESSONS),$(wanted_pages))
	@sh common/course/terms.sh $(if $(LESSONS),$(wanted_pages))

## table         the recorded tables in README and docs/results.md; table-check only compares
table:
	@sh plots/table.sh
table-check:
	@sh plots/table.sh check

## clean         remove build/ and the links into it; what progress/ has stays
clean:
ifneq ($(BUILD),build)
	@echo "BUILD=$(BUILD): make clean removes build/ only; remove that folder yourself" >&2; exit 2
endif
	@rm -rf build
	@for link in lesson[0-9]* exercise[0-9]* solution[0-9]*; do \
	    if [ -h "$$link" ]; then rm -f "$$link"; fi; done

## help          this list
help:
	@sed -n 's/^## /  make /p' Makefile

# Anything else.
.DEFAULT:
	@sh common/learn/unknown.sh $(call quoted,$@)
