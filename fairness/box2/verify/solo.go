package verify

import (
	"math"

	"jadebox/fairness"
	"jadebox/fairness/box2"
	"jadebox/fairness/slot"
)

// solo is what draws of one player share: an epoch and a ticket.
type solo struct {
	epoch  *box2.EpochOpen
	ticket *box2.Ticket
	end    end
}

// end is what the leaves that end a ticket have in common.
type end struct {
	scope      string
	n          uint64
	player     int64
	bot        uint8
	ticket     string
	slotKey    string
	serverSeed string
	v          int64
	atMS       int64
	item       int64 // that was drawn, or the target of an upgrade
}

func (s *solo) form(v *verification) (err error) {
	b := v.b
	if len(b.Tickets) != 1 || len(b.Results) != 1 {
		return malformed("a %s bundle has one ticket and one result", b.Kind)
	}
	if s.epoch, err = parse[box2.EpochOpen](b.Context); err != nil {
		return err
	}
	if s.epoch.Epoch > math.MaxUint32 {
		return malformed("epoch %d", s.epoch.Epoch)
	}
	s.ticket, err = parse[box2.Ticket](b.Tickets[0])
	return err
}

// read takes the leaf that ends the ticket.
func (s *solo) read(v *verification, e end) error {
	if s.end = e; v.b.ID != fairness.ResultID(e.scope, e.n) {
		return malformed("id %q of n %d in %s", v.b.ID, e.n, e.scope)
	}
	v.promise = promise{
		log: s.epoch.Log, scope: fairness.SoloScope(s.epoch.Player, uint32(s.epoch.Epoch)), commit: s.epoch.Commit,
		height: slot.HeightSolo, beacon: s.epoch.Beacon, atMS: s.epoch.AtMS,
	}
	key, err := v.open(e.n, e.slotKey)
	v.draws = []draw{{key: key, n: e.n, userSeed: s.ticket.UserSeed, serverSeed: e.serverSeed, v: e.v}}
	return err
}

func (s *solo) context() error {
	if s.epoch.Height != slot.HeightSolo {
		return mismatch("an epoch of height %d", s.epoch.Height)
	}
	return nil
}

func (s *solo) logged(v *verification) (string, error) { return v.b.Results[0], nil }

// drawn is what the draw and its ticket say.
func (s *solo) drawn() *solo { return s }

// draw makes the checks from ticket to number.
func (s *solo) draw(v *verification) {
	v.add(CheckTicket, "the result ends a ticket of this context and beacon", s.checkTicket(v))
	v.serverSeeds()
	s.serverHash(v)
	v.numbers()
}

func (s *solo) checkTicket(v *verification) error {
	t, e, p := s.ticket, s.end, v.promise
	switch {
	case e.ticket != box2.Hash([]byte(v.b.Tickets[0])):
		return mismatch("the result names another ticket")
	case t.Log != p.log || t.Ctx != v.ctx || t.Beacon != v.beacon.Value:
		return mismatch("the ticket names another log, context or beacon")
	case t.Scope != p.scope || e.scope != p.scope:
		return mismatch("scope %q of the ticket, %q of the result, %q of the context", t.Scope, e.scope, p.scope)
	case t.Player != s.epoch.Player || e.player != s.epoch.Player || t.Bot != e.bot:
		return mismatch("another player, or not the same bot")
	case e.n < t.N || e.n >= t.N+uint64(len(t.ServerHashes)):
		return mismatch("n %d is not of the ticket", e.n)
	case t.AtMS < p.atMS || e.atMS < t.AtMS:
		return mismatch("context of %d ms, ticket of %d ms, result of %d ms", p.atMS, t.AtMS, e.atMS)
	case t.Bot == botSeat || t.Bot == botHouse && t.UserSeed != botSeed(t.N):
		return mismatch("bot %d with user seed %q", t.Bot, t.UserSeed)
	}
	return nil
}

