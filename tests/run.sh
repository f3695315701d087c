#!/usr/bin/env bash
# Installs what the tests need and runs them all. Arguments go to go test: tests/run.sh -run Kernel ./tests/...
# tells what to run; without a package it is everything.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=install/packages.sh
. install/packages.sh

install_packages pocl-opencl-icd ocl-icd-libopencl1 jupyter-notebook jupyter-nbconvert python3-jupyter-client nodejs npm chromium
[ -z "$missing" ] || echo "Still missing: $missing. Tests that need it skip and say so." >&2

# Front ends from npm, as the lock file has them; once, as long as that stays.
front=tests/frontends
if have npm && ! [ $front/node_modules/.package-lock.json -nt $front/package-lock.json ]; then
    echo "npm ci"
    (cd $front && npm ci --no-audit --no-fund --loglevel=error) || echo "npm ci failed. Tests that need it skip and say so." >&2
fi

echo "gofmt"
unformatted=$(git ls-files -- '*.go' | xargs -r gofmt -l)
if [ -n "$unformatted" ]; then
    echo "Not formatted by gofmt:" "$unformatted" >&2
    exit 1
fi

echo "go vet"
go vet ./...

echo "staticcheck"
go tool staticcheck ./...

echo "go mod tidy"
go mod tidy -diff

echo "go build"
CGO_ENABLED=0 go build -o raido ./kernel/raido

echo "go test"
export RAIDO_VERIFY=1 # the program is verified after each pass
export RAIDO_HISTORY=off # the user's history is not for tests
export RAIDO_SOAK="${RAIDO_SOAK:-120}" # seconds of random cells
case " $* " in
*" ./"*) go test -timeout 40m "$@" ;;
*) go test -timeout 40m "$@" ./... ;;
esac
