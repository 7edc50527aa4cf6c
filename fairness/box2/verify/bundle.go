package verify

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"unicode/utf8"

	"jadebox/fairness"
)

const (
	// Format is the first field of every bundle.
	Format = "BOX2"
	// bundleMax bounds a bundle, in bytes.
	bundleMax = 1 << 20
)

// Bundle is everything that is needed to verify one result offline. What follows from something else in it stands
// nowhere.
type Bundle struct {
	Format  string   `json:"format"`
	Kind    string   `json:"kind"`
	ID      string   `json:"id"`      // "<scope>:n<n>" of a solo draw, the scope of a room
	Context string   `json:"context"` // text of the leaf whose hash is the context
	Opened  string   `json:"opened"`  // tlog-proof of the leaf that names the round, cosigned before it
	Beacon  Beacon   `json:"beacon"`
	Slot    []Slot   `json:"slot"`
	Key     string   `json:"key"` // K in hex when the scope is closed, else ""
	Tickets []string `json:"tickets"`
	Results []string `json:"results"`
	Logged  string   `json:"logged"` // tlog-proof of the leaf that ends it; "" until it is in the log
	Odds    []Odds   `json:"odds"`
	Parts
}

// Beacon is the value of a round with its proof: Signature with drand, the other three with a local chain. What is not
// of the source is empty.
type Beacon struct {
	Source      string `json:"source"`
	Round       uint64 `json:"round"`
	Signature   string `json:"signature"`
	Link        string `json:"link"`
	AnchorRound uint64 `json:"anchorRound"`
	Anchor      string `json:"anchor"`
}

// Slot is an opened slot: the path from its key to the commitment, lowest hash first, in hex.
type Slot struct {
	N    uint64   `json:"n"`
	Path []string `json:"path"`
}

// Odds is a table. An entry is item, weight in 10⁻⁸, value in cents.
type Odds struct {
	Box     int64      `json:"box"`
	Version uint32     `json:"version"`
	Entries [][3]int64 `json:"entries"`
}

// Parts are what only one kind has: the part of its kind is there and no other.
type Parts struct {
	Upgrade   *Upgrade   `json:"upgrade,omitempty"`
	Battle    *Battle    `json:"battle,omitempty"`
	Roll      *Roll      `json:"roll,omitempty"`
	Luckycard *Luckycard `json:"luckycard,omitempty"`
	Rain      *Rain      `json:"rain,omitempty"`
}

// Upgrade is what an upgrade was played for: the text of its terms.
type Upgrade struct {
	Terms string `json:"terms"`
}

// Battle is the end of a battle. Totals are those of the seats, in cents.
type Battle struct {
	Close   string  `json:"close"` // text of the leaf that closes the scope
	Totals  []int64 `json:"totals"`
	Winners []int   `json:"winners"`
	Tied    []int   `json:"tied"`    // seats that were level where one winner was needed, else empty
	TieSeat int     `json:"tieSeat"` // that the stream picked of them, -1 without a tie
}

// Roll has the entrants of a roll: the texts of its parts.
type Roll struct {
	Parts []string `json:"parts"`
}

// Luckycard has what ended the flips of a room before this one, in their order.
type Luckycard struct {
	Before []Ended `json:"before"`
}

// Rain is what a window of a rain builds on: the amounts, which a round of their own made, and the windows before.
type Rain struct {
	Opened  string   `json:"opened"` // tlog-proof of the context, cosigned before that round
	Beacon  Beacon   `json:"beacon"` // of that round
	Amounts Ended    `json:"amounts"`
	Windows []Window `json:"windows"` // from the first to the one before this, each of them
}

// Window is one that is paid: the texts of its claims, and for each of these what they came to.
type Window struct {
	Claims []string `json:"claims"`
	Paid   []Ended  `json:"paid"`
}

// Ended is a leaf that ended something, as text, and its tlog-proof.
type Ended struct {
	Leaf   string `json:"leaf"`
	Logged string `json:"logged"`
}

// Encode writes a bundle as JSON that Parse takes.
func (b *Bundle) Encode() ([]byte, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(b); err != nil {
		return nil, fmt.Errorf("encode bundle: %w", err)
	}
	if _, err := Parse(out.Bytes()); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// Parse reads a bundle of at most 1 MiB. A field that is missing, unknown, misspelt, null or there twice is refused,
// and so is anything after the end: nothing takes a default. Errors wrap fairness.ErrInput.
func Parse(data []byte) (*Bundle, error) {
	if len(data) > bundleMax {
		return nil, fmt.Errorf("%w: bundle of %d bytes, at most %d", fairness.ErrInput, len(data), bundleMax)
	}
	b := new(Bundle)
	if err := decode(data, b); err != nil {
		return nil, fmt.Errorf("%w: bundle: %w", fairness.ErrInput, err)
	}
	return b, nil
}

// decode reads JSON that can be read in one way only: what is read, written again, is the same.
func decode(data []byte, into any) error {
	if !utf8.Valid(data) {
		return fmt.Errorf("bytes that are no UTF-8")
	}
	if err := decodeOne(data, into); err != nil {
		return err
	}
	if err := unambiguous(data); err != nil {
		return err
	}
	again, err := json.Marshal(into)
	if err != nil {
		return err
	}
	var got, want any
	if err := decodeOne(data, &got); err != nil {
		return err
	}
	if err := decodeOne(again, &want); err != nil {
		return err
	}
	if !reflect.DeepEqual(got, want) {
		return fmt.Errorf("a field is missing, misspelt or not in plain form")
	}
	return nil
}

func decodeOne(data []byte, into any) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	dec.UseNumber()
	if err := dec.Decode(into); err != nil {
		return err
	}
	if _, err := dec.Token(); err != io.EOF {
		return fmt.Errorf("data after the end")
	}
	return nil
}

// unambiguous refuses what readers of JSON do not agree about, in data that is JSON: a name twice in one object, and
// null, which some take for an empty list.
func unambiguous(data []byte) error {
	type level struct {
		names map[string]bool // of an object, nil in a list
		named bool            // a name stands there, its value comes next
	}
	open := []level{{}}
	dec := json.NewDecoder(bytes.NewReader(data))
	for {
		token, err := dec.Token()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		top := &open[len(open)-1]
		name, text := token.(string)
		switch {
		case token == json.Delim('}') || token == json.Delim(']'):
			open = open[:len(open)-1]
		case top.names != nil && !top.named && text:
			if top.names[name] {
				return fmt.Errorf("field %q is there twice", name)
			}
			top.names[name], top.named = true, true
		case token == nil:
			return fmt.Errorf("null is no value")
		default:
			top.named = false
			if token == json.Delim('{') {
				open = append(open, level{names: map[string]bool{}})
			} else if token == json.Delim('[') {
				open = append(open, level{})
			}
		}
	}
}
