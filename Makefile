# Every command of the course. `make help` lists them; the longer ones are scripts, named below.
# For most: DEVICE=gpu|cpu (default: what this machine has), ARCH=sm_90 or a list (default: the GPU's own), BUILD=folder,
# NVCC, CXX.

# Without make's own rules, which would be tried for each header: a fifth of the time that make exercise05 takes to begin.
MAKEFLAGS += -r

setup := common/setup
# Which variables there are, and what make does with odd values: quoted, newline, given, text
include $(setup)/values.mk

numbers_of = $(sort $(foreach s,$(notdir $(wildcard $(1))),$(firstword $(subst _, ,$(s)))))
numbers := $(call numbers_of,lessons/[0-9][0-9]_*.cu)
lessons := $(addprefix lesson,$(numbers))
# The plain programs before the lessons: they have no options, and nobody measures them.
plain_numbers := $(call numbers_of,lessons/[0-9].[0-9]_*.cu)
plain := $(addprefix lesson,$(plain_numbers))
exercise_numbers := $(call numbers_of,solutions/[0-9]*_*.cu)
exercises := $(addprefix exercise,$(exercise_numbers))
solutions := $(addprefix solution,$(exercise_numbers))

# Where each goal has a number (lesson05, build/cpu/exercise05b), there are rules for the programs of these numbers only, and
# only what these were made of is read: half of the time that make takes to begin.
of_number = $(addprefix %,$(1) $(1:%=%.csv))
asked_for := $(foreach n,$(plain_numbers) $(numbers) $(exercise_numbers),$(if $(filter $(call of_number,$(n)),$(MAKECMDGOALS)),$(n)))
all_are_asked := $(filter-out $(call of_number,$(asked_for)),$(or $(MAKECMDGOALS),all))
asked = $(if $(all_are_asked),$(1),$(filter $(asked_for),$(1)))

# Asked once, and only by the commands that need a device.
asked_with = $(foreach v,NVCC CUDA_HOME CUDA_PATH CUDA_VISIBLE_DEVICES PATH,$(if $(filter undefined,$(origin $(v))),,$(v)=$(call quoted,$($(v)))))
device = $(eval device := $$(or $$(DEVICE),$$(shell $$(asked_with) sh $(setup)/cuda.sh device)))$(checked)$(device)
# Tests run on the CPU device unless DEVICE says otherwise, on a machine with a GPU too.
test_on = $(if $(DEVICE),$(device),cpu)
checked = $(if $(filter 1gpu 1cpu,$(words $(device))$(device)),,$(error \
    DEVICE=$(DEVICE): must be gpu or cpu, or left out: then it is what this machine has))

# For the scripts that ask themselves which device there is: is the one given a device?
given_device = $(if $(DEVICE),$(if $(device),))
# For those that run make
with_make = MAKE=$(call quoted,$(MAKE_COMMAND))

# LESSONS="00 5 07": numbers with or without the zero, spaces or commas between. Those that are measured, and
# those that have a page.
comma := ,
wanted_pages = $(if $(LESSONS),$(foreach l,$(subst $(comma), ,$(LESSONS)),$(or $(filter $(l) 0$(l),$(plain_numbers) $(numbers)),\
    $(error LESSONS=$(l): there is no such lesson; there are: $(plain_numbers) $(numbers)))),$(plain_numbers) $(numbers))
wanted = $(filter $(numbers),$(wanted_pages))

# Scripts sort, match ranges of letters and print numbers: everywhere in the same way.
export LC_ALL := C
export BUILD

.DEFAULT_GOAL := all
.SECONDEXPANSION:
.PHONY: all go check ready report class scores deps doctor help new-lesson complete figures bench bench-cpu counters latency roundtrip calibrate ratios accuracy inspect predict predict-validate record record-docs record-counts plots table table-check test peers record-peers compare \
        progress watch pages exercises solutions answers rehearse slides handout site \
        clean FORCE $(plain) $(lessons) $(plain_numbers:%=inspect%) $(numbers:%=inspect%) $(numbers:%=predict%) $(numbers:%=profile%) $(numbers:%=picture%) \
        play $(plain_numbers:%=play%) $(exercise_numbers:%=play%) $(numbers:%=play%) \
        $(numbers:%=sass%) $(numbers:%=timeline%) $(numbers:%=sanitize%) record-sass
