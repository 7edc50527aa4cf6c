package beacon

import (
	"testing"

	"jadebox/store"
)

// Ids that follow one another, of any number of writers, fill each eighth of the time about equally, and never come
// early.
func TestRoomsOfOneRoundDrawAtMomentsOfTheirOwn(t *testing.T) {
	const rooms = 4096
	for _, step := range []int64{1, 2, 256, 1024, 1 << 20} {
		var eighths [8]int
		for n := range int64(rooms) {
			after := DrawsAt(5000, store.RoomID(1+n*step)).UnixMilli() - 5000
			if after < 0 || after >= spreadMS {
				t.Fatalf("room %d draws %d ms after the round", 1+n*step, after)
			}
			eighths[after*8/spreadMS]++
		}
		for i, count := range eighths {
			if count < rooms/8*3/4 || count > rooms/8*5/4 {
				t.Errorf("ids in steps of %d: %d of %d rooms draw in eighth %d", step, count, rooms, i)
			}
		}
	}
}
