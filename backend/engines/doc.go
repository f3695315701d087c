// Package engines opens engines: by name (Open), or that of a notebook (Default). Isolate has those on devices live in processes of
// their own, which ServeWorker is the whole of.
//
// Input: a name of Names. Output: a backend.Engine, or a *diag.Diag that says what is missing.
//
// Layer 11: imports all packages of engines. Nothing in backend knows it.
package engines
