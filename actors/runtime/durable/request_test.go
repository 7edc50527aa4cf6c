package durable

import (
	"fmt"
	"testing"

	"jadebox/store"
)

// What a key stands for is stored as a hash of this text: another text would refuse every repetition of a request that
// was made before.
func TestARequestIsHashedAsItAlwaysWas(t *testing.T) {
	type named int32
	for _, parts := range [][]any{{}, {"open", store.BoxID(7), 5, int64(250)}, {"open", store.BoxID(-1), -5,
		int64(-1 << 63)}, {"a\"b\n`é\x00", "", 0},
		{"sell", []store.ItemID{1, 2}}, {"x", uint32(7), named(3), true}, {nil}, {store.DefID(3), store.ItemID(9)},
		{struct{ A *int }{}}} {
		if got, want := string(canonical(parts)), fmt.Sprintf("%#v", parts); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
