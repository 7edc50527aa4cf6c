package log

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"jadebox/fairness/internal/canon"
)

// every is a pointer to each kind of leaf. Heads is a list and has its own test.
func every() []leafer {
	return []leafer{new(Anchor), new(Commit), new(Ticket), new(Result), new(Void), new(Reveal), new(DeckRoot),
		new(Flip),
		new(DeckEnd), new(RainRoot), new(RainClaim), new(RainEnd), new(Upgrade)}
}

// mayBeZero are numbers that count from 0, and amounts that may be nothing.
func mayBeZero(leaf leafer, name string) bool {
	switch name {
	case "N", "Seat", "V", "StartE8", "Claimed", "PaidCents":
		return true
	case "StakeCents": // a free box stakes nothing, an upgrade something
		_, upgrade := leaf.(*Upgrade)
		return !upgrade
	}
	return false
}

// fill gives every field a value that no other has.
func fill(leaf leafer) {
	v := reflect.ValueOf(leaf).Elem()
	for i := range v.NumField() {
		switch f := v.Field(i); f.Kind() {
		case reflect.String:
			f.SetString(strings.Repeat(fmt.Sprintf("%02x", i+1), 32))
		case reflect.Bool:
			f.SetBool(true)
		default:
			f.Set(reflect.ValueOf(1_000 + i).Convert(f.Type()))
		}
	}
}

// A field that is left out of the text is not proved.
func TestEveryFieldOfALeafIsInItsText(t *testing.T) {
	for _, leaf := range every() {
		fill(leaf)
		text, err := leaf.Leaf()
		if err != nil {
			t.Errorf("%T: %v", leaf, err)
			continue
		}
		v := reflect.ValueOf(leaf).Elem()
		for i := range v.NumField() {
			if want := fmt.Sprintf("=%v\n", v.Field(i)); v.Field(i).Kind() != reflect.Bool &&
				!strings.Contains(string(text), want) {
				t.Errorf("%T.%s is not in %s", leaf, v.Type().Field(i).Name, text)
			}
		}
		if lines := strings.Count(string(text), "\n"); lines != v.NumField()+1 {
			t.Errorf("%T has %d fields, and %d lines", leaf, v.NumField(), lines)
		}
	}
}

func TestNumbersOfLeavesGoFromTheirLeastToTheLastThatABrowserHas(t *testing.T) {
	for _, leaf := range every() {
		v := reflect.ValueOf(leaf).Elem()
		for i := range v.NumField() {
			field, name := v.Field(i), v.Type().Field(i).Name
			if field.Kind() == reflect.String || field.Kind() == reflect.Bool {
				continue
			}
			tries := map[int64]bool{0: mayBeZero(leaf, name), 1: true, 2: true}
			if field.Type().Bits() == 64 {
				tries[canon.MaxSafe], tries[canon.MaxSafe+1] = true, false
			}
			for n, good := range tries {
				fill(leaf)
				field.Set(reflect.ValueOf(n).Convert(field.Type()))
				text, err := leaf.Leaf()
				if (err == nil) != good || err != nil && !errors.Is(err, ErrLeaf) {
					t.Errorf("%T with %s %d: %q, %v", leaf, name, n, text, err)
				}
			}
		}
	}
}

func TestHashesOfLeavesAreHashes(t *testing.T) {
	for _, leaf := range every() {
		v := reflect.ValueOf(leaf).Elem()
		for i := range v.NumField() {
			name := v.Type().Field(i).Name
			if v.Field(i).Kind() != reflect.String {
				continue
			}
			switch name {
			case "Scope", "UserSeed", "ServerSeed", "Reason": // lines
				continue
			}
			fill(leaf)
			v.Field(i).SetString("no hash")
			if text, err := leaf.Leaf(); !errors.Is(err, ErrLeaf) {
				t.Errorf("%T with another %s: %q, %v", leaf, name, text, err)
			}
		}
	}
}

func TestHeadsAreReadAsTheyWereWritten(t *testing.T) {
	whole := Heads{N: 1, Heads: []Head{{1, 1, hashA}, {2, 70, hashB}}, AtMS: 1}
	text, err := whole.Leaf()
	want :=
		"BOX1/heads\nn=1\nheads=2\nwriter=1\nseq=1\nmac=" + hashA + "\nwriter=2\nseq=70\nmac=" + hashB + "\nat-ms=1\n"
	if err != nil || string(text) != want {
		t.Fatalf("%q, %v", text, err)
	}
	back, err := ParseHeads(want)
	if err != nil || !reflect.DeepEqual(back, whole) {
		t.Errorf("%+v, %v", back, err)
	}
	long := whole
	for len(long.Heads) < headsMax {
		long.Heads = append(long.Heads, whole.Heads[0])
	}
	if _, err := long.Leaf(); err != nil {
		t.Errorf("%d heads: %v", headsMax, err)
	}
	long.Heads = append(long.Heads, whole.Heads[0])
	for name, bad := range map[string]Heads{
		"too many":  long,
		"none":      {N: 1, AtMS: 1},
		"no number": {Heads: whole.Heads, AtMS: 1},
		"no time":   {N: 1, Heads: whole.Heads},
		"no writer": {N: 1, Heads: []Head{{0, 1, hashA}}, AtMS: 1},
		"no op":     {N: 1, Heads: []Head{{1, 0, hashA}}, AtMS: 1},
		"no hash":   {N: 1, Heads: []Head{{1, 1, "x"}}, AtMS: 1},
	} {
		if text, err := bad.Leaf(); !errors.Is(err, ErrLeaf) {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
	mac := HeadMAC("secret", 1, 2, [32]byte{3})
	for name, other := range map[string]string{
		"key": HeadMAC("secre", 1, 2, [32]byte{3}), "writer": HeadMAC("secret", 2, 2, [32]byte{3}),
		"op": HeadMAC("secret", 1, 1, [32]byte{3}), "chain": HeadMAC("secret", 1, 2, [32]byte{4}),
	} {
		if other == mac || !canon.IsHex(other, canon.HashLen) {
			t.Errorf("another %s has the head %s", name, other)
		}
	}
}
