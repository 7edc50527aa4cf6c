package statistics

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"jadebox/fairness"
	"jadebox/fairness/log"
)

var (
	// errLine marks a line of the export that is malformed.
	errLine = errors.New("malformed export line")
	// errEmpty marks an export without a single result.
	errEmpty = errors.New("the export holds no result")
)

const lineMax = 1 << 20

// audit gathers what the report needs in one pass. Of a result it keeps one bit.
type audit struct {
	tables  map[string]*tableDraws
	scopes  map[string]*scopeNonces
	players map[int64]*playerDraws
	battles map[string]*battleValues
	all     sequence
	bots    meanV
	humans  meanV

	upgrades       upgradeCounts
	results, voids int
	broken         []string // records that do not verify, first brokenShown
	brokenCount    int
}

const brokenShown = 10

// tableDraws counts the draws from one odds table.
type tableDraws struct {
	odds        *fairness.Odds
	counts      []int
	draws       int
	stakeCents  int64 // of paid draws
	paid        int
	wonCents    int64
	wantCents   float64 // expected value of the paid draws
	varianceSum float64 // of one draw's value, cents²
}

// scopeNonces remembers which draws of a scope were seen, to find gaps and repeats.
type scopeNonces struct {
	solo bool
	seen []uint64 // one bit for each n × (SeatMax+1) + seat
	ends int      // bits set
	next uint64   // highest n seen, plus one
}

type playerDraws struct{ vs sequence }

// meanV averages v.
type meanV struct {
	n   int
	sum float64
}

func newAudit() *audit {
	return &audit{
		tables:  map[string]*tableDraws{},
		scopes:  map[string]*scopeNonces{},
		players: map[int64]*playerDraws{},
		battles: map[string]*battleValues{},
	}
}

func (a *audit) read(r io.Reader) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, 64<<10), lineMax)
	for number := 1; lines.Scan(); number++ {
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		if err := a.line(lines.Bytes()); err != nil {
			return fmt.Errorf("line %d: %w", number, err)
		}
	}
	if err := lines.Err(); err != nil {
		return err
	}
	if a.results+a.upgrades.n == 0 {
		return errEmpty
	}
	return nil
}

func (a *audit) line(text []byte) error {
	var line log.Line
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&line); err != nil {
		return fmt.Errorf("%w: %w", errLine, err)
	}
	if line.Fields() != 1 {
		return fmt.Errorf("%w: %d records in one line", errLine, line.Fields())
	}
	switch {
	case line.Odds != "":
		return a.odds(line.Odds)
	case line.Roster != "":
		return a.roster(line.Roster)
	case line.Void != nil:
		return a.void(*line.Void)
	case line.Upgrade != nil:
		return a.upgrade(*line.Upgrade)
	default:
		return a.result(*line.Result)
	}
}

func (a *audit) odds(leaf string) error {
	odds, err := fairness.ParseOdds(leaf)
	if err != nil {
		return err
	}
	if a.tables[odds.Hash()] == nil {
		t := &tableDraws{odds: odds, counts: make([]int, odds.Len())}
		mean := float64(odds.ExpectedTickets()) / fairness.TicketUnit
		for i := range odds.Len() {
			d := float64(odds.Entry(i).ValueCents) - mean
			t.varianceSum += d * d * float64(odds.Tickets(i)) / fairness.TicketUnit
		}
		a.tables[odds.Hash()] = t
	}
	return nil
}

func (a *audit) roster(leaf string) error {
	c, err := fairness.ParseBattleContext(leaf)
	if err != nil {
		return err
	}
	if scope := fairness.BattleScope(c.Room); a.battles[scope] == nil { // an export may tell it again
		a.battles[scope] = newBattleValues(c)
	}
	return nil
}

func (a *audit) void(v log.Void) error {
	if _, err := v.Leaf(); err != nil {
		return err
	}
	a.voids++
	a.use(v.Scope, v.N, 0)
	return nil
}