func (s *solo) serverHash(v *verification) {
	n, hashes := s.end.n-s.ticket.N, s.ticket.ServerHashes
	if n >= uint64(len(hashes)) { // also for a nonce before the ticket's
		v.skip(CheckServerHash, "the ticket has no line for it")
		return
	}
	var err error
	if fairness.ServerHash(s.end.serverSeed) != hashes[n] {
		err = mismatch("server hash of n %d", s.end.n)
	}
	v.add(CheckServerHash, "the server seed hashes to what the ticket showed", err)
}

// boxDraw is one opening.
type boxDraw struct {
	solo
	result *box2.Result
}

func (d *boxDraw) form(v *verification) (err error) {
	if err := d.solo.form(v); err != nil {
		return err
	}
	if d.result, err = parse[box2.Result](v.b.Results[0]); err != nil {
		return err
	}
	r := d.result
	if r.Seat != 0 {
		return malformed("seat %d of an opening", r.Seat)
	}
	return d.read(v, end{r.Scope, r.N, r.Player, r.Bot, r.Ticket, r.SlotKey, r.ServerSeed, r.V, r.AtMS, r.Item})
}

func (d *boxDraw) outcome(v *verification) {
	d.draw(v)
	v.items([]*box2.Result{d.result}, []from{{d.ticket.Box, d.ticket.Odds}})
}

// upgradeDraw is one upgrade. Its ticket has box 0, and the hash of its terms where an opening has that of its odds.
type upgradeDraw struct {
	solo
	result *box2.Upgrade
	terms  fairness.UpgradeTerms
}

func (d *upgradeDraw) form(v *verification) (err error) {
	if err := d.solo.form(v); err != nil {
		return err
	}
	if len(v.b.Odds) != 0 {
		return malformed("odds of an upgrade")
	}
	if d.result, err = parse[box2.Upgrade](v.b.Results[0]); err != nil {
		return err
	}
	if d.terms, err = fairness.ParseUpgradeTerms(v.b.Upgrade.Terms); err != nil {
		return err
	}
	r := d.result
	return d.read(v, end{r.Scope, r.N, r.Player, r.Bot, r.Ticket, r.SlotKey, r.ServerSeed, r.V, r.AtMS, r.Target})
}

func (d *upgradeDraw) outcome(v *verification) {
	d.draw(v)
	v.add(CheckTerms, "ticket and result are of these terms", d.checkTerms(v))
	v.add(CheckRate, "the rate follows from stake, target and fee", d.checkRate())
	v.add(CheckSection, "v lies in the winning section exactly when the upgrade was won", d.checkSection())
}

func (d *upgradeDraw) checkTerms(v *verification) error {
	t, r := d.terms, d.result
	switch {
	case d.ticket.Box != 0 || d.ticket.Odds != box2.Hash([]byte(v.b.Upgrade.Terms)):
		return mismatch("the ticket names other terms")
	case t.Player != d.ticket.Player || t.StakeCents() != d.ticket.StakeCents:
		return mismatch("player or stake of the ticket")
	case t.Target != r.Target || t.TargetCents != r.TargetCents || int64(t.RateE8) != r.RateE8 ||
		int64(t.StartE8) != r.StartE8:
		return mismatch("target, rate or section of the result")
	}
	return nil
}

func (d *upgradeDraw) checkRate() error {
	rate, err := d.terms.Fee.RateE8(d.terms.StakeCents(), d.terms.TargetCents)
	if err == nil && rate != int64(d.terms.RateE8) {
		err = mismatch("the rate is %d, stake and target give %d", d.terms.RateE8, rate)
	}
	return err
}

func (d *upgradeDraw) checkSection() error {
	wins, err := fairness.UpgradeWins(uint32(d.result.V), d.terms.RateE8, d.terms.StartE8)
	if err == nil && wins != d.result.Won {
		err = mismatch("v %d wins: %t", d.result.V, wins)
	}
	return err
}
