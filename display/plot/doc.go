// Package plot draws charts: lines, points with fitted curves, heatmaps centred at zero, bars of a
// gradient, and timings by phase. It draws on gonum/plot's canvases, with a layout of its own that keeps
// labels apart.
//
// Input: plain slices of float64 and labels. Output: a Picture, as SVG text and PNG bytes. Invariants: the
// same input gives the same bytes; NaN and infinities never spoil a chart, they are left out or marked and
// counted; a chart of any amount of data stays below 300 KB. Charts have a white ground, so that they
// read in light and dark notebooks alike, and colours that colour-blind people tell apart. Layer 9:
// imports nothing of Raido.
package plot
