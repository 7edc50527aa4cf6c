package captcha

import "time"

const (
	// TrackMax bounds the points of a track.
	TrackMax  = 600
	tolerance = 4 // pixels beside the right place

	dragPoints, dragFor = 6, 250 * time.Millisecond
	keyPoints, keyFor   = 2, 500 * time.Millisecond
	paces               = 4 // different steps of a hand in one drag: a program's are all alike
)

// Point is where the piece's left edge was, MS after the first touch.
type Point struct {
	X  int   `json:"x"`
	MS int64 `json:"t"`
}

// Track is how the piece was moved. Keys says that it was moved by keyboard, in even steps and more slowly.
type Track struct {
	Keys   bool
	Points []Point
}

// human reports whether the track ends at x and looks like a hand's, or like keys that were pressed; since is how
// long ago the question was asked.
func (t Track) human(x int, since time.Duration) bool {
	points, least := dragPoints, dragFor
	if t.Keys {
		points, least = keyPoints, keyFor
	}
	if len(t.Points) < points || len(t.Points) > TrackMax {
		return false
	}
	first, last := t.Points[0], t.Points[len(t.Points)-1]
	took := time.Duration(last.MS-first.MS) * time.Millisecond
	if first.MS < 0 || last.MS > challengeLife.Milliseconds() || took < least || took > since || last.X < x-tolerance ||
		last.X > x+tolerance {
		return false
	}
	steps := map[Point]bool{}
	for i, p := range t.Points[1:] {
		before := t.Points[i]
		if p.MS < before.MS || p.X < 0 || p.X > Width {
			return false
		}
		steps[Point{p.X - before.X, p.MS - before.MS}] = true
	}
	return t.Keys || len(steps) >= paces
}
