package roll

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"jadebox/store"
)

// The state is written with every join, so that the roster is packed: about 20 bytes an entrant, most of them the name.
//
//	uvarint length, header as JSON, then lists, each with its length before it:
//	looks (text: avatar, and behind a NUL the head frame) · entrants (player, look, assists·2 + bot, name) ·
//	helpers (player, assists) · passwords (16 bytes, used)

// header is what lists of rooms need, so that they need not read the roster.
type header struct {
	Record
	Status      store.RoomStatus `json:"status"`
	Joined      int              `json:"joined,omitempty"`
	TotalWeight int64            `json:"totalWeight,omitempty"`
}

var errState = errors.New("roll: state is damaged")

// Encode implements room.State.
func (r Record) Encode() ([]byte, error) {
	head, err := json.Marshal(header{r, r.status, len(r.entrants), r.totalWeight()})
	if err != nil {
		return nil, err
	}
	b := make([]byte, 0, len(head)+24*len(r.entrants)+17*len(r.once)+64)
	b = appendText(b, string(head))
	looks, index := []string{}, map[string]int{}
	for _, e := range r.entrants {
		look := e.look()
		if _, known := index[look]; !known {
			index[look] = len(looks)
			looks = append(looks, look)
		}
	}
	b = binary.AppendUvarint(b, uint64(len(looks)))
	for _, look := range looks {
		b = appendText(b, look)
	}
	b = binary.AppendUvarint(b, uint64(len(r.entrants)))
	for _, e := range r.entrants {
		b = binary.AppendUvarint(b, uint64(e.Player))
		b = binary.AppendUvarint(b, uint64(index[e.look()]))
		flags := uint64(e.Assists) << 1
		if e.Bot {
			flags |= 1
		}
		b = appendText(binary.AppendUvarint(b, flags), e.Name)
	}
	b = binary.AppendUvarint(b, uint64(len(r.helpers)))
	for _, h := range r.helpers {
		b = binary.AppendUvarint(binary.AppendUvarint(b, uint64(h.player)), uint64(h.assists))
	}
	b = binary.AppendUvarint(b, uint64(len(r.once)))
	for _, o := range r.once {
		b = append(b, o.hash[:]...)
		used := byte(0)
		if o.used {
			used = 1
		}
		b = append(b, used)
	}
	return b, nil
}

// frameSeparator stands between an avatar and a head frame; neither has it.
const frameSeparator = "\x00"

func (e Entrant) look() string {
	if e.Frame == "" {
		return e.Avatar
	}
	return e.Avatar + frameSeparator + e.Frame
}

func appendText(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

// readHeader reads what a list shows.
func readHeader(state []byte) (h header, rest reader, err error) {
	rest = reader{b: state}
	head := rest.take(rest.count())
	if rest.failed {
		return h, rest, errState
	}
	if err := json.Unmarshal(head, &h); err != nil {
		return h, rest, fmt.Errorf("%w: %w", errState, err)
	}
	h.Record.status = h.Status
	return h, rest, nil
}

func decode(state []byte) (Record, error) {
	h, d, err := readHeader(state)
	if err != nil {
		return Record{}, err
	}
	r := h.Record
	looks := make([]string, d.count())
	for i := range looks {
		looks[i] = d.text()
	}
	r.entrants = make([]Entrant, d.count())
	for i := range r.entrants {
		e := Entrant{Player: store.PlayerID(d.uvarint())}
		if l := d.uvarint(); l < uint64(len(looks)) {
			e.Avatar, e.Frame, _ = strings.Cut(looks[l], frameSeparator)
		} else {
			d.failed = true
		}
		flags := d.uvarint()
		e.Assists, e.Bot = int(flags>>1), flags&1 == 1
		e.Name = d.text()
		r.entrants[i] = e
	}
	r.helpers = make([]helper, d.count())
	for i := range r.helpers {
		r.helpers[i] = helper{store.PlayerID(d.uvarint()), int(d.uvarint())}
	}
	r.once = make([]once, d.count())
	for i := range r.once {
		copy(r.once[i].hash[:], d.take(len(r.once[i].hash)))
		r.once[i].used = d.uvarint() == 1
	}
	if d.failed || len(d.b) != 0 || len(r.entrants) != h.Joined {
		return Record{}, fmt.Errorf("%w: room %d", errState, r.Room)
	}
	if r.Beacon != nil && r.status == store.RoomSettled {
		if err := r.deal(); err != nil {
			return Record{}, err
		}
	}
	return r, nil
}

// reader takes a state apart; a failure sticks. Counts are bounded by the bytes that are left.
type reader struct {
	b      []byte
	failed bool
}

func (d *reader) uvarint() uint64 {
	v, n := binary.Uvarint(d.b)
	if n <= 0 {
		d.failed, d.b = true, nil
		return 0
	}
	d.b = d.b[n:]
	return v
}

func (d *reader) count() int {
	n := d.uvarint()
	if n > uint64(len(d.b)) {
		d.failed = true
		return 0
	}
	return int(n)
}

func (d *reader) take(n int) []byte {
	if n > len(d.b) {
		d.failed, d.b = true, nil
		return nil
	}
	part := d.b[:n]
	d.b = d.b[n:]
	return part
}

func (d *reader) text() string { return string(d.take(d.count())) }
