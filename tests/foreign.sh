#!/usr/bin/env bash
# Runs Raido as it is built for other systems: for Windows under Wine, for Linux on arm64 under QEMU. Each checks and runs programs on the
# embedded engine, executes a notebook, and installs the kernel. Results must have the same bits as here: on arm64 those of all programs of tests/lang
# and tests/ad, and the tests of backend/wasm pass there; under Wine those of a part. It takes most of an hour, under QEMU, so it is not part of
# tests/run.sh, which only builds and vets for all systems. With an argument it is only that system. What is missing is installed where apt
# is there.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=install/packages.sh
. install/packages.sh
install_packages wine binutils-mingw-w64-x86-64 qemu-user-static libc6-arm64-cross

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export OCL_ICD_VENDORS=$work/none RAIDO_HISTORY=off JUPYTER_DATA_DIR='' CGO_ENABLED=0
go build -o "$work/raido" ./kernel/raido
echo 'entry main (xs: []f64) = vjp (\xs -> f64.sum (map (\x -> x * x) xs)) xs 1' >"$work/gradient.fut"

# digests FILE COMMAND...: tests $programs by a command, and writes into a file what each gave.
digests() {
    local file=$1
    shift
    "$@" test --backend wasm --bits --timeout 10m $programs </dev/null >"$work/said" 2>"$work/traced" || {
        grep -v '^ok ' "$work/said"
        return 1
    }
    grep '^ok ' "$work/said" | tr '\\' / >"$file" # folders of Windows
    tail -n 1 "$work/said"
}

# both SYSTEM ARCHITECTURE COMMAND...: builds for it, and runs what is built by the command.
both() {
    local name=$work/raido-$1-$2.exe
    echo "$1 on $2"
    GOOS=$1 GOARCH=$2 go build -o "$name" ./kernel/raido
    shift 2
    "$@" "$name" check tests/ad/sums.fut </dev/null
    [ "$(echo '[1.0, 2.0]' | "$@" "$name" run --backend wasm "$work/gradient.fut" | tr -d '\r')" = '[2.0f64, 4.0f64]' ]
    RAIDO_THREADS=1 digests "$work/here" "$work/raido" # the other has a thread for each core
    digests "$work/there" "$@" "$name"
    diff "$work/here" "$work/there"
    "$@" "$name" notebook --backend wasm notebooks/01-first-light.ipynb --output "$work/out.ipynb" </dev/null
    "$@" "$name" install --prefix "$work/jupyter" </dev/null
    "$@" "$name" install --prefix "$work/jupyter" --check </dev/null >"$work/found" || true # Jupyter may not be there
    grep 'ok  *kernelspec' "$work/found"
}

if [ "${1:-linux}" = linux ]; then
    export QEMU_LD_PREFIX=/usr/aarch64-linux-gnu
    programs='tests/lang tests/ad'
    both linux arm64 qemu-aarch64-static
    qemu-aarch64-static "$work/raido-linux-arm64.exe" uninstall --prefix "$work/jupyter"
    GOARCH=arm64 go test -c -o "$work/wasm.test" ./backend/wasm
    (cd backend/wasm && qemu-aarch64-static "$work/wasm.test" -test.run 'TestSameBits|TestManyAlive|TestEngine')
fi
[ "${1:-windows}" = windows ] || exit 0

# Go asks a library of Windows 7 and later for random numbers, which Wine has from version 8.8 on: a stand-in passes the question on. There is no
# uninstall: Go's RemoveAll asks for what Wine 8 has not, and takes its answer for an error.
export WINEPREFIX=$work/wine WINEDEBUG=-all
wineboot --init >"$work/boot" 2>&1 || true
printf 'LIBRARY bcryptprimitives.dll\nEXPORTS\nProcessPrng = ADVAPI32.SystemFunction036\n' >"$work/stand-in.def"
printf '.globl DllMainCRTStartup\nDllMainCRTStartup:\nmov $1, %%eax\nret\n' | x86_64-w64-mingw32-as -o "$work/stand-in.o"
there=$WINEPREFIX/drive_c/windows/system32
[ -e "$there/bcryptprimitives.dll" ] || x86_64-w64-mingw32-ld -shared -o "$there/bcryptprimitives.dll" "$work/stand-in.o" "$work/stand-in.def"
programs='tests/lang/floats tests/lang/arrays tests/lang/programs tests/ad/rules.fut tests/ad/scans.fut tests/ad/sums.fut'
both windows amd64 wine
wineserver --kill || true
