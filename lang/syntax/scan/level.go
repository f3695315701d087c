package scan

// Levels of the binary operators, loosest first. This is the order of Futhark's parser, where |> and
// <| are looser than ||, and backticks looser still.
const (
	LevelTick = iota
	LevelWith
	levelPipe
	LevelPipeLeft // the only one that associates to the right
	levelOr
	levelAnd
	levelCompare
	levelBits
	levelShift
	levelAdd
	levelMul
	levelPow
	LevelApply
)

// levels of the standard operators; a user's operator has the level of its longest prefix here.
var levels = map[string]int{
	"|>": levelPipe, "<|": LevelPipeLeft, "||": levelOr, "&&": levelAnd,
	"<=": levelCompare, ">=": levelCompare, "<": levelCompare, ">": levelCompare, "==": levelCompare,
	"!=": levelCompare, "!": levelCompare, "=": levelCompare,
	"&": levelBits, "^": levelBits, "|": levelBits, "<<": levelShift, ">>": levelShift, ">>>": levelShift,
	"+": levelAdd, "-": levelAdd, "*": levelMul, "/": levelMul, "%": levelMul, "//": levelMul, "%%": levelMul,
	"**": levelPow,
}

// Level is the level of an operator, without its qualifiers.
func Level(op string) int {
	for n := min(len(op), 3); n > 0; n-- {
		if l, ok := levels[op[:n]]; ok {
			return l
		}
	}
	return LevelTick
}
