# Sourced by notebook.sh, tests/run.sh and tests/foreign.sh: finds out which Debian packages are missing and installs them.
# What counts is what they provide, not the packages: a driver of a GPU serves as well as PoCL, Jupyter from
# pip as well as Debian's.

have() { command -v "$1" >/dev/null 2>&1; }

have_opencl_loader() {
    ldconfig -p 2>/dev/null | grep -q 'libOpenCL\.so\.1' ||
        /sbin/ldconfig -p 2>/dev/null | grep -q 'libOpenCL\.so\.1'
}

have_opencl_driver() { ls /etc/OpenCL/vendors/*.icd >/dev/null 2>&1 || [ -n "${OCL_ICD_VENDORS:-}" ]; }

have_jupyter_client() { /usr/bin/python3 -c 'import jupyter_client' >/dev/null 2>&1; }

# missing_packages WANTED... prints those whose service is not there.
missing_packages() {
    for p in "$@"; do
        case $p in
        ocl-icd-libopencl1) have_opencl_loader || echo "$p" ;;
        pocl-opencl-icd) have_opencl_driver || echo "$p" ;;
        python3-jupyter-client) have_jupyter_client || echo "$p" ;;
        nodejs) have node || echo "$p" ;;
        wine64) have wine || echo "$p" ;;
        binutils-mingw-w64-x86-64) have x86_64-w64-mingw32-ld || echo "$p" ;;
        qemu-user-static) have qemu-aarch64-static || echo "$p" ;;
        libc6-arm64-cross) [ -d /usr/aarch64-linux-gnu ] || echo "$p" ;;
        *) have "$p" || echo "$p" ;;
        esac
    done
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
    if ! have apt-get; then
        echo "Missing, and this system has no apt to install it with: $missing" >&2
        explain_missing
        return 0
    fi
    echo "Installing with apt: $missing"
    # Lists that cannot be renewed may still be good enough.
    as_root apt-get update -q >/dev/null || true
    # shellcheck disable=SC2086 # a list of words
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $missing >/dev/null ||
        echo "That did not work. As root: apt-get install $missing" >&2
    missing=$(missing_packages "$@" | xargs)
}

# explain_missing says what to install where there is no apt.
explain_missing() {
    for p in $missing; do
        case $p in
        ocl-icd-libopencl1) echo "  an OpenCL ICD loader (libOpenCL.so.1): Fedora, Arch: ocl-icd" ;;
        pocl-opencl-icd) echo "  an OpenCL driver: that of your GPU, or PoCL for the CPU (Fedora, Arch: pocl)" ;;
        jupyter-notebook) echo "  Jupyter Notebook: pip install notebook" ;;
        jupyter-nbconvert) echo "  nbconvert: pip install nbconvert" ;;
        python3-jupyter-client) echo "  jupyter_client for /usr/bin/python3: pip install jupyter_client" ;;
        *) echo "  $p" ;;
        esac
    done >&2
}
