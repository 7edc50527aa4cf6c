package ranking

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"jadebox/protocol"
)

// place is where a row is kept: the name is the last, because it may be anything.
type place struct{ day, board, name string }

func (p place) String() string { return p.day + "/" + p.board + "/" + p.name }

func placeOf(text string) (p place, err error) {
	parts := strings.SplitN(text, "/", 3)
	if len(parts) != 3 || !slices.Contains(boards[:], parts[1]) {
		return p, fmt.Errorf("ranking: row %q", text)
	}
	return place{parts[0], parts[1], parts[2]}, nil
}

// days are the boards of the days that are not paid yet, and which of their rows are not kept yet.
type days struct {
	boards  map[string]map[string]board
	changed map[place]struct{}
}

// of is a board; nil when it has no row.
func (d *days) of(day, name string) board { return d.boards[day][name] }

// open reports whether a day has rows.
func (d *days) open(day string) bool { return len(d.boards[day]) > 0 }

// all are the days that have rows, the oldest first.
func (d *days) all() []string { return slices.Sorted(maps.Keys(d.boards)) }

func (d *days) take(day, name string, row protocol.RankRow) {
	d.put(day, name)
	for _, who := range d.boards[day][name].take(row) {
		d.changed[place{day, name, who}] = struct{}{}
	}
}

// rename has the rows of a player under the name of now.
func (d *days) rename(was, is string) {
	for day, list := range d.boards {
		for name, b := range list {
			for _, who := range b.rename(was, is) {
				d.changed[place{day, name, who}] = struct{}{}
			}
		}
	}
}

// put makes room for a row.
func (d *days) put(day, name string) {
	if d.boards == nil {
		d.boards, d.changed = map[string]map[string]board{}, map[place]struct{}{}
	}
	if d.boards[day] == nil {
		d.boards[day] = map[string]board{}
	}
	if d.boards[day][name] == nil {
		d.boards[day][name] = board{}
	}
}

func (d *days) forget(day, name string) {
	for who := range d.boards[day][name] {
		d.changed[place{day, name, who}] = struct{}{}
	}
	delete(d.boards[day], name)
	if len(d.boards[day]) == 0 {
		delete(d.boards, day)
	}
}

// ReadRows implements follow.Keyed.
func (p *position) ReadRows(rows map[string][]byte) error {
	if rows == nil {
		for day, list := range p.Old {
			for name, b := range list {
				for _, row := range b {
					p.days.take(day, name, row)
				}
			}
		}
	}
	p.Old = nil
	for text, value := range rows {
		at, err := placeOf(text)
		if err != nil {
			return err
		}
		var row protocol.RankRow
		if err := json.Unmarshal(value, &row); err != nil {
			return fmt.Errorf("ranking: row %q: %w", text, err)
		}
		p.days.put(at.day, at.board)
		p.days.boards[at.day][at.board][at.name] = row
	}
	return nil
}

// ChangedRows implements follow.Keyed.
func (p *position) ChangedRows() map[string][]byte {
	rows := make(map[string][]byte, len(p.days.changed))
	for at := range p.days.changed {
		rows[at.String()] = nil
		if row, there := p.days.boards[at.day][at.board][at.name]; there {
			rows[at.String()] = rowText(row)
		}
	}
	clear(p.days.changed)
	return rows
}

// AllRows implements follow.Keyed.
func (p *position) AllRows() map[string][]byte {
	rows := map[string][]byte{}
	for day, list := range p.days.boards {
		for name, b := range list {
			for who, row := range b {
				rows[place{day, name, who}.String()] = rowText(row)
			}
		}
	}
	clear(p.days.changed)
	return rows
}

func rowText(row protocol.RankRow) []byte {
	text, err := json.Marshal(row)
	if err != nil {
		panic(fmt.Errorf("ranking: %w", err)) // plain data of the protocol
	}
	return text
}
