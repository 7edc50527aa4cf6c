package protocol

import (
	"bytes"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/tinylib/msgp/msgp"
)

// [ENV5]
func TestENV5_NumbersAreUnique(t *testing.T) {
	numbers, names := map[uint16]string{}, map[string]bool{}
	digit := map[uint16]string{}
	for _, m := range Catalog {
		if other := numbers[m.Number]; other != "" {
			t.Errorf("%d is both %s and %s", m.Number, other, m.Name)
		}
		if names[m.Name] {
			t.Errorf("%s stands twice", m.Name)
		}
		numbers[m.Number], names[m.Name] = m.Name, true
		if m.Direction != OfTopic {
			if m.Number >= 100 || m.Topic != "" {
				t.Errorf("envelope %s has number %d, topic %q", m.Name, m.Number, m.Topic)
			}
			continue
		}
		if topic, ok := digit[m.Number/100]; ok && topic != m.Topic || m.Topic == "" || m.Number < 100 {
			t.Errorf("event %s: number %d of topic %q", m.Name, m.Number, m.Topic)
		}
		digit[m.Number/100] = m.Topic
	}
}

var event = regexp.MustCompile(`^Event[A-Z]`)

// [ENV5] A file whose messages are not in the catalogue reaches no subscriber.
func TestENV5_EveryEventOfTheSourceIsInTheCatalogue(t *testing.T) {
	numbers := map[string]bool{}
	for _, m := range Catalog {
		numbers[strconv.Itoa(int(m.Number))] = true
	}
	sources, _ := filepath.Glob("*.go")
	found := 0
	for _, path := range sources {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			spec, ok := n.(*ast.ValueSpec)
			if !ok || strings.HasSuffix(path, "_test.go") || !event.MatchString(spec.Names[0].Name) {
				return true
			}
			found++
			// A literal: Catalog says the same number, and SPEC.md is read beside it.
			number := &ast.BasicLit{}
			if len(spec.Names) == 1 && len(spec.Values) == 1 {
				number, _ = spec.Values[0].(*ast.BasicLit)
			}
			if number == nil || !numbers[number.Value] {
				t.Errorf("catalog.go lacks event %s of %s, or its number is no literal", spec.Names[0].Name, path)
			}
			return true
		})
	}
	if found < 40 {
		t.Errorf("only %d events were found", found)
	}
}

// [ENV3] msgp's directives hold for a whole file, so it is files that are checked.
func TestENV3_InboundTypesHaveLimits(t *testing.T) {
	limit := regexp.MustCompile(`(?m)^//msgp:limit arrays:[1-9]\d* maps:[1-9]\d*$`)
	sources, _ := filepath.Glob("*.go")
	checked := 0
	for _, m := range Catalog {
		typ := reflect.TypeOf(m.New()).Elem()
		for _, path := range sources {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Contains(text, []byte("\ntype "+typ.Name()+" struct")) {
				continue
			}
			checked++
			if !limit.Match(text) {
				t.Errorf("%s: %s has no //msgp:limit", path, typ.Name())
			}
			if !regexp.MustCompile(`(?m)^//msgp:tuple.* ` + typ.Name() + `( |$)`).Match(text) {
				t.Errorf("%s: %s is no tuple", path, typ.Name())
			}
		}
		if m.Direction == Inbound {
			for f := range typ.Fields() {
				if k := f.Type.Kind(); k == reflect.Map || k == reflect.Interface ||
					f.Type == reflect.TypeFor[msgp.Raw]() {
					t.Errorf("%s.%s: a client must not send a %s", typ.Name(), f.Name, f.Type)
				}
			}
		}
	}
	if checked != len(Catalog) {
		t.Fatalf("found the source of %d types, the catalogue has %d", checked, len(Catalog))
	}
}

// [ENV3] The inputs that ended processes in docs/reliability-security.md.
func TestENV3_BombsAreRefusedByTheDecoder(t *testing.T) {
	bombs := map[string][]byte{
		"array of 2^32-1":      {0xdd, 0xff, 0xff, 0xff, 0xff},
		"array of 2^31 in one": append([]byte{0x91}, 0xdd, 0x80, 0, 0, 0),
		"map of 2^32-1":        {0xdf, 0xff, 0xff, 0xff, 0xff},
		"deep nesting":         bytes.Repeat([]byte{0x91}, 5<<20),
		"string of 2^32-1":     {0x93, 1, 0xdb, 0xff, 0xff, 0xff, 0xff},
		"bytes of 2^32-1":      {0x95, 4, 1, 0xa1, 'k', 0xa1, 'n', 0xc6, 0xff, 0xff, 0xff, 0xff},
		"ext of 2^32-1":        {0xc9, 0xff, 0xff, 0xff, 0xff, 1},
	}
	for _, m := range Catalog {
		for name, bomb := range bombs {
			t.Run(m.Name+"/"+name, func(t *testing.T) {
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				if _, err := m.New().UnmarshalMsg(bomb); err == nil {
					t.Fatal("decoded")
				}
				runtime.ReadMemStats(&after)
				if grew := after.TotalAlloc - before.TotalAlloc; grew > 1<<20 {
					t.Fatalf("allocated %d bytes for a message of %d", grew, len(bomb))
				}
			})
		}
	}
}

// [ENV3] A list in a message from elsewhere stays within its limit, even when the bytes for more are there.
func TestENV3_ListsAreBounded(t *testing.T) {
	long := msgp.AppendArrayHeader(nil, 1)
	long = msgp.AppendArrayHeader(long, 5000)
	long = append(long, make([]byte, 1<<20)...)
	if _, err := new(LobbySnapshot).UnmarshalMsg(long); !errors.Is(err, msgp.ErrLimitExceeded) {
		t.Fatalf("got %v, want %v", err, msgp.ErrLimitExceeded)
	}
}

func TestTopicsAreSplitAtTheFirstColon(t *testing.T) {
	for topic, want := range map[string][2]string{
		TopicFeed: {"feed", ""}, BattleTopic("42"): {"battle", "42"}, "battle:": {"battle", ""}, "a:b:c": {"a", "b:c"},
	} {
		if kind, id := SplitTopic(topic); kind != want[0] || id != want[1] {
			t.Errorf("SplitTopic(%q) = %q, %q", topic, kind, id)
		}
	}
	if strings.Contains(TopicFeed+TopicLobby+TopicPlayer, ":") {
		t.Error("a plain topic must hold no colon")
	}
}
