package diag

// Nearest is the name of the smallest edit distance, "" if none is near enough to be a slip.
func Nearest(name string, names []string) string {
	best, dist := "", 1+(len(name)+1)/3
	for _, n := range names {
		if d := editDistance(name, n, dist); d < dist {
			best, dist = n, d
		}
	}
	return best
}

// editDistance counts insertions, deletions, replacements and swaps of neighbours; it stops at limit.
func editDistance(a, b string, limit int) int {
	if len(a)-len(b) >= limit || len(b)-len(a) >= limit {
		return limit
	}
	before, prev, cur := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := 1; i <= len(a); i++ {
		cur[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			cur[j] = min(prev[j]+1, cur[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				cur[j] = min(cur[j], before[j-2]+1)
			}
		}
		before, prev, cur = prev, cur, before
	}
	return prev[len(b)]
}
