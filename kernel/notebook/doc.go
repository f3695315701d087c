// Package notebook executes notebook files without Jupyter and makes pages of them.
//
// Input: a file of nbformat 4 and a session; output: the same notebook with outputs, as nbformat 4.5, or a
// standalone HTML page. Invariants: whatever else a file holds (metadata, attachments, cells of other kinds) is
// written as it was read; what cells show is what a front end would keep of it, so that a notebook executed here
// and one executed by nbconvert are the same: streams merged, displays updated, outputs cleared.
//
// A page has no scripts: what markdown and kept outputs bring is cleaned (clean.go), unless --trust says otherwise; outputs of this run are
// Raido's own. Futhark has the colours of scan.Tokens, markdown goes through goldmark, formulas become MathML (a command of TeX that is
// not known stands there as text). Pages are light or dark as the reader's system is. Layer 14: imports kernel/session, display, lang/syntax.
package notebook
