#!/usr/bin/env bash
# Runs programs of tests/lang and tests/ad on drivers of OpenCL that share no code with PoCL, in the shape for CPUs and in that for GPUs:
#
#   Oclgrind   a simulator of a device, which reports data races, accesses out of bounds, values that nobody has written, and barriers that
#              not all items of a group reach. In the shape for CPUs it does not look for unwritten values: lanes compute in vain.
#   rusticl    Mesa's driver, on the processor (llvmpipe). It has no f64: such programs are left to the embedded engine.
#
# Nothing is installed: the packages lie unpacked in a folder of the user's cache, and OCL_ICD_VENDORS names their drivers. Each program has a
# process of its own and a limit of time, as simulators are slow. At the end is a table of what came of them; what is known of a driver (see
# known, and cl.Quirks) is no failure. With --quick it is a few programs, in a minute and a half on two cores. Files and folders are run
# instead of all. DRIVERS=rusticl is one driver, SECONDS_EACH the limit of time.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

seconds=${SECONDS_EACH:-60} quick=
if [ "${1:-}" = --quick ]; then
    quick=1
    shift
fi
cache=${XDG_CACHE_HOME:-$HOME/.cache}/raido-drivers
wanted="oclgrind mesa-opencl-icd"

# fetch unpacks the packages, and those of what they need that are not installed.
fetch() {
    local stamp=$cache/unpacked p missing=
    [ "$(cat "$stamp" 2>/dev/null)" != "$wanted" ] || return 0
    mkdir -p "$cache/packages"
    for p in $(apt-cache depends --recurse --no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces --no-enhances $wanted | grep '^[a-z]' | sort -u); do
        dpkg -s "$p" >/dev/null 2>&1 || missing="$missing $p"
    done
    echo "unpacking$missing"
    (cd "$cache/packages" && timeout 300 apt-get download -qq $missing 2>/dev/null) || return 1
    for p in "$cache"/packages/*.deb; do dpkg -x "$p" "$cache/root" || return 1; done
    echo "$wanted" >"$stamp"
}

if [ "$(uname -m)" != x86_64 ] || ! command -v apt-get >/dev/null; then
    echo "skipped: the drivers are packages of Debian for amd64"
    exit 0
fi
if ! fetch >&2; then
    echo "skipped: the packages of the drivers cannot be had"
    exit 0
fi

work=$(mktemp -d "${TMPDIR:-/tmp}/rd.XXXXXX")
trap 'rm -rf "$work"' EXIT
lib=$cache/root/usr/lib/x86_64-linux-gnu
mkdir "$work/oclgrind" "$work/rusticl"
echo "$cache/root/usr/lib/oclgrind/liboclgrind-rt-icd.so" >"$work/oclgrind/driver.icd"
# rusticl has the place of its library of functions in it; a copy has one that is as short.
ln -s "$cache/root/usr/lib/clc/spirv64-mesa3d-.spv" "$work/64"
ln -s "$cache/root/usr/lib/clc/spirv-mesa3d-.spv" "$work/32"
place=$work perl -pe 's{/usr/lib/clc/spirv(64|)-mesa3d-\.spv}{my $p = "$ENV{place}/" . ($1 || 32); die "a long name: $p" if length $p > length $&; $p . "\0" x (length($&) - length $p)}ge' \
    "$lib/libRusticlOpenCL.so.1" >"$work/rusticl.so"
echo "$work/rusticl.so" >"$work/rusticl/driver.icd"

go build -o "$work/raido" ./kernel/raido
go test -c -o "$work/cl.test" ./backend/cl
export RAIDO_HISTORY=off XDG_CACHE_HOME=$work/cache LD_LIBRARY_PATH=$lib:$cache/root/usr/lib/oclgrind${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
export OCLGRIND_PCH_DIR=$lib/oclgrind/21.10 OCLGRIND_DATA_RACES=1 OCLGRIND_MAX_ERRORS=20 RUSTICL_ENABLE=llvmpipe

# on DRIVER SHAPE COMMAND...: a command on a driver; what Oclgrind reports lies in $work/reports.
on() {
    local driver=$1 shape=$2 unwritten=
    shift 2
    [ "$driver $shape" != "oclgrind gpu" ] || unwritten=1
    rm -f "$work/reports"
    env OCL_ICD_VENDORS="$work/$driver" OPENCL_VENDOR_PATH="$work/$driver" RAIDO_SHAPE="$shape" RAIDO_LIMITS=small OCLGRIND_NUM_THREADS=1 \
        OCLGRIND_LOG="$work/reports" ${unwritten:+OCLGRIND_UNINITIALIZED=1} "$@"
}

# reported prints the reports, but for those of races over the words that say that something has failed, where items look at any time whether to
# end, and in the shape for CPUs those of vectors that are read: lanes that a mask leaves out may lie in the part of another thread.
reported() { [ ! -s "$work/reports" ] || awk -v RS= -v shape="$1" '!(/race/ && shape == "cpu" && /= load </) && !(/race/ && /\(fail, 0,|fail\[0\] \| fail\[1\]/)' "$work/reports"; }

# Programs over which a driver is known to be wrong, where PoCL is right in the same shape. Why is not known.
known() {
    case "$1 $2 $3" in
    "rusticl gpu tests/lang/programs/trees.fut" | "rusticl gpu tests/ad/rows_f32.fut") return 0 ;;
    esac
    return 1
}

# The driver that looks for faults finds those that are there.
on oclgrind gpu "$work/cl.test" -test.run '^TestFaultsAreFound$' -test.v >"$work/said" 2>&1 && grep -q '^--- PASS' "$work/said" || {
    cat "$work/said"
    echo "Oclgrind does not find faults that are there."
    exit 1
}

few="lang/parallel/reverse_update lang/parallel/filter_in_map lang/parallel/map_scan_map lang/parallel/shared_rows lang/parallel/size_from_data
    lang/parallel/triangle lang/soacs/filter lang/soacs/hist_arrays lang/soacs/hist_floats lang/soacs/hist_ops lang/soacs/reduce_matrices
    lang/soacs/reduce_order lang/soacs/scan_rows lang/soacs/scan_neutral lang/soacs/scatter_own lang/arrays/matmul lang/accs/streams
    lang/update/overlap lang/update/nested_in_map lang/programs/kmeans lang/programs/sparse ad/custom ad/gaps ad/integers ad/vectors"
files=("$@")
if [ $# = 0 ]; then
    mapfile -t files < <(if [ -n "$quick" ]; then printf 'tests/%s.fut\n' $few; else git ls-files 'tests/lang/*.fut' 'tests/ad/*.fut'; fi)
fi
mapfile -t files < <(for f in "${files[@]}"; do if [ -d "$f" ]; then find "$f" -name '*.fut' | sort; else echo "$f"; fi; done)

status=0
for driver in ${DRIVERS:-oclgrind rusticl}; do
    for shape in gpu cpu; do
        [ "$driver $shape$quick" != "rusticl cpu1" ] || continue
        ok=0 bad=0 slow=0 left=0
        for f in "${files[@]}"; do
            code=0
            on $driver $shape timeout -k 2 $seconds "$work/raido" test --jobs 1 --backend opencl "$f" </dev/null >"$work/said" 2>/dev/null || code=$?
            reported $shape >"$work/faults"
            if [ -s "$work/faults" ] || [ $code != 0 ] && [ $code != 124 ] && [ $code != 137 ]; then
                known $driver $shape "$f" && continue
                bad=$((bad + 1)) status=1
                echo "$driver, $shape: $f"
                grep -v '^ok ' "$work/said" | head -n 6 || true
                head -n 12 "$work/faults" | grep -v '^[[:space:]]*$' || true
            elif [ $code != 0 ]; then
                slow=$((slow + 1))
            else
                ok=$((ok + 1))
                ! grep -q 'left to the interpreter' "$work/said" || left=$((left + 1))
            fi
        done
        echo "$driver in the shape for $shape: $ok programs are right, $left of them in part on the interpreter; $bad are wrong, $slow took longer than $seconds s"
    done
done
exit $status
