package httpapi

import (
	"fmt"
	"math"
	"reflect"
	"testing"

	"github.com/go-json-experiment/json"

	"jadebox/protocol"
	"jadebox/server/answer"
	"jadebox/server/httpapi/call"
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
		v.SetString(fmt.Sprintf("text %d of \"é\" <&>\\\n\u2028", *n))
	case reflect.Float64:
		v.SetFloat(float64(*n) / 1677.7215)
	case reflect.Uint8, reflect.Uint32, reflect.Uint64:
		v.SetUint(uint64(*n))
	default:
		v.SetInt(int64(*n))
	}
}

func TestAnswersThatWriteThemselvesWriteWhatReflectionWould(t *testing.T) {
	var whole opened
	n := 100
	filled(reflect.ValueOf(&whole).Elem(), &n)
	for name, data := range map[string]any{"an opening": whole, "none": opened{}, "nothing": nil,
		"another answer": struct{ ID call.ID }{7}, "a list": []int{1, 2}} {
		e := answer.Envelope{Code: protocol.OK, Msg: "success", Data: data, ErrCode: 4001, ErrMsg: "de \"ação\" <&>",
			SysTime: 1764000000123}
		want, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		got, err := appendEnvelope(nil, &e)
		if err != nil || string(got) != string(want) {
			t.Errorf("%s: %v\n%s\nwant\n%s", name, err, got, want)
		}
	}
}

func TestAFractionIsWrittenAsReflectionWould(t *testing.T) {
	for _, x := range []float64{0, 1, 0.5, 1.0 / 3, 1e-6, 9.9e-7, 1.0 / 16777215, 16777214.0 / 16777215, 1e6, 1e21,
		123456.789, math.SmallestNonzeroFloat64, -0.25} {
		want, err := json.Marshal(x)
		if err != nil {
			t.Fatal(err)
		}
		if got := appendNumber(nil, x); string(got) != string(want) {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
