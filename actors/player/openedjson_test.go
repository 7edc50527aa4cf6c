package player_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"jadebox/actors/player"
)

// fillEach sets every field of a value to something of its own, so that one that is forgotten shows.
func fillEach(v reflect.Value, n *int) {
	*n++
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fillEach(v.Field(i), n)
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range v.Len() {
			fillEach(v.Index(i), n)
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
	var whole, odd player.Opened
	n := 100
	fillEach(reflect.ValueOf(&whole).Elem(), &n)
	fillEach(reflect.ValueOf(&odd).Elem(), &n)
	odd.Season, odd.Ctx, odd.Results[1].UserSeed = "\"<&>\\\n", "é\u2028\xff", "\x7f"
	for name, o := range map[string]player.Opened{"empty": {}, "whole": whole, "odd texts": odd,
		"no results": {Results: []player.Result{}}} {
		want, err := json.Marshal(o)
		if err != nil {
			t.Fatal(err)
		}
		if got := o.AppendJSON(nil); string(got) != string(want) {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, want)
		}
	}
}
