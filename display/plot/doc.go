// Package plot draws charts: lines, points with fitted curves, heatmaps centred at zero, bars of a
// gradient, and timings by phase. It draws on gonum/plot's canvases, with a layout of its own that keeps
// labels apart.
//
// Input: plain slices of float64 and labels. Output: a Picture, as SVG text and PNG bytes. Invariants: the
// same input gives the same bytes; NaN and infinities never spoil a chart, they are left out or marked and
// counted; a chart of any amount of data stays below 300 KB. Colours are such that colour-blind
// people tell them apart.
//
// Charts have a white ground, in SVG and in PNG. No picture can know what it stands on: themes of JupyterLab and VS Code do not follow
// prefers-color-scheme, an SVG in an image inherits no colour, and PNG has none to inherit; black on nothing is lost in dark
// notebooks, grey on nothing is weak in all. On white every combination reads the same.
//
// Layer 9: imports nothing of Raido.
package plot
