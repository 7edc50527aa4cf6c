package store

// InTurns visits ops that are sorted by id, one of each writer after the other, those of one writer in their order,
// until visit returns false: however busy a writer is, a reader that takes a few at a time gets all of them.
func InTurns[T any](ops []T, writer func(*T) int64, visit func(*T) bool) {
	var lines [][]T // of one writer each
	for start, i := 0, 1; i <= len(ops); i++ {
		if i == len(ops) || writer(&ops[i]) != writer(&ops[start]) {
			lines = append(lines, ops[start:i])
			start = i
		}
	}
	for turn := 0; len(lines) > 0; turn++ {
		left := lines[:0]
		for _, line := range lines {
			if !visit(&line[turn]) {
				return
			}
			if turn+1 < len(line) {
				left = append(left, line)
			}
		}
		lines = left
	}
}
