// Package pictures draws charts and remembers those that it drew last. Drawing takes tens of milliseconds, most of them for the PNG, and a
// cell that is run again mostly shows what it showed.
//
// Input: the data of a chart. Output: a plot.Picture. Layer 10: imports display/plot.
package pictures
