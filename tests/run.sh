#!/usr/bin/env bash
# Installs what the tests need and runs them all. With --quick it installs nothing, and runs in a few minutes what each edit asks for: gofmt, vet,
# and the tests that are not slow. Further arguments go to go test: tests/run.sh -run Kernel ./tests/... tells what to run; without a
# package it is everything. The list at the end says what was skipped, and why.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
quick=
if [ "${1:-}" = --quick ]; then
    quick=-short
    shift
fi

if [ -z "$quick" ]; then
    # shellcheck source=install/packages.sh
    . install/packages.sh
    install_packages pocl-opencl-icd ocl-icd-libopencl1 jupyter-notebook jupyter-nbconvert python3-jupyter-client nodejs npm chromium

    # Front ends from npm, as the lock file has them; once, as long as that stays.
    front=tests/frontends
    if have npm && ! [ $front/node_modules/.package-lock.json -nt $front/package-lock.json ]; then
        echo "npm ci"
        (cd $front && npm ci --no-audit --no-fund --loglevel=error) || echo "npm ci failed." >&2
    fi
fi

# A third of the time was the compiler's: vet, the tests and the command share what is compiled, without cgo, as the command is installed, and without
# what only debuggers read.
export CGO_ENABLED=0
export GOFLAGS="${GOFLAGS:+$GOFLAGS }-gcflags=all=-dwarf=false -ldflags=-w"
export GOGC="${GOGC:-400}" # a third of the processor time of the passes' tests was the collector

if [ "${RAIDO_FULL:-}" = 1 ]; then
    export RAIDO_VERIFY=all RAIDO_TURN=
fi
# What other engines run anyway takes turns on OpenCL: Note [Turns] in tests/turns.
# The commit's name says whose turn it is: a shallow clone has no others to count.
if [ -z "${RAIDO_TURN+set}" ]; then
    RAIDO_TURN=$((0x$(git rev-parse --short=7 HEAD | cut -c1-7)))/4
    export RAIDO_TURN
fi

echo "gofmt"
unformatted=$(git ls-files -- '*.go' | xargs gofmt -l)
if [ -n "$unformatted" ]; then
    echo "Not formatted by gofmt:" "$unformatted" >&2
    exit 1
fi

echo "go vet"
go vet ./...

if [ -z "$quick" ]; then
    echo "staticcheck"
    go tool staticcheck ./...

    # A switch over a sum type (//sumtype:decl) has a case for every member, or a default that says what the others are. An empty
    # default is for switches that are about some members only; it holds the reason as a comment.
    echo "sum types"
    go tool go-check-sumtype $(go list ./...)

    echo "go mod tidy"
    go mod tidy -diff

    echo "go build"
    go build -o raido ./kernel/raido

    # Whether they build is known without optimisation, in half the time; the test of install/release.sh builds linux/arm64 in earnest when it has its rare turn. No file is
    # for one architecture only: vet sees each once for each system. Systems and architectures take turns.
    quickly="-gcflags=all=-N -l -dwarf=false"
    case ${RAIDO_TURN:+$((${RAIDO_TURN%/*} % 4))} in
    0) targets="darwin/arm64 windows/arm64" ;;
    1) targets="windows/amd64 darwin/amd64" ;;
    2) targets="darwin/arm64 linux/arm64" ;;
    3) targets="windows/amd64 linux/arm64" ;;
    *) targets="linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64" ;;
    esac
    for target in $targets; do
        echo "go build: $target"
        export GOOS=${target%/*} GOARCH=${target#*/}
        go build "$quickly" -o /dev/null ./kernel/raido
        case $target in
        darwin/arm64 | windows/amd64)
            echo "go vet: $target"
            go vet "$quickly" ./...
            ;;
        esac
    done
    unset GOOS GOARCH
fi

echo "go test"
export RAIDO_VERIFY="${RAIDO_VERIFY:-1}" # programs are verified after some passes, with all after each
export RAIDO_HISTORY=off # the user's history is not for tests
export RAIDO_SOAK="${RAIDO_SOAK:-60}" # seconds of random cells
status=0
if [ -z "$quick" ] && [ $# = 0 ]; then
    echo "other drivers"
    tests/drivers.sh --quick || status=$?
fi
case " $* " in
*" ./"*) ;;
*) set -- "$@" ./tests ./backend/host ./tests/faults ./tests/kernel ./install/release ./tests/adrandom ./backend/seg/segtest ./kernel/session ./... ;; # what takes longest begins first
esac
case " $* " in
*" -v "*) say=-v ;;
*) say= ;;
esac
go test -json -vet=off -timeout 40m $quick "$@" | go run ./tests/report $say || status=$?
[ -n "$quick" ] || [ -z "$RAIDO_TURN" ] || echo "Of cases that take turns a fourth ran (RAIDO_TURN=$RAIDO_TURN), of all others all; RAIDO_FULL=1 runs all of both."
[ -z "${missing:-}" ] || echo "Packages that are still missing: $missing" >&2
exit $status
