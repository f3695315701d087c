// Package irtext reads tokens of the text forms of the intermediate languages (lang/core, backend/seg): names, numbers as lang/prim prints
// them, quoted strings and punctuation, with comments from "--" to the end of the line.
//
// Input: text, and a Lexer that says what a language's names and punctuation are. Output: tokens, through which a Cursor goes; a *Fault where the text
// is none of the language.
//
// Layer 0: imports no package of ours.
package irtext
