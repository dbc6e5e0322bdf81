#!/bin/sh
# The lessons' functions as a shared library, as docs/pytorch.md builds it: they give what they gave in the lessons. With a
# GPU and torch, also from Python.
# On a GPU, too.
# Takes about 6 s of processor time.
. tests/lib.sh

compile tests/pytorch.cu "$tests_tmp/pytorch" >"$tests_tmp/log" 2>&1
"$tests_tmp/pytorch" >"$tests_tmp/said" 2>&1
is 'a sum' "$(grep '^sum' "$tests_tmp/said")" 'sum: 0, 9009 of 9009'
is 'rows of softmax add up to 1' "$(grep -c '^softmax: 0, row [012] adds up to 1\.000$' "$tests_tmp/said")" 3
is 'layer norm, with its weights and biases' "$(grep -c '^layer norm: 0, row [012]: mean 0\.50, from -1\.0 to 2\.0$' "$tests_tmp/said")" 3
is 'rows in the middle of 16 bytes are refused' "$(grep '^in the middle' "$tests_tmp/said")" 'in the middle of 16 bytes: 1'

library=$(sed -n 's/^\(nvcc .* -shared .*\)$/\1/p' docs/pytorch.md)
ok 'the page says how it is built' [ -n "$library" ]
if [ "$DEVICE" != gpu ]; then
    skip 'from Python' 'it needs a GPU'
elif ! python3 -c 'import torch' >/dev/null 2>&1; then
    skip 'from Python' 'torch is not here'
else
    ok 'the library' sh -c "$(echo "$library" | sed "s|^nvcc|\"\$(sh common/setup/cuda.sh nvcc)\"|; s|reductions\.so|\"$tests_tmp/reductions.so\"|")"
    says 'from Python' 0 '^layer norm   4 shapes right; a call takes ' python3 docs/pytorch/overhead.py "$tests_tmp/reductions.so"
fi
done_testing
