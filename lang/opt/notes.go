package opt

// Note [Products of matrices]
//
// A device computes a product of matrices in tiles (backend/contract), far faster than a map of sums. The passes see to it that products
// reach it as products:
//
//   - Distribute cuts maps, and batches of matrices, at the products in them, and makes products of the sums of products of rows that
//     derivatives have;
//   - Fuse fuses nothing into a product;
//   - Cut makes a nest of maps of what a map does with something small that it computes first;
//   - Rearrange moves a rearrangement of rows into the map that makes them, so that rows lie as they are read;
//   - Demand computes the elements of a nest where another nest reads each of them once;
//   - Interchange makes products of the sums of rows that are left (Note [Sums of rows]).
//
// Sums that are written as loops are such products, too: package nest makes sums of them.

// Note [Sums without arrays]
//
// A map whose results are only added to an accumulator needs no array for them: Deposit lets the map update the accumulator itself.
// Histograms over the same indices become one (fusehist.go).
