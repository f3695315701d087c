// Package notebook executes notebook files without Jupyter and makes pages of them.
//
// Input: a file of nbformat 4 and a session; output: the same notebook with outputs, as nbformat 4.5, or a
// standalone HTML page. Invariants: whatever else a file holds (metadata, attachments, cells of other kinds) is
// written as it was read; what cells show is what a front end would keep of it, so that a notebook executed here
// and one executed by nbconvert are the same. Layer 14: imports kernel/session, display, lang/syntax.
package notebook
