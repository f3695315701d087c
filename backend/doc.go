// Package backend runs core programs: the ordered list of passes, engines, device values and the program
// cache. Layer 6: imports lang/*, ad, backend/*. Nothing here knows Jupyter.
package backend
