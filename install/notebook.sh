#!/usr/bin/env bash
# From a checkout to an open notebook, on Linux and macOS: installs what is missing, builds raido, registers the kernel for this user and
# opens Jupyter on notebooks/. It may be run again at any time.
#
#   install/notebook.sh [JUPYTER OPTIONS...]   open Jupyter
#   install/notebook.sh --execute [FOLDER]     run every notebook instead and write HTML into FOLDER
#                                              (default: out/html)
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=install/packages.sh
. "$root/install/packages.sh"

execute=
folder=$root/out/html
case ${1:-} in
--execute)
    execute=yes
    if [ -n "${2:-}" ]; then
        mkdir -p "$2"
        folder=$(cd "$2" && pwd)
    fi
    ;;
-h | --help)
    sed -n '2,7s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
    exit 0
    ;;
esac

if ! have go; then
    echo "Go is missing: install Go 1.26 or newer from https://go.dev/dl/ (older ones from 1.21 fetch it by themselves)." >&2
    exit 1
fi

# Raido executes notebooks by itself; Jupyter is for people.
jupyter=jupyter-notebook
[ -z "$execute" ] || jupyter=
# shellcheck disable=SC2086 # nothing, or a word
install_packages pocl-opencl-icd ocl-icd-libopencl1 $jupyter
case " $missing " in
*opencl*) echo "There is no OpenCL device: cells run on the embedded engine." ;;
esac

echo "Building raido"
(cd "$root" && CGO_ENABLED=0 go build -o raido ./kernel/raido)

if [ -z "$execute" ]; then
    "$root/raido" install
    if ! start=$(jupyter_command); then
        echo "Without Jupyter there is no notebook in a browser. The rest works: ./raido --help lists the commands," >&2
        echo "./raido notebook notebooks/01-first-light.ipynb --html first-light.html makes a page of a notebook." >&2
        exit 1
    fi
    [ "$(id -u)" != 0 ] || start="$start --allow-root"
    # shellcheck disable=SC2086 # words
    exec $start --notebook-dir="$root/notebooks" "$@"
fi

mkdir -p "$folder"
failed=
for notebook in "$root"/notebooks/*.ipynb; do
    name=${notebook##*/}
    echo "Running $name"
    "$root/raido" notebook "$notebook" --timeout 10m --html "$folder/${name%.ipynb}.html" || failed="$failed $name"
done
if [ -n "$failed" ]; then
    echo "Failed:$failed" >&2
    exit 1
fi
echo "HTML is in $folder"
