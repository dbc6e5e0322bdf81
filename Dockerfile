# The course in a container, with what `make deps` installs:
#   docker build -t reduction . && docker run --rm -it reduction
# With a GPU and the NVIDIA Container Toolkit:
#   docker build -t reduction --build-arg BASE=nvidia/cuda:13.0.2-devel-ubuntu24.04 . && docker run --rm -it --gpus all reduction
# PART=slides also installs what makes slides, handout and site.
ARG BASE=debian:12
FROM $BASE
ARG PART=
WORKDIR /course
COPY . .
RUN sh common/setup/deps.sh
RUN make deps PART=$PART
RUN git config --system --add safe.directory /course
CMD ["bash"]
