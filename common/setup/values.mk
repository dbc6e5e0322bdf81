# values.mk: what somebody gives make is text. Which variables there are, and what make does with odd values; the Makefile
# includes it first.

define newline


endef
hash := \#

# The variables that somebody may set, on the command line or in the environment. All others are the Makefile's own.
# The first ones make reads itself; the others, scripts read from the environment.
read_here := A B BUILD CUDA_HOME CUDA_PATH CUDA_VISIBLE_DEVICES DEVICE FILE LESSONS N NVCC PATH
options := $(read_here) ALL ARCH ARGS AWK BLOCK BLOCKS CARD CARDS CC CCCL CFLAGS CODE COMPARE COPY COUNTERS COUNTS CSV CUDA_% CXX \
    CXXFLAGS EXERCISE_SECONDS EXPLAIN FIGURES FILES HINT HOST INSPECT JOBS KERNEL LAST LC_ALL LESSON_GIT LIST MPICC NAME NCCL_% NEW \
    NN NO_COLOR NVDISASM OLD OPERATIONS PART PEERS PLAN PLAY_FOLDER PROGRESS PROJECTOR PYTHON README RECORD RECORDED RECORDS REPORT REPORTS RESULTS \
    ROUNDS ROUTE SAMPLES SASS SASS_CSV SASS_DUMPS SHAPES SITE SIZES STEM TERM TEST TESTS TEST_% TEXT TMPDIR VALUES WATCH WRITE

# A value is text, whatever is in it: make expands nothing in it, and in a recipe it is never part of a command.
text = $(eval override $$(1) := $$(value $$(1)))$(eval export $$(1))
given = $(foreach v,$(.VARIABLES),$(if $(filter $(1),$(firstword $(origin $(v)))),$(v)))
$(foreach v,$(filter-out MAKE% GNUMAKEFLAGS MFLAGS SHELL,$(call given,command)),$(if $(filter $(options),$(v)),$(call text,$(v)),\
    $(error $(v)=$(subst $(newline), ,$(value $(v))): no such variable; make help names them, and common/setup/values.mk all)))
in_environment := $(call given,environment)
$(foreach v,$(filter $(read_here),$(in_environment)),$(call text,$(v)))
# What has to be part of one, as one word for the shell, on one line
quoted = '$(subst ','\'',$(subst $(newline), ,$(1)))'

ifneq ($(findstring $(newline),$(CURDIR)),)
$(error this folder has a line end in its name, which no compiler can have: rename it)
endif

# The loader says on each of a hundred starts what it could not load, and an exercise's output drowns in it.
ifneq ($(value LD_PRELOAD),)
ifneq ($(findstring cannot be preloaded,$(shell env true 2>&1)),)
$(error LD_PRELOAD=$(subst $(newline), ,$(value LD_PRELOAD)): cannot be loaded; unset LD_PRELOAD, then try again)
endif
endif

BUILD ?= build
# BUILD is part of the targets' names, where these have a meaning.
odd := ' " ` $$ ; & | < > ( ) * ? [ ] { } ~ % : = ! , \ $(hash)
ifneq ($(words $(BUILD))$(findstring $(newline),$(BUILD))$(filter -%,$(BUILD))$(strip $(foreach c,$(odd),$(findstring $(c),$(BUILD)))),1)
$(error BUILD=$(subst $(newline), ,$(BUILD)): a folder name without spaces and without any of $(odd) is needed, as in BUILD=build)
endif
