#!/usr/bin/env bash
# Builds the archives of the last commit for all systems into out/release: raido-VERSION-SYSTEM-ARCHITECTURE.tar.gz, or .zip for Windows,
# each with the command, the notebooks and the licences of what it is linked from; and SHA256SUMS. The same commit gives the same bytes,
# wherever and whenever it is built.
#
#   install/release.sh [-out FOLDER] [-target SYSTEM/ARCHITECTURE]...
#
# Systems are linux, darwin (macOS) and windows, architectures amd64 and arm64.
set -euo pipefail

case ${1:-} in
-h | --help)
    sed -n '2,8s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
    exit 0
    ;;
esac
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
out=$root/out/release
if [ "${1:-}" = -out ]; then
    mkdir -p "$2"
    out=$(cd "$2" && pwd)
    shift 2
fi
cd "$root"
[ -z "$(git status --porcelain)" ] || echo "What is not committed is left out." >&2

# The files as they were committed, whatever git makes of their lines when it checks them out.
files=$(mktemp -d)
trap 'rm -rf "$files"' EXIT
git -c core.autocrlf=false -c core.eol=lf archive HEAD | tar -xf - -C "$files"
commit=$(git rev-parse HEAD)
time=$(git log -1 --format=%ct)
cd "$files"
# The compiler that go.mod names: another one makes other bytes.
GOTOOLCHAIN=go$(sed -n 's/^go //p' go.mod)
export GOTOOLCHAIN
go run -trimpath ./install/release -commit "$commit" -time "$time" -out "$out" "$@"
