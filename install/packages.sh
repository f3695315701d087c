# Sourced by notebook.sh, tests/run.sh and tests/foreign.sh: finds out which packages are missing, by their names in Debian, and installs them
# with apt, or with Homebrew on macOS. What counts is what they provide, not the packages: a driver of a GPU serves as well as PoCL, Jupyter
# from pip as well as Debian's. It keeps to what bash 3.2 has, which macOS brings.

have() { command -v "$1" >/dev/null 2>&1; }

on_macos() { [ "$(uname -s)" = Darwin ]; }

apple_opencl() { on_macos && [ -d /System/Library/Frameworks/OpenCL.framework ]; }

have_opencl_loader() {
    apple_opencl || ldconfig -p 2>/dev/null | grep -q 'libOpenCL\.so\.1' ||
        /sbin/ldconfig -p 2>/dev/null | grep -q 'libOpenCL\.so\.1'
}

have_opencl_driver() { apple_opencl || ls /etc/OpenCL/vendors/*.icd >/dev/null 2>&1 || [ -n "${OCL_ICD_VENDORS:-}" ]; }

have_jupyter_client() { /usr/bin/python3 -c 'import jupyter_client' >/dev/null 2>&1; }

# jupyter_command prints the command that opens notebooks in a browser, if there is one. pip may put it where PATH does not lead.
jupyter_command() {
    if have jupyter-notebook; then
        echo jupyter-notebook
    elif have jupyter-lab; then
        echo jupyter-lab
    elif have python3 && python3 -m notebook --version >/dev/null 2>&1; then
        echo python3 -m notebook
    else
        return 1
    fi
}

# missing_packages WANTED... prints those whose service is not there.
missing_packages() {
    for p in "$@"; do
        case $p in
        ocl-icd-libopencl1) have_opencl_loader || echo "$p" ;;
        pocl-opencl-icd) have_opencl_driver || echo "$p" ;;
        jupyter-notebook) jupyter_command >/dev/null || echo "$p" ;;
        python3-jupyter-client) have_jupyter_client || echo "$p" ;;
        nodejs) have node || echo "$p" ;;
        binutils-mingw-w64-x86-64) have x86_64-w64-mingw32-ld || echo "$p" ;;
        qemu-user-static) have qemu-aarch64-static || echo "$p" ;;
        libc6-arm64-cross) [ -d /usr/aarch64-linux-gnu ] || echo "$p" ;;
        *) have "$p" || echo "$p" ;;
        esac
    done
}

# brew_names PACKAGES... prints what Homebrew calls those that it is asked for. OpenCL is Apple's.
brew_names() {
    for p in "$@"; do
        case $p in
        jupyter-notebook | jupyter-nbconvert) echo jupyterlab ;;
        nodejs | npm) echo node ;;
        esac
    done | sort -u
}

# as_root COMMAND... runs a command as root if that is possible without a surprise.
as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    elif have sudo && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then
        sudo "$@"
    else
        return 1
    fi
}

# install_packages WANTED... installs what is missing. Afterwards $missing lists what still is.
install_packages() {
    missing=$(missing_packages "$@" | xargs)
    [ -n "$missing" ] || return 0
    if have apt-get; then
        echo "Installing with apt: $missing"
        # Lists that cannot be renewed may still be good enough.
        as_root apt-get update -q >/dev/null || true
        # shellcheck disable=SC2086 # a list of words
        as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $missing >/dev/null ||
            echo "That did not work. As root: apt-get install $missing" >&2
    elif on_macos && have brew; then
        # shellcheck disable=SC2086 # a list of words
        names=$(brew_names $missing | xargs)
        if [ -n "$names" ]; then
            echo "Installing with Homebrew: $names"
            # shellcheck disable=SC2086 # a list of words
            brew install -q $names >/dev/null || echo "That did not work: brew install $names" >&2
        fi
    fi
    missing=$(missing_packages "$@" | xargs)
    if [ -n "$missing" ] && ! have apt-get; then
        echo "Missing: $missing" >&2
        explain_missing
    fi
}

# explain_missing says what to install where there is no apt.
explain_missing() {
    for p in $missing; do
        case $p in
        ocl-icd-libopencl1) echo "  an OpenCL ICD loader (libOpenCL.so.1): Fedora, Arch: ocl-icd" ;;
        pocl-opencl-icd) echo "  an OpenCL driver: that of your GPU, or PoCL for the CPU (Fedora, Arch, Homebrew: pocl)" ;;
        jupyter-notebook) echo "  Jupyter: brew install jupyterlab on macOS, or pip install notebook in a virtual environment of Python" ;;
        jupyter-nbconvert) echo "  nbconvert: pip install nbconvert" ;;
        python3-jupyter-client) echo "  jupyter_client for /usr/bin/python3: pip install jupyter_client" ;;
        *) echo "  $p" ;;
        esac
    done >&2
}
