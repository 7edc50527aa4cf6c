package player

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"jadebox/store"
)

// filled sets every field of a value to something of its own, so that one that is forgotten shows.
func filled(v reflect.Value, n *int) {
	*n++
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			filled(v.Field(i), n)
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range v.Len() {
			filled(v.Index(i), n)
		}
	case reflect.String:
		v.SetString(strings.Repeat(fmt.Sprintf("%x", *n), 3))
	case reflect.Float64:
		v.SetFloat(float64(*n) / 8)
	case reflect.Uint8, reflect.Uint32, reflect.Uint64:
		v.SetUint(uint64(*n))
	default:
		v.SetInt(int64(*n))
	}
}

func TestAnOpeningIsStoredAsReflectionWouldWriteIt(t *testing.T) {
	var whole, odd Opened
	n := 100
	filled(reflect.ValueOf(&whole).Elem(), &n)
	filled(reflect.ValueOf(&odd).Elem(), &n)
	odd.Season, odd.Ctx, odd.Results[1].UserSeed = "\"<&>\\\n", "é\u2028\xff", "\x7f"
	for name, o := range map[string]Opened{"empty": {}, "whole": whole, "odd texts": odd,
		"no results": {Results: []Result{}}} {
		want, err := json.Marshal(o)
		if err != nil {
			t.Fatal(err)
		}
		if got := o.appendJSON(nil); string(got) != string(want) {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, want)
		}
	}
}

// What a key stands for is stored as a hash of this text: another text would refuse every repetition of a request that
// was made before.
func TestARequestIsHashedAsItAlwaysWas(t *testing.T) {
	type named int32
	for _, parts := range [][]any{{}, {KindOpen, store.BoxID(7), 5, int64(250)}, {KindOpen, store.BoxID(-1), -5,
		int64(-1 << 63)}, {"a\"b\n`é\x00", "", 0},
		{KindSell, []store.ItemID{1, 2}}, {"x", uint32(7), named(3), true}, {nil}, {store.DefID(3), store.ItemID(9)},
		{struct{ A *int }{}}} {
		if got, want := string(canonical(parts)), fmt.Sprintf("%#v", parts); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
