#!/usr/bin/env bash
# Runs Raido as it is built for other systems: for Windows under Wine, for Linux on arm64 under QEMU. Each checks and runs the programs of
# tests/lang and tests/ad on the embedded engine, and executes a notebook. It takes some minutes, so it is not part of
# tests/run.sh, which only builds and vets for all systems. With an argument it is only that system. What is missing is installed where apt
# is there.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=install/packages.sh
. install/packages.sh
install_packages wine binutils-mingw-w64-x86-64 qemu-user-static libc6-arm64-cross

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export OCL_ICD_VENDORS=$work/none RAIDO_HISTORY=off JUPYTER_DATA_DIR=

# both SYSTEM ARCHITECTURE COMMAND...: builds for it, and runs what is built by the command.
both() {
    local name=$work/raido-$1-$2
    echo "$1 on $2"
    GOOS=$1 GOARCH=$2 CGO_ENABLED=0 go build -o "$name.exe" ./kernel/raido
    shift 2
    "$@" "$name.exe" test --backend interp tests/lang tests/ad </dev/null >"$work/said" 2>"$work/traced" || {
        grep -v '^ok ' "$work/said"
        return 1
    }
    tail -n 1 "$work/said"
    "$@" "$name.exe" notebook notebooks/01-first-light.ipynb --output "$work/out.ipynb" </dev/null
    "$@" "$name.exe" install --prefix "$work/jupyter" </dev/null
    "$@" "$name.exe" install --prefix "$work/jupyter" --check </dev/null >"$work/found" || true # Jupyter may not be there
    grep 'ok  *kernelspec' "$work/found"
}

export QEMU_LD_PREFIX=/usr/aarch64-linux-gnu
[ "${1:-linux}" != linux ] || both linux arm64 qemu-aarch64-static
[ "${1:-windows}" = windows ] || exit 0

# Go asks a library of Windows 7 and later for random numbers, which Wine has from version 8.8 on: a stand-in passes the question on.
export WINEPREFIX=$work/wine WINEDEBUG=-all
wineboot --init >"$work/boot" 2>&1 || true
printf 'LIBRARY bcryptprimitives.dll\nEXPORTS\nProcessPrng = ADVAPI32.SystemFunction036\n' >"$work/stand-in.def"
printf '.globl DllMainCRTStartup\nDllMainCRTStartup:\nmov $1, %%eax\nret\n' | x86_64-w64-mingw32-as -o "$work/stand-in.o"
there=$WINEPREFIX/drive_c/windows/system32
[ -e "$there/bcryptprimitives.dll" ] || x86_64-w64-mingw32-ld -shared -o "$there/bcryptprimitives.dll" "$work/stand-in.o" "$work/stand-in.def"
both windows amd64 wine
wineserver --kill || true
