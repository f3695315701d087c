// Package install puts the kernelspec where Jupyter finds it, takes it away again, and tells what of the
// surroundings is missing.
//
// Input: where to install and the path of the raido binary; output: a folder kernels/NAME with kernel.json, logos
// and kernel.js, and beside it an extension of JupyterLab; the last two give editors Futhark's colours. Invariants:
// installing twice is installing once; only a kernelspec of Raido is ever overwritten or removed; argv[0] is
// absolute. The folder also holds notebook.sh, the way from a bare machine to an open notebook. Layer 9: imports
// backend/cl.
package install
