package verify

import (
	"fmt"
	"strconv"

	"jadebox/fairness"
	"jadebox/fairness/box2"
	"jadebox/fairness/internal/strict"
)

// Mine is what a player's device kept of one request: what it asked for, the receipt, and what it was shown. It is a
// line of the file that the page exports.
type Mine struct {
	Asked   Asked        `json:"asked"`
	Receipt box2.Receipt `json:"receipt"`
	Shown   Shown        `json:"shown"`
}

// Asked is a request for Count draws from nonce N on. An upgrade has box 0 and the hash of its terms.
type Asked struct {
	Scope      string `json:"scope"`
	N          uint64 `json:"n"`
	Count      int    `json:"count"`
	UserSeed   string `json:"userSeed"`
	Box        int64  `json:"box"`
	OddsHash   string `json:"oddsHash"`
	PriceCents int64  `json:"priceCents"`
	Commit     string `json:"commit"`
	AtMS       int64  `json:"atMs"` // by the device's clock; nothing is held to it
}

// Shown is what the page showed of each draw, in their order: the server hashes before, items and v after. The item of
// an upgrade is its target, won or not.
type Shown struct {
	Items        []int64  `json:"items"`
	V            []int64  `json:"v"`
	ServerHashes []string `json:"serverHashes"`
}

// ParseMine reads one such line; what Parse refuses in a bundle is refused here. Errors wrap fairness.ErrInput.
func ParseMine(line []byte) (*Mine, error) {
	if len(line) > bundleMax {
		return nil, malformed("own line of %d bytes, at most %d", len(line), bundleMax)
	}
	m := new(Mine)
	if err := strict.Decode(line, m, strict.WithoutNull); err != nil {
		return nil, malformed("own line: %v", err)
	}
	return m, nil
}

// mine makes the check of that name. What it finds makes nothing wrong with the proof, so that it stands in Differs.
func (v *verification) mine() {
	own, ok := v.kind.(interface{ drawn() *solo })
	switch {
	case v.trust.Mine == nil:
		v.skip(CheckMine, "nothing is known from the player's own device")
		return
	case !ok || !v.trust.Mine.has(own.drawn().end):
		v.skip(CheckMine, "what the device kept is of another request")
		return
	}
	v.report.Differs = v.trust.Mine.differences(own.drawn(), v.b.Tickets[0], v.trust.ReceiptsKey)
	check := fairness.Check{Name: CheckMine, OK: len(v.report.Differs) == 0, Detail: "as the device kept it"}
	if !check.OK {
		d := v.report.Differs[0]
		check.Detail = fmt.Sprintf("%s: %s / %s", d.What, d.Yours, d.Theirs)
	}
	v.report.Checks = append(v.report.Checks, check)
}

// has says whether a draw is one of those that were asked for.
func (m *Mine) has(e end) bool {
	return m.Asked.Scope == e.scope && e.n >= m.Asked.N && e.n-m.Asked.N < uint64(max(m.Asked.Count, 0))
}

// differences are where a draw and its ticket are not what the device asked for, was promised or has shown.
func (m *Mine) differences(s *solo, ticket, receiptsKey string) (list []fairness.Difference) {
	field := func(name, yours, theirs string) {
		if yours != theirs {
			list = append(list, fairness.Difference{What: name, Yours: yours, Theirs: theirs})
		}
	}
	if _, err := m.Receipt.Open(receiptsKey); err != nil {
		field("receipt", err.Error(), "")
	}
	field("ticket", m.Receipt.Ticket, ticket)
	field("n", decimal(int64(m.Asked.N)), decimal(int64(s.ticket.N)))
	field("count", decimal(int64(m.Asked.Count)), decimal(int64(len(s.ticket.ServerHashes))))
	field("user-seed", m.Asked.UserSeed, s.ticket.UserSeed)
	field("box", decimal(m.Asked.Box), decimal(s.ticket.Box))
	field("odds", m.Asked.OddsHash, s.ticket.Odds)
	field("price-cents", decimal(m.Asked.PriceCents), decimal(s.ticket.StakeCents))
	field("commit", m.Asked.Commit, s.epoch.Commit)
	at := s.end.n - m.Asked.N
	field("server-hash", shown(m.Shown.ServerHashes, at, func(hash string) string { return hash }),
		fairness.ServerHash(s.end.serverSeed))
	field("item", shown(m.Shown.Items, at, decimal), decimal(s.end.item))
	field("v", shown(m.Shown.V, at, decimal), decimal(s.end.v))
	return list
}

func decimal(n int64) string { return strconv.FormatInt(n, 10) }

// shown is element i of what was shown, "" when nothing was.
func shown[T any](list []T, i uint64, text func(T) string) string {
	if i >= uint64(len(list)) {
		return ""
	}
	return text(list[i])
}
