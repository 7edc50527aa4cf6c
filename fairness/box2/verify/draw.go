package verify

import (
	"errors"
	"strconv"

	"jadebox/fairness"
	"jadebox/fairness/box2"
	"jadebox/fairness/slot"
)

// Bots in leaves; 0 is a player.
const (
	botSeat  = 1 // a seat without account
	botHouse = 2 // an account of the house
)

// botSeed is the user seed of a seat without a player, so that the house cannot choose it: "bot" and a number.
func botSeed(number uint64) string { return "bot" + strconv.FormatUint(number, 10) }

// A draw is one number that a user seed and a server seed give.
type draw struct {
	key                  fairness.Key // of its slot
	n                    uint64
	seat                 int
	userSeed, serverSeed string
	v                    int64
}

func (v *verification) serverSeeds() {
	var failed error
	for _, d := range v.draws {
		seed, err := slot.Seed(d.key, v.promise.scope, v.beacon.Value, v.ctx, d.n, d.seat)
		if err == nil && seed != d.serverSeed {
			err = mismatch("server seed of n %d seat %d", d.n, d.seat)
		}
		failed = errors.Join(failed, err)
	}
	v.add(CheckServerSeed, "every server seed follows from its slot, beacon and context", failed)
}

func (v *verification) numbers() {
	var failed error
	for _, d := range v.draws {
		out, err := fairness.Roll(d.userSeed, d.serverSeed)
		if err == nil && int64(out.V) != d.v {
			err = mismatch("number of n %d seat %d", d.n, d.seat)
		}
		failed = errors.Join(failed, err)
	}
	v.add(CheckNumber, "v is the first six characters of SHA-256(userSeed ‖ serverSeed)", failed)
}

// from reads what a result draws an item from: a table of a box by its hash.
type from struct {
	box  int64
	hash string
}

// items makes the checks odds and item of draws, each from the table beside it.
func (v *verification) items(results []*box2.Result, tables []from) {
	odds, err := v.odds(tables)
	v.add(CheckOdds, "every table hashes to what was named before the draw", err)
	if err != nil {
		v.skip(CheckItem, "the odds do not hold")
		return
	}
	var failed error
	for i, r := range results {
		table := odds[tables[i].hash]
		if e := table.Entry(table.Pick(uint32(r.V))); e.Item != r.Item || e.ValueCents != r.ValueCents {
			failed = errors.Join(failed, mismatch("v %d of n %d seat %d is another item", r.V, r.N, r.Seat))
		}
	}
	v.add(CheckItem, "v lies in the section of the item", failed)
}

// odds are the tables of the bundle by their hashes: those that are named, each once.
func (v *verification) odds(named []from) (map[string]*fairness.Odds, error) {
	boxes := make(map[string]int64, len(named))
	for _, f := range named {
		boxes[f.hash] = f.box
	}
	tables := make(map[string]*fairness.Odds, len(v.b.Odds))
	for _, o := range v.b.Odds {
		table, err := o.table()
		if err != nil {
			return nil, err
		}
		if hash := table.Hash(); boxes[hash] != o.Box || tables[hash] != nil {
			return nil, mismatch("odds of box %d are not those named, or there twice", o.Box)
		}
		tables[table.Hash()] = table
	}
	for _, f := range named {
		if table := tables[f.hash]; table == nil || table.BoxID() != f.box {
			return nil, mismatch("odds %s of box %d are missing", f.hash, f.box)
		}
	}
	return tables, nil
}

func (o Odds) table() (*fairness.Odds, error) {
	entries := make([]fairness.OddsEntry, len(o.Entries))
	for i, e := range o.Entries {
		if e[1] < 0 || e[1] > fairness.WeightUnit {
			return nil, malformed("weight %d", e[1])
		}
		entries[i] = fairness.OddsEntry{Item: e[0], Weight: uint32(e[1]), ValueCents: e[2]}
	}
	return fairness.NewOdds(o.Box, o.Version, entries)
}