.PHONY: FORCE $(exercises) $(solutions) $(foreach g,$(exercise_numbers),hint$(g) show$(g) reset$(g) undo$(g) watch$(g))

### To begin
## go            a minute: install what is missing, run the ladder, draw it
go:
	@$(given_device)$(with_make) sh $(setup)/go.sh

# What `make go` counts where there is no GPU.
$(numbers:%=$(BUILD)/counts/lesson%.csv): $(BUILD)/counts/lesson%.csv: $$(BUILD)/inspect/lesson% plots/ladder-counts.sh plots/ladder-counts.awk
	@sh plots/ladder-counts.sh count $*

## check         a minute: does this machine work? Runs lessons, finds a planted bug, draws
check:
	@$(given_device)$(with_make) sh $(setup)/check.sh

## ready         builds and runs one exercise, and prints a line to send: before a course
ready:
	@$(given_device)$(with_make) sh $(setup)/ready.sh

## deps          install what is missing (compiler, gnuplot …), or say which command would
# PART=slides: also what makes slides and the handout; PART=site: what makes the site; PART=7: MPI, for part VII
deps:
	@sh $(setup)/deps.sh

## doctor        what this machine has, and what each missing thing is for
doctor:
	@sh $(setup)/doctor.sh

## all           build every lesson (also plain `make`)
all: $(plain) $(lessons)

## lesson05      build one lesson as ./lesson05: DEVICE=gpu|cpu, ARCH="sm_80 sm_90"
# The name is the same for each device and points to the last build. Another BUILD keeps its links to
# itself, so that ./lesson05 never points into it.
link_in := $(if $(filter build,$(BUILD)),.,$(BUILD))
link_to := $(if $(filter build,$(BUILD)),build/)
link = ln -sf $(1) $(2).$$$$ && mv -f $(2).$$$$ $(2)
$(plain) $(lessons): $$(BUILD)/$$(device)/$$@
	@[ "$$(readlink $(link_in)/$@)" = $(link_to)$(device)/$@ ] || \
	    { $(call link,$(link_to)$(device)/$@,$(link_in)/$@) && echo "$(link_in)/$@ -> $(link_to)$(device)/$@"; }

