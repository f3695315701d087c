// Package install puts the kernelspec where Jupyter finds it, takes it away again, and tells what of the
// surroundings is missing.
//
// Input: where to install and the path of the raido binary; output: a folder kernels/NAME with kernel.json, logos
// and kernel.js, and beside it an extension of JupyterLab; the last two give editors Futhark's colours. Invariants:
// installing twice is installing once; only a kernelspec of Raido is ever overwritten or removed; argv[0] is
// absolute. The folder also holds notebook.sh, the way from a bare machine to an open notebook.
//
// Editors: labextension/futhark.js is one tokenizer for CodeMirror 5 and 6, without a build. It goes into kernel.js of the kernelspec
// (classic Notebook) and into a prebuilt extension, labextensions/raido-futhark (JupyterLab 4, Notebook 7), whose module container
// is written by hand. The kernel's codemirror_mode names it, with Haskell's MIME type for editors that do not have it. nbconvert
// highlights by pygments' own lexer.
//
// Layer 9: imports
// backend/cl.
package install