func (a *audit) result(r log.Result) error {
	if _, err := r.Leaf(); err != nil {
		return err
	}
	a.results++
	a.use(r.Scope, r.N, r.Seat)
	table, at := a.tables[r.OddsHash], -1
	if table != nil {
		at = table.odds.Pick(r.V)
	}
	if why := verify(r, table, at); why != "" {
		a.add("%s seat %d: %s", fairness.ResultID(r.Scope, r.N), r.Seat, why)
		return nil
	}
	table.add(r, at)
	a.drawn(r.Player, r.V, r.Bot)
	if battle := a.battles[r.Scope]; battle != nil {
		battle.add(r)
	}
	return nil
}

// drawn adds v to every series that it belongs to.
func (a *audit) drawn(player int64, v uint32, bot bool) {
	a.all.add(v)
	if bot {
		a.bots.add(v)
	} else {
		a.humans.add(v)
	}
	draws := a.players[player]
	if draws == nil {
		draws = new(playerDraws)
		a.players[player] = draws
	}
	draws.vs.add(v)
}

// verify recomputes what a record states, as far as it can be without the key.
func verify(r log.Result, table *tableDraws, at int) string {
	if why := verifySeeds(r.UserSeed, r.ServerSeed, r.ServerHash, r.ResultHash, r.V); why != "" {
		return why
	}
	switch {
	case table == nil:
		return "its odds table is not in the export"
	case table.odds.BoxID() != r.Box || table.odds.Entry(at).Item != r.Item ||
		table.odds.Entry(at).ValueCents != r.ValueCents:
		return "the item is not the one that v draws"
	}
	return ""
}

func verifySeeds(userSeed, serverSeed, serverHash, resultHash string, v uint32) string {
	out, err := fairness.Roll(userSeed, serverSeed)
	switch {
	case err != nil:
		return err.Error()
	case out.ResultHash != resultHash || out.V != v:
		return "the result hash or v does not follow from the seeds"
	case fairness.ServerHash(serverSeed) != serverHash:
		return "the server hash does not follow from the server seed"
	}
	return ""
}

func (a *audit) add(format string, args ...any) {
	a.brokenCount++
	if len(a.broken) < brokenShown {
		a.broken = append(a.broken, fmt.Sprintf(format, args...))
	}
}

func (a *audit) use(scope string, n uint64, seat int) {
	if n >= fairness.NonceMax || seat > fairness.SeatMax {
		a.add("%s seat %d: no key serves so many draws", fairness.ResultID(scope, n), seat)
		return
	}
	s := a.scopes[scope]
	if s == nil {
		s = &scopeNonces{solo: strings.HasPrefix(scope, "solo:")}
		a.scopes[scope] = s
	}
	place := n*(fairness.SeatMax+1) + uint64(seat)
	word, bit := int(place/64), uint64(1)<<(place%64)
	if word >= len(s.seen) {
		s.seen = append(s.seen, make([]uint64, word+1-len(s.seen))...)
	}
	if s.seen[word]&bit != 0 {
		a.add("%s seat %d: recorded twice", fairness.ResultID(scope, n), seat)
		return
	}
	s.seen[word] |= bit
	s.ends++
	s.next = max(s.next, n+1)
}

// gaps counts the nonces of players' epochs that ended neither as a result nor
// as a void although a later one did.
func (a *audit) gaps() int {
	gaps := 0
	for _, s := range a.scopes {
		if s.solo {
			gaps += int(s.next) - s.ends
		}
	}
	return gaps
}

func (t *tableDraws) add(r log.Result, at int) {
	t.draws++
	t.counts[at]++
	if r.StakeCents > 0 && !r.Bot {
		t.paid++
		t.stakeCents += r.StakeCents
		t.wonCents += r.ValueCents
		t.wantCents += float64(t.odds.ExpectedTickets()) / fairness.TicketUnit
	}
}

func (m *meanV) add(v uint32) {
	m.n++
	m.sum += float64(v)
}