# What takes long to compile, once for all lessons on a GPU, and which of them are linked to it. (Make asks for each
# lesson each time; grep runs once.)
with_cub = $(eval with_cub := $$(shell grep -l lesson_cub_sum lessons/*.cu))$(with_cub)
cub_of = $(if $(filter lessons/$(1)_%,$(with_cub)),$(BUILD)/gpu/cub.o)

# A program NAME05 of FOLDER/05_*.cu, for the GPU, for the CPU device, and to be inspected there.
# $(call build_rules,NAME,FOLDER,numbers,command to run before,folder of checks,objects for the GPU,options of cpucc,
#        options of both compilers,object for all: lesson is $(BUILD)/gpu/lesson.o and its like)
# Where there is a file of that number in the folder of checks, that is compiled: it includes the file of FOLDER.
# (An exercise is built often, and quietly.)
compile = sh common/course/compile.sh $(if $(1)$(findstring s,$(firstword x$(MAKEFLAGS))),--quiet) # also with make -s
compiled_file = $(if $(2),$$$$(firstword $$$$(wildcard $(2)/$$$$*_*.cu) $$$$(wildcard $(1)/$$$$*_*.cu)),$$$$(wildcard $(1)/$$$$*_*.cu))
define build_rules
$(3:%=$(BUILD)/gpu/$(1)%): $(BUILD)/gpu/$(1)%: $(call compiled_file,$(2),$(5)) $(BUILD)/gpu/flags $(6) $(9:%=$(BUILD)/gpu/%.o)
	@$(4) $(call compile,$(4)) $$@ @$(BUILD)/gpu/flags $(8) $(5:%=-I$(2)) $$(filter %.o,$$^) $$<

$(3:%=$(BUILD)/cpu/$(1)%): $(BUILD)/cpu/$(1)%: $(call compiled_file,$(2),$(5)) $(BUILD)/cpu/engine.a $(9:%=$(BUILD)/cpu/%.o)
	@$(4) $(call compile,$(4)) $$@ $(cpucc) --engine=$(BUILD)/cpu $(7) -Icommon $(8) $(5:%=-I$(2)) $$(filter %.o,$$^) $$<

$(3:%=$(BUILD)/inspect/$(1)%): $(BUILD)/inspect/$(1)%: $(call compiled_file,$(2),$(5)) $(BUILD)/inspect/engine-inspect.a $(9:%=$(BUILD)/inspect/%.o)
	@$(4) $(call compile,$(4)) $$@ $(cpucc) --inspect --engine=$(BUILD)/inspect $(7) -Icommon $(8) $(5:%=-I$(2)) $$(filter %.o,$$^) $$<

.PRECIOUS: $(foreach d,gpu cpu inspect,$(3:%=$(BUILD)/$(d)/$(1)%))
endef
cpucc := common/cpu/cpucc
$(BUILD)/gpu/cub.o: common/lesson_cub_sum.cu $(BUILD)/gpu/flags
	@$(compile) $@ @$(BUILD)/gpu/flags -c $<

# The functions of lesson.h and exercise.h, once for all lessons and exercises (common/harness/api.h)
linked := -DLESSON_LINKED
threads_lesson := --openmp # (answers are looked at in one OS thread)
$(BUILD)/gpu/%.o: common/%_linked.cu $(BUILD)/gpu/flags
	@$(compile) $@ @$(BUILD)/gpu/flags -c $<
$(BUILD)/cpu/%.o: common/%_linked.cu $(BUILD)/cpu/engine.a
	@$(compile) $@ $(cpucc) $(threads_$*) -Icommon -c $<
$(BUILD)/inspect/%.o: common/%_linked.cu $(BUILD)/inspect/engine-inspect.a
	@$(compile) $@ $(cpucc) --inspect $(threads_$*) -Icommon -c $<

$(eval $(call build_rules,lesson,lessons,$(call asked,$(plain_numbers))))
$(eval $(call build_rules,lesson,lessons,$(call asked,$(numbers)),,,$$$$(call cub_of,$$$$*),--openmp,$(linked),lesson))
# What an exercise's program was made of: grading/state.h.
checksum_of = -DEXERCISE_SOURCE=$$$$(cat $$(wildcard $(1)/$$*_*.cu) </dev/null | cksum | tr ' ' _)
$(eval $(call build_rules,exercise,exercises,$(call asked,$(exercise_numbers)),sh common/learn/check.sh $$* &&,exercises/checks,,,$(call checksum_of,exercises) $(linked),exercise))
$(eval $(call build_rules,solution,solutions,$(call asked,$(exercise_numbers)),,exercises/checks,,,$(call checksum_of,solutions) $(linked),exercise))

# The part of the CPU device that all programs share.
engine_sources := $(wildcard common/cpu/*/*.[chS] common/cpu/*/*/*.[chS] common/cpu/rewrite/* common/cpu/cpucc)
$(BUILD)/cpu/engine.a: $(BUILD)/cpu/flags $(engine_sources)
	common/cpu/cpucc --engine=$(BUILD)/cpu

$(BUILD)/inspect/engine-inspect.a: $(BUILD)/inspect/flags $(engine_sources)
	common/cpu/cpucc --inspect --engine=$(BUILD)/inspect

# The command of the last build, a line each word. Written only when it differs: then everything is built again.
note = [ -e $@ ] && [ "$$(cat $@)" = "$$new" ] || { printf '%s\n' "$$new" >$@.$$$$ && mv -f $@.$$$$ $@; } || { rm -f $@.$$$$; exit 1; }
$(BUILD)/gpu/flags: FORCE
	@[ -d $(@D) ] || mkdir -p $(@D) || exit; new=$$(sh $(setup)/cuda.sh command $@) && { $(note); }

$(BUILD)/cpu/flags $(BUILD)/inspect/flags: FORCE
	@[ -d $(@D) ] || mkdir -p $(@D) || exit; new="$$CC $$CFLAGS $$CXX $$CXXFLAGS $$(command -v "$${MPICC:-mpicc}" >/dev/null && echo MPI)"; $(note)

# Two makes may do the same at the same time. So whatever is made gets its name when it is complete, and none of
# it is removed because of what happened to one of them.
.PRECIOUS: $(foreach f,gpu/cub.o $(foreach d,gpu cpu inspect,$(d)/lesson.o $(d)/exercise.o) gpu/flags gpu/latency gpu/calibrate gpu/peers.fatbin cpu/engine.a cpu/flags inspect/engine-inspect.a \
    inspect/flags,$(BUILD)/$(f)) $(numbers:%=$(BUILD)/counts/lesson%.csv)

# What each program was made of, and what has no number
made_of = $(if $(all_are_asked),*,*[!0-9][a-z] $(asked_for:%=*%))
-include $(wildcard $(foreach m,$(made_of),$(BUILD)/?pu/$(m).d $(BUILD)/inspect/$(m).d))
# A header that is gone is no error: whatever used it is built again.
%.h exercises/%.cu exercises/checks/%.cu solutions/%.cu lessons/%.cu: ;

### Exercises
## exercise05    build an exercise as ./exercise05: DEVICE=gpu|cpu; solution05 its solution
# The inspected program makes all checks, so it is always built; on a GPU the GPU's as well.
$(exercises) $(solutions): $$(BUILD)/inspect/$$@ $$(if $$(filter gpu,$$(device)),$$(BUILD)/gpu/$$@)
	@sh common/learn/program.sh $@ $(device)
	@[ $(link_in) != . ] || [ "$$(readlink $@)" = $(link_to)$@ ] || { $(call link,$(link_to)$@,$@); }

## exercises     build all exercises; solutions: all solutions
exercises: $(exercises)
solutions: $(solutions)

## hint05        the next hint for an exercise: HINT=2
$(exercise_numbers:%=hint%): hint%:
	@sh common/learn/hint.sh $* "$$HINT"

## show05        how the solution differs from your file
$(exercise_numbers:%=show%): show%:
	@sh common/learn/show.sh $*

## reset05       the starter again; your work is kept
$(exercise_numbers:%=reset%): reset%:
	@sh common/learn/reset.sh $*

## undo05        your work of before the last reset: COPY=1 an older one, COPY=list lists them
$(exercise_numbers:%=undo%): undo%:
	@sh common/learn/undo.sh $* "$$COPY"

## watch05       build and run an exercise whenever it is saved; h, s, n, r, q are keys
$(exercise_numbers:%=watch%): watch%:
	@$(with_make) exec sh common/learn/watch.sh $*

## watch         the same for the next open one, and the next
watch:
	@$(with_make) exec sh common/learn/watch.sh

# A number may be typed without its zero: make exercise5 is make exercise05, and then ./exercise5 is there.
# $(call short_names,COMMAND,numbers,VARIABLE with the recipe)
short = $(filter-out .%,$(patsubst 0%,%,$(filter 0%,$(1))))
define short_names
$(addprefix $(1),$(call short,$(2))): $(1)%: $(1)0%
	@$$($(3))
endef
link_short = $(call link,$(<F),$(link_in)/$@)
nothing = :
$(eval $(call short_names,lesson,$(numbers),link_short))
$(foreach p,exercise solution,$(eval $(call short_names,$(p),$(exercise_numbers),link_short)))
$(foreach c,inspect predict profile picture sass timeline sanitize,$(eval $(call short_names,$(c),$(numbers),nothing)))
$(eval $(call short_names,play,$(sort $(numbers) $(exercise_numbers)),nothing))
$(foreach c,hint show reset undo watch,$(eval $(call short_names,$(c),$(exercise_numbers),nothing)))

## progress      where you are, and what is next: ALL=1 lists every exercise, ROUTE=weekend
progress:
	@sh common/learn/progress.sh

## report        what you have done, into reports/, for a teacher: NAME="Ada Lovelace", HOST=yes
# REPORTS=FOLDER instead of reports; REPORT=auto: again after each check, until REPORT=no
report:
	@$(given_device)sh common/class/report.sh

### For a teacher
## class         who is stuck: FILES="reports/*.csv", WATCH=yes, ALL=1
# PROJECTOR=1: the ladder in larger type
class:
	@sh common/class/class.sh

## scores        the counts of "beat the count", ranked: FILES=… ALL=1
scores:
	@sh common/class/scores.sh

## answers       the answers on all pages, into build/answers.md: LESSONS="00 01"
answers:
	@sh common/teach/answers.sh $(if $(LESSONS),$(wanted_pages))

## rehearse      the commands of a plan in docs/teaching.md, with a stopwatch: PLAN=90, LIST=1
rehearse:
	@sh common/teach/rehearse.sh

## slides        of the lessons' pages, as HTML and PDF with notes: LESSONS="00 01"
slides:
	@sh common/teach/slides.sh $(if $(LESSONS),$(wanted_pages))

## handout       to print: two pages for everyone, the exit tickets, a board
handout:
	@sh common/teach/handout.sh

## site          README, pages and players as a static site, in build/site: SITE=FOLDER
# LESSONS="00 05": only their players are made; others are in the site if they are there. make -j2 site is faster.
site_players = $(wanted_pages:%=$(BUILD)/players/play%.html)
$(plain_numbers:%=$(BUILD)/players/play%.html) $(numbers:%=$(BUILD)/players/play%.html): $(BUILD)/players/play%.html: \
        $(BUILD)/inspect/lesson% plots/play.sh common/site/player.sh $(wildcard plots/play/*)
	@sh common/site/player.sh $* $@
site: $$(site_players)
	@sh common/site/site.sh

### How fast?
## bench         run the lessons: LESSONS="00 05 07" N=2^24 BLOCKS=128,256 SAMPLES=50
# On a GPU also SHAPES=1,64,4096: numbers of rows, for lessons that are compared at several.
bench: $$(addprefix $$(BUILD)/$$(device)/lesson,$$(wanted))
	@DEVICE=$(device) sh plots/bench.sh $(addprefix lesson,$(wanted))

## peers         for a GPU: the sums of torch, cupy, jax, numba, triton and CUB: N=2^20,2^29
# PEERS="torch cupy" only these; OPERATIONS="sum softmax" only these; CUDA_SAMPLES=FOLDER NVIDIA's sample, too;
# CCCL=FOLDER the CUB of that copy of NVIDIA/cccl in place of the Toolkit's; PYTHON=python3
run_peers = DEVICE=$(device) $(with_make) sh plots/peers.sh
peers:
	@$(run_peers)

$(BUILD)/gpu/peers.fatbin: plots/peers/kernels.cu $(BUILD)/gpu/flags
	@$(call compile,quietly) $@ @$(BUILD)/gpu/flags -fatbin $<

## compare       for a GPU: lessons in turns, and whether they differ: LESSONS="06 07" ROUNDS=5
# Or two programs of one lesson, row by row: A=program B=program KERNEL=name.
compare: $$(if $$(A)$$(B),,$$(addprefix $$(BUILD)/$$(device)/lesson,$$(if $$(LESSONS),$$(wanted))))
	@DEVICE=$(device) sh plots/compare-runs.sh $(if $(A)$(B),,$(if $(LESSONS),$(addprefix lesson,$(wanted))))

## plots         draw the results: COMPARE=FILE,FILE overlays others, TEXT=1 prints; PROJECTOR=1
plots:
	@ls $(BUILD)/results/*.csv >/dev/null 2>&1 || [ $(device) = cpu ] || $(MAKE) --no-print-directory bench
	@sh plots/draw.sh

## counters      for a GPU: what ncu counts in each kernel, into build/counters.csv
counters: $$(addprefix $$(BUILD)/$$(device)/lesson,$$(wanted))
	@[ $(device) = gpu ] || { echo "counters: they are a GPU's; this is DEVICE=$(device)" >&2; exit 2; }
	@new=$(BUILD)/counters.$$$$ && { sh plots/counters.sh $(addprefix lesson,$(wanted)) >$$new && \
	    mv -f $$new $(BUILD)/counters.csv && echo "counters: $(BUILD)/counters.csv" || { rm -f $$new; exit 2; }; }

## latency       for a GPU: how long a load takes from L1, L2 and memory: RECORD=yes keeps it
## roundtrip     for a GPU: how long a call takes, until its result is there: RECORD=yes
## calibrate     for a GPU: what make predict needs to know of it: RECORD=yes keeps its row
latency roundtrip calibrate: $$(if $$(filter gpu,$$(device)),$$(BUILD)/gpu/$$@)
	@DEVICE=$(device) sh plots/measure.sh $@
	@[ $@ != calibrate ] || sh plots/predict/cards.sh

$(BUILD)/gpu/latency $(BUILD)/gpu/roundtrip $(BUILD)/gpu/calibrate: $(BUILD)/gpu/%: plots/%.cu $(BUILD)/gpu/flags
	@$(compile) $@ @$(BUILD)/gpu/flags $<

## ratios        for a GPU: rows against the first, over sizes: LESSONS=31 N=2^20,2^21
ratios: $$(if $$(LESSONS),$$(if $$(filter gpu,$$(device)),$$(addprefix $$(BUILD)/gpu/lesson,$$(wanted))))
	@DEVICE=$(device) sh plots/ratios.sh $(if $(LESSONS),$(addprefix lesson,$(wanted)))

## accuracy      how far off sums are, over sizes: LESSONS=34 N=2^10,2^20 RECORD=yes keeps it
accuracy: $$(if $$(LESSONS),$$(addprefix $$(BUILD)/$$(device)/lesson,$$(wanted)))
	@DEVICE=$(device) sh plots/accuracy.sh $(if $(LESSONS),$(addprefix lesson,$(wanted)))

### A look inside
## inspect05     find mistakes in lesson 05, count its accesses (CPU device): INSPECT="--lines"
# N=2^20, BLOCK=256; INSPECT has options of common/cpu/inspect, ARGS the program's.
$(plain_numbers:%=inspect%) $(numbers:%=inspect%): inspect%: $$(BUILD)/inspect/lesson%
	@sh common/course/inspect.sh $* $(if $(filter $*,$(plain_numbers)),plain,lesson)

## inspect       the same for any file: FILE=kernel.cu ARGS="its arguments" INSPECT="--blocks 8"
# FILE may have spaces in it, so it cannot be a prerequisite and is compiled each time.
inspect: $(if $(filter %.cu,$(lastword $(FILE))),$(BUILD)/inspect/engine-inspect.a)
	@sh common/course/inspect.sh file

## profile05     for a GPU: the same table from ncu: N=2^20 BLOCK=256
$(numbers:%=profile%): profile%:
	@sh plots/profile.sh check $*
	@$(MAKE) --no-print-directory $(BUILD)/gpu/lesson$*
	@sh plots/profile.sh $*

## predict05     GB/s on a card without it, from counts: CARD=h200|h100|a100|3090|t4 N= BLOCK=
$(numbers:%=predict%): predict%:
	@sh plots/predict/predict.sh lesson $*

## predict       the same for any file: FILE=kernel.cu CARD=h100 ARGS="its arguments"
predict: $(if $(filter %.cu,$(lastword $(FILE))),$(BUILD)/inspect/engine-inspect.a)
	@sh plots/predict/predict.sh file

## predict-validate  how far off predictions are, on kernels and cards that were not fitted
predict-validate:
	@sh plots/predict/validate.sh

## sass05        the machine code: registers, loads in flight: KERNEL=name ARCH=sm_80 SASS=full
$(numbers:%=sass%): sass%:
	@sh plots/sass.sh $*

## timeline05    for a GPU: when each launch of one reduction ran, by nsys: N= BLOCK= KERNEL=
$(numbers:%=timeline%): timeline%:
	@sh plots/timeline.sh check $*
	@$(MAKE) --no-print-directory $(BUILD)/gpu/lesson$*
	@sh plots/timeline.sh $*

## sanitize05    for a GPU: every tool of compute-sanitizer; a hazard of any severity fails
$(numbers:%=sanitize%): sanitize%:
	@sh plots/sanitize.sh check $*
	@$(MAKE) --no-print-directory $(BUILD)/gpu/lesson$*
	@sh plots/sanitize.sh $*

## picture05     draw which threads of a block work in each step: BLOCK=32 KERNEL=name, TEXT=1
$(numbers:%=picture%): picture%: $$(BUILD)/inspect/lesson%
	@sh plots/picture.sh $*

## play05        a page that plays a block: BLOCK=8..64 N=256 KERNEL=name VALUES=run; play05b
# Of numbers that are also a lesson's, the lesson: make play FILE=exercises/05_....cu plays the exercise.
played_exercises := $(filter-out $(plain_numbers) $(numbers),$(exercise_numbers))
$(plain_numbers:%=play%) $(numbers:%=play%): play%: $$(BUILD)/inspect/lesson%
	@sh plots/play.sh $*
$(played_exercises:%=play%): play%: $$(BUILD)/inspect/exercise%
	@sh plots/play.sh $*

## play          the same for any file: FILE=kernel.cu ARGS="its arguments" KERNEL=name
play: $(if $(filter %.cu,$(lastword $(FILE))),$(BUILD)/inspect/engine-inspect.a)
	@sh plots/play.sh file

## diff05        what lesson 05 changed since the one it is compared with, or the one before
diff%:
	@sh $(setup)/diff.sh $(call quoted,$*)

## bench-cpu     the speed of the CPU device itself
bench-cpu:
	@sh tests/cpu/bench.sh

### To change the course
## new-lesson    the files of a new lesson: NN=49 STEM=my_idea PART=V; see CONTRIBUTING.md
new-lesson:
	@sh common/course/new-lesson.sh

## complete      what lessons lack: a page, a picture, an exercise …: LESSONS="47"
complete:
	@sh common/course/complete.sh $(if $(LESSONS),$(wanted_pages))

## test          to change the course: the suite, 13 minutes: DEVICE=gpu, TESTS="20 21"
# ALL=1 for a release: more compilers, architectures, sizes.
# What several scripts need is built before them: for all of them also the inspected lessons.
tested_inspected = $(if $(value TESTS),,$(if $(filter cpu,$(test_on)),$(addprefix $(BUILD)/inspect/,$(plain) $(lessons))))
test:
	@DEVICE=$(test_on) PROGRAMS="$(addprefix $(BUILD)/$(test_on)/,$(lessons)) $(BUILD)/inspect/exercise.o $(tested_inspected)" \
	    $(with_make) sh tests/run

## record        for maintainers: bench on a GPU into plots/recorded/; lists false texts
record: $$(addprefix $$(BUILD)/$$(device)/lesson,$$(wanted))
	@RECORD=yes SIZES="$(if $(N),,2^14,2^16,2^18,2^20,2^22,2^24,2^26)" DEVICE=$(device) sh plots/bench.sh $(addprefix lesson,$(wanted))
	@sh plots/now-false.sh || :

## record-sass   for maintainers: the machine code of all lessons into plots/recorded/sass.csv
record-sass:
	@sh plots/sass.sh record

## record-peers  for maintainers: peers into plots/recorded/
record-peers:
	@RECORD=yes $(run_peers)

## record-docs   for maintainers: the tables and pictures of the recorded results
record-docs: table
	@README=yes sh plots/draw.sh

## record-counts  for maintainers: what kernels count on the CPU device, for make predict
record-counts: $$(addprefix $$(BUILD)/inspect/lesson,$$(wanted))
	@sh plots/predict/counts.sh $(wanted)

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
	@$(with_make) sh common/learn/pages.sh $(if $(LESSONS),$(wanted_pages))
	@sh common/course/terms.sh $(if $(LESSONS),$(wanted_pages))
	@sh common/course/map.sh

## table         the recorded tables in docs/results.md; table-check only compares
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
	@awk 'sub(/^### /, "") { print "\n" $$0 } sub(/^## /, "  make ")' Makefile

# Anything else. (With make -B that is also what has no rule because it is there.)
.DEFAULT:
	@[ -e $(call quoted,$@) ] || sh common/learn/unknown.sh $(call quoted,$@)

# What the Makefile calls as something in the environment stays its own, for its commands, too.
unexport $(foreach v,$(filter-out BUILD LC_ALL,$(in_environment)),$(if $(filter file,$(origin $(v))),$(v)))
