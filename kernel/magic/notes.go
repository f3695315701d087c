package magic

// Note [Derivatives in magics]
//
// `%grad`, `%jacobian` and the derivatives of `%time` are ordinary Futhark around their arguments, as `vjp2 f x 1`, so they take
// what the language takes (Note [Arguments]). For a Jacobian the one derivative of such a program becomes one with a seed dimension, whose seeds
// are arguments of the program (Note [Directions]); where many directions are needed, a sparse pattern saves most of them (Note [Compression]).
//
// `%ad` writes the derivative before fusion, as Futhark that can be run again (ad/listing): accumulators become sums, histograms and loops, and
// sizes and copies are written where a checker needs them.

// Note [Pictures]
//
// A picture goes out as HTML with the SVG as an image, as SVG, as PNG with a palette, and as text: nbconvert 6.5 removes drawings from inline
// SVG. Pictures have a white ground, since no front end says which theme it has. Front ends take HTML before LaTeX; scalars and small
// arrays have both, so pages show the HTML and nbconvert's PDF the LaTeX.
