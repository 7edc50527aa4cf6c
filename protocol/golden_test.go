package protocol

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/tinylib/msgp/msgp"
)

var update = flag.Bool("update", false, "write testdata")

// golden is one file of testdata; the client reads the same files.
type golden struct {
	Number uint16     `json:"number"`
	Name   string     `json:"name"`
	Type   string     `json:"type"`
	Topic  string     `json:"topic"`
	Full   goldenCase `json:"full"`
	Empty  goldenCase `json:"empty"`
}

type goldenCase struct {
	Hex  string          `json:"hex"`
	JSON json.RawMessage `json:"json"`
}

// [ENV4]
func TestENV4_MessagesEqualTheirGoldenFiles(t *testing.T) {
	for _, m := range Catalog {
		t.Run(m.Name, func(t *testing.T) {
			path := filepath.Join("testdata", m.Name+".json")
			if *update {
				writeGolden(t, path, m)
			}
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			var g golden
			if err := json.Unmarshal(text, &g); err != nil {
				t.Fatal(err)
			}
			if g.Number != m.Number || g.Name != m.Name || g.Topic != m.Topic {
				t.Fatalf("golden of %s/%d, catalogue has %s/%d", g.Name, g.Number, m.Name, m.Number)
			}
			for _, c := range []goldenCase{g.Full, g.Empty} {
				checkGolden(t, m, c)
			}
		})
	}
}

func checkGolden(t *testing.T, m Message, c goldenCase) {
	t.Helper()
	raw, err := hex.DecodeString(c.Hex)
	if err != nil {
		t.Fatal(err)
	}
	v := m.New()
	if rest, err := v.UnmarshalMsg(raw); err != nil || len(rest) != 0 {
		t.Fatalf("decode: %v, %d bytes left", err, len(rest))
	}
	again, err := v.MarshalMsg(nil)
	if err != nil || !bytes.Equal(again, raw) {
		t.Fatalf("re-encoded to %x (%v), golden %x", again, err, raw)
	}
	var want bytes.Buffer
	if err := json.Compact(&want, c.JSON); err != nil {
		t.Fatal(err)
	}
	if got := goldenJSON(t, v); !bytes.Equal(got, want.Bytes()) {
		t.Fatalf("JSON\n got %s\nwant %s", got, want.Bytes())
	}
	for n := range raw {
		if _, err := m.New().UnmarshalMsg(raw[:n]); err == nil {
			t.Fatalf("the first %d of %d bytes decode without an error", n, len(raw))
		}
	}
}

func writeGolden(t *testing.T, path string, m Message) {
	t.Helper()
	g := golden{Number: m.Number, Name: m.Name, Topic: m.Topic, Type: reflect.TypeOf(m.New()).Elem().Name()}
	full, empty := m.New(), m.New()
	n := 0
	fill(reflect.ValueOf(full).Elem(), &n)
	if m.Direction != OfTopic {
		for _, v := range []Codec{full, empty} {
			reflect.ValueOf(v).Elem().FieldByName("Type").SetUint(uint64(m.Number))
		}
	}
	words(reflect.ValueOf(full).Elem())
	words(reflect.ValueOf(empty).Elem())
	g.Full, g.Empty = encodeGolden(t, full), encodeGolden(t, empty)
	text, err := json.MarshalIndent(g, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, append(text, '\n'), 0o644); err != nil {
		t.Fatal(err)
	}
}

func encodeGolden(t *testing.T, v Codec) goldenCase {
	t.Helper()
	raw, err := v.MarshalMsg(nil)
	if err != nil {
		t.Fatal(err)
	}
	decoded := reflect.New(reflect.TypeOf(v).Elem()).Interface().(Codec) // as a reader sees it: empty lists, not nil
	if _, err := decoded.UnmarshalMsg(raw); err != nil {
		t.Fatal(err)
	}
	return goldenCase{hex.EncodeToString(raw), goldenJSON(t, decoded)}
}

// goldenJSON writes an absent msgp.Raw as null, which msgp itself cannot.
func goldenJSON(t *testing.T, v Codec) []byte {
	t.Helper()
	e := reflect.ValueOf(v).Elem()
	for _, f := range e.Fields() {
		if r, ok := f.Interface().(msgp.Raw); ok && len(r) == 0 {
			f.Set(reflect.ValueOf(msgp.Raw{0xc0}))
		}
	}
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// fill sets every field to a value of its own, with the edges that differ between languages: 2^53-1, negative numbers,
// Chinese and an astral character, an optional that is there.
func fill(v reflect.Value, n *int) {
	*n++
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.String:
		v.SetString([]string{"jade", "玉匣", "çã🎲", "1234567890123456789"}[*n%4])
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint([]uint64{200, 40_000, 4_000_000_000, 1<<53 - 1}[min(*n%4, bitsIndex(v.Kind()))])
	case reflect.Int32:
		v.SetInt([]int64{-2_000_000_000, 127, 128, 70_000}[*n%4])
	case reflect.Int64:
		v.SetInt([]int64{1<<53 - 1, -(1<<53 - 1), -129, 1_763_600_000_123}[*n%4])
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), n)
	case reflect.Struct:
		for f, value := range v.Fields() {
			if f.Tag.Get("enum") == "" {
				fill(value, n)
			}
		}
	case reflect.Slice:
		switch {
		case v.Type() == reflect.TypeFor[msgp.Raw]():
			v.SetBytes(msgp.AppendString(msgp.AppendInt(msgp.AppendArrayHeader(nil, 2), 7), "raw"))
		case v.Type().Elem().Kind() == reflect.Uint8:
			v.SetBytes([]byte(`{"seat":-1}`))
		default:
			v.Set(reflect.MakeSlice(v.Type(), 2, 2))
			for i := range 2 {
				fill(v.Index(i), n)
			}
		}
	}
}

// words sets the fields that know only certain words: no message has them empty.
func words(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			words(v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			words(v.Index(i))
		}
	case reflect.Struct:
		for f, value := range v.Fields() {
			switch f.Tag.Get("enum") {
			case "BattleMode":
				value.SetString(ModeTeams)
			case "BattleStatus":
				value.SetString(BattleRunning)
			case "RollJoin":
				value.SetString(RollJoinPassword)
			case "RainStatus":
				value.SetString(RainStatusFalling)
			case "RollStatus":
				value.SetString(RollStatusLocked)
			default:
				words(value)
			}
		}
	}
}

func bitsIndex(k reflect.Kind) int {
	return map[reflect.Kind]int{reflect.Uint8: 0, reflect.Uint16: 1, reflect.Uint32: 2, reflect.Uint64: 3}[k]
}
