package audit

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"jadebox/actors/player"
	"jadebox/fairness"
	"jadebox/fairness/log"
	"jadebox/server/publiclog"
	"jadebox/store"
)

// seeds hold what was drawn to its commitments: each stored key is the one that was published before the beacon's
// round, and each result is drawn anew from key, beacon and odds with package fairness. Memory is that of the epochs, a
// thousandth of the openings at most beside one for each player.
type seeds struct {
	epochs map[store.EpochID]*epoch
	tables map[string]*fairness.Odds // published ones, by their hashes
	chains *beacons
	opened map[store.EpochID]*drawn // of the chunk at hand, and some before
	// restores are the times at which the site went back to a backup, ascending: what was opened before one is closed
	restores []int64
}

// epoch is what the journal says of a player's epoch.
type epoch struct {
	opened, revealed [16]byte // hashes of the leaves; zero: not published
	used             uint64   // nonces
	steps            setHash  // where uses end, less where they begin
	key              bool
	openedMS, lastMS int64 // when it was opened, and drawn from last
}

// drawn is an epoch as it is drawn from.
type drawn struct {
	store.SeedEpoch
	scope, ctx string
	draws      map[string]*fairness.Epoch // by the beacon's value
}

func newSeeds() *seeds {
	return &seeds{epochs: map[store.EpochID]*epoch{}, tables: map[string]*fairness.Odds{}, chains: newBeacons(),
		opened: map[store.EpochID]*drawn{}}
}

func (s *seeds) epoch(id store.EpochID) *epoch {
	e := s.epochs[id]
	if e == nil {
		e = &epoch{}
		s.epochs[id] = e
	}
	return e
}

func leafHash(data []byte) [16]byte {
	sum := sha256.Sum256(data)
	return [16]byte(sum[:16])
}

func nonceText(n uint64) []byte { return fmt.Appendf(nil, "nonce %d", n) }

// feed notes what an op publishes about epochs, and which nonces it uses.
func (s *seeds) feed(r *Report, e *store.JournalEntry) {
	if n := e.Nonce; n != nil {
		at := s.epoch(store.EpochID{Player: n.Player, Epoch: n.Epoch})
		at.used += uint64(n.Count)
		at.lastMS = max(at.lastMS, e.At.UnixMilli())
		at.steps.add(-1, nonceText(n.From))
		at.steps.add(1, nonceText(n.From+uint64(n.Count)))
	}
	for _, l := range e.Leaves {
		switch {
		case e.Kind == publiclog.KindRestored:
			s.restored(r, e, l)
		case strings.HasPrefix(l.Key, string(log.KeyOpen)):
			c, err := fairness.ParseSoloContext(string(l.Data))
			if err != nil {
				r.violate(Results, "op %d, leaf %q: %v", e.ID, l.Key, err)
				continue
			}
			at := s.epoch(store.EpochID{Player: store.PlayerID(c.Player), Epoch: store.Epoch(c.Epoch)})
			if at.opened != [16]byte{} && at.opened != leafHash(l.Data) {
				r.violate(Results, "two commitments are published for epoch %d of player %d", c.Epoch, c.Player)
			}
			at.opened, at.openedMS = leafHash(l.Data), c.OpenedAtMS
		case e.Kind == player.KindSeedReveal && strings.HasPrefix(l.Key, string(log.KeyReveal)):
			var id store.EpochID
			scope, _ := log.KeyReveal.Cut(l.Key)
			if _, err := fmt.Sscanf(scope, "solo:u%d:e%d", &id.Player, &id.Epoch); err != nil ||
				fairness.SoloScope(int64(id.Player), uint32(id.Epoch)) != scope {
				r.violate(Results, "op %d reveals %q, which is no epoch", e.ID, l.Key)
				continue
			}
			s.epoch(id).revealed = revealHash(l.Data)
		}
	}
}

// restored notes a restore.
func (s *seeds) restored(r *Report, e *store.JournalEntry, l store.LogLeaf) {
	rec, err := log.ParseRestored(string(l.Data))
	if err == nil {
		err = rec.Check()
	}
	if err != nil || e.Player != 0 || l.Key != publiclog.RestoredKey(rec.AtMS) || e.Key != l.Key ||
		e.At.UnixMilli() != rec.AtMS {
		r.violate(Log, "op %d under %q tells of no restore: %v", e.ID, e.Key, err)
		return
	}
	s.restores = append(s.restores, rec.AtMS)
	r.Notes = append(r.Notes, fmt.Sprintf("the site went back, at %s, to %s: what was done in between is lost",
		time.UnixMilli(rec.AtMS).UTC().Format(time.RFC3339), time.UnixMilli(rec.MomentMS).UTC().Format(time.RFC3339)))
}

// closedBy is the first restore after a time; 0 when there was none.
func (s *seeds) closedBy(ms int64) int64 {
	first := int64(0)
	for _, at := range s.restores {
		if at > ms && (first == 0 || at < first) {
			first = at
		}
	}
	return first
}

// revealHash is of scope and key: the time of the reveal is not the key's.
func revealHash(data []byte) [16]byte {
	rec, err := log.Parse(data)
	if reveal, ok := rec.(*log.Reveal); ok && err == nil {
		return leafHash([]byte(reveal.Scope + " " + reveal.Key))
	}
	return [16]byte{1}
}

func contextOf(e store.SeedEpoch) fairness.SoloContext {
	return fairness.SoloContext{Player: int64(e.Player), Epoch: uint32(e.Epoch), Commit: e.Commit,
		BeaconSource: e.BeaconSource, BeaconRound: e.BeaconRound, OpenedAtMS: e.OpenedAt.UnixMilli()}
}

// check compares the stored epochs with what is published and used.
func (s *seeds) check(ctx context.Context, r *Report, view store.Snapshot, site bool) error {
	stored := func(e store.SeedEpoch) {
		id := store.EpochID{Player: e.Player, Epoch: e.Epoch}
		at := s.epochs[id]
		if at == nil {
			at = &epoch{}
		}
		at.key = true
		leaf, err := contextOf(e).Leaf()
		unused := at.used == 0 && !e.RevealedAt.IsZero() // nothing was drawn, and nothing will be
		switch {
		case unused:
		case fairness.Key(e.Key).Commit() != e.Commit:
			r.violate(Results, "the key of epoch %d of player %d is not the one that was committed", e.Epoch, e.Player)
		case err != nil:
			r.violate(Results, "epoch %d of player %d: %v", e.Epoch, e.Player, err)
		case at.opened == [16]byte{} && at.used > 0:
			r.violate(Results, "epoch %d of player %d was drawn from and its commitment never published", e.Epoch,
				e.Player)
		case at.opened != [16]byte{} && at.opened != leafHash(leaf):
			r.violate(Results, "epoch %d of player %d is not the one that was published", e.Epoch, e.Player)
		}
		if scope := fairness.SoloScope(int64(e.Player), uint32(e.Epoch)); at.revealed != [16]byte{} &&
			at.revealed != leafHash([]byte(scope+" "+fairness.Key(e.Key).Reveal())) {
			r.violate(Results, "another key than that of epoch %d of player %d is revealed", e.Epoch, e.Player)
		}
	}
	if err := view.SeedEpochs(ctx, nil, func(e store.SeedEpoch) error {
		if site {
			stored(e)
		} else {
			s.epoch(store.EpochID{Player: e.Player, Epoch: e.Epoch}).key = true
		}
		return nil
	}); err != nil {
		return err
	}
	ready, err := view.ReadySeeds(ctx)
	if err != nil {
		return err
	}
	for _, e := range ready {
		stored(e.SeedEpoch)
		if first, err := fairness.FirstUserSeed(e.Commit); err != nil || first != e.UserSeed {
			r.violate(Results, "the first user seed of player %d does not follow from the commitment", e.Player)
		}
		if at := s.epochs[store.EpochID{Player: e.Player, Epoch: 1}]; at == nil || at.opened == [16]byte{} {
			r.violate(Results, "player %d to come is kept ready without a published commitment", e.Player)
		}
	}
	for id, at := range s.epochs {
		var whole setHash
		whole.add(1, nonceText(at.used))
		whole.add(-1, nonceText(0))
		if at.steps != whole && at.used > 0 {
			r.violate(Keys, "player %d, epoch %d: %d nonces are used, and not each once from the first on", id.Player,
				id.Epoch, at.used)
		}
		if by := s.closedBy(at.openedMS); by != 0 && at.openedMS != 0 && at.lastMS >= by {
			r.violate(Results, "epoch %d of player %d was drawn from after the restore at %s, which had closed it",
				id.Epoch, id.Player, time.UnixMilli(by).UTC().Format(time.RFC3339))
		}
		if at.used > 0 && !at.key {
			r.violate(Results, "epoch %d of player %d was drawn from and is not there", id.Epoch, id.Player)
		}
	}
	return nil
}

// openingOf is what an op says of its draws: those of a box, or an upgrade.
func openingOf(e *store.JournalEntry) (o *player.Opened, u *player.Upgraded, err error) {
	switch {
	case e.Kind == player.KindOpen, e.Kind == player.KindOpenTokens:
		o = new(player.Opened)
		err = json.Unmarshal(e.Result, o)
	case e.Kind == player.KindUpgrade:
		u = new(player.Upgraded)
		err = json.Unmarshal(e.Result, u)
	case strings.HasPrefix(e.Kind, player.GrantKinds):
		var g player.Granted
		if err = json.Unmarshal(e.Result, &g); err == nil {
			o = g.Opened
		}
	}
	return o, u, err
}

// draw draws a chunk of ops anew.
func (s *seeds) draw(ctx context.Context, r *Report, view store.Snapshot, chunk []*store.JournalEntry) error {
	wanted := map[store.EpochID]bool{}
	for _, e := range chunk {
		if n := e.Nonce; n != nil {
			if id := (store.EpochID{Player: n.Player, Epoch: n.Epoch}); s.opened[id] == nil {
				wanted[id] = true
			}
		}
	}
	if len(s.opened) > openedMax {
		s.opened = map[store.EpochID]*drawn{}
		for _, e := range chunk {
			if n := e.Nonce; n != nil {
				wanted[store.EpochID{Player: n.Player, Epoch: n.Epoch}] = true
			}
		}
	}
	if len(wanted) > 0 {
		list := make([]store.EpochID, 0, len(wanted))
		for id := range wanted {
			list = append(list, id)
		}
		if err := view.SeedEpochs(ctx, list, func(e store.SeedEpoch) error {
			d := &drawn{SeedEpoch: e, scope: fairness.SoloScope(int64(e.Player), uint32(e.Epoch)),
				draws: map[string]*fairness.Epoch{}}
			d.ctx, _ = contextOf(e).Hash() // one without a hash draws nothing
			s.opened[store.EpochID{Player: e.Player, Epoch: e.Epoch}] = d
			return nil
		}); err != nil {
			return err
		}
	}
	for _, e := range chunk {
		if err := s.drawOne(ctx, r, view, e); err != nil {
			return err
		}
	}
	return nil
}

const openedMax = 4096

func (s *seeds) drawOne(ctx context.Context, r *Report, view store.Snapshot, e *store.JournalEntry) error {
	o, u, err := openingOf(e)
	if err == nil && o == nil && u == nil {
		return nil
	}
	if err != nil || e.Nonce == nil {
		r.violate(Results, "op %d (%s) draws nothing that can be read: %v", e.ID, e.Kind, err)
		return nil
	}
	d := s.opened[store.EpochID{Player: e.Nonce.Player, Epoch: e.Nonce.Epoch}]
	if d == nil || e.Nonce.Player != e.Player {
		r.violate(Results, "op %d draws from epoch %d of player %d, which is not there", e.ID, e.Nonce.Epoch,
			e.Nonce.Player)
		return nil
	}
	if u != nil {
		err = s.upgraded(ctx, view, d, e, u)
	} else {
		err = s.boxes(ctx, view, d, e, o)
	}
	var wrong wrongDraw
	if errors.As(err, &wrong) {
		r.violate(Results, "op %d (%s): %s", e.ID, e.Kind, wrong)
		return nil
	}
	return err
}

// wrongDraw is a draw that does not come out as it is told. Any other error says that it could not be looked at.
type wrongDraw string

func (w wrongDraw) Error() string { return string(w) }

func wrongf(format string, a ...any) error { return wrongDraw(fmt.Sprintf(format, a...)) }

// from is an epoch with the value of its beacon.
func (s *seeds) from(ctx context.Context, view store.Snapshot, d *drawn, b fairness.Beacon) (*fairness.Epoch, error) {
	if e := d.draws[b.Value]; e != nil {
		return e, nil
	}
	if err := s.chains.check(ctx, view, b); err != nil {
		return nil, err
	}
	e, err := fairness.OpenEpoch(fairness.Key(d.Key), contextOf(d.SeedEpoch), b)
	if err != nil {
		return nil, wrongf("the epoch cannot be drawn from: %v", err)
	}
	d.draws[b.Value] = e
	return e, nil
}

// table is a published table of odds: its text stands in the journal under its own hash.
func (s *seeds) table(ctx context.Context, view store.Snapshot, hash string) (*fairness.Odds, error) {
	if t := s.tables[hash]; t != nil {
		return t, nil
	}
	rec, err := view.Keyed(ctx, 0, log.KeyOdds.Of(hash))
	if errors.Is(err, store.ErrNotFound) || err == nil && len(rec.Leaves) != 1 {
		return nil, wrongf("the odds %s were never published", hash)
	}
	if err != nil {
		return nil, err
	}
	t, err := fairness.ParseOdds(string(rec.Leaves[0].Data))
	if err != nil || t.Hash() != hash {
		return nil, wrongf("what is published as odds %s has another hash", hash)
	}
	s.tables[hash] = t
	return t, nil
}

func (s *seeds) boxes(ctx context.Context, view store.Snapshot, d *drawn, e *store.JournalEntry,
	o *player.Opened) error {
	odds, err := s.table(ctx, view, o.OddsHash)
	if err != nil {
		return err
	}
	if odds.BoxID() != int64(o.Box) || odds.Version() != o.Version {
		return wrongf("box %d version %d is drawn by the odds of box %d version %d", o.Box, o.Version, odds.BoxID(),
			odds.Version())
	}
	from, err := s.from(ctx, view, d, o.Beacon)
	if err != nil {
		return err
	}
	n := len(o.Results)
	if n == 0 || uint32(n) != e.Nonce.Count || len(e.Leaves) != 2*n || len(e.NewItems) < n || o.Ctx != d.ctx ||
		o.Epoch != d.Epoch {
		return wrongf("%d results, %d nonces, %d leaves and %d items do not belong together", n, e.Nonce.Count,
			len(e.Leaves), len(e.NewItems))
	}
	for i := range o.Results {
		stored := &o.Results[i]
		want, err := from.Draw(e.Nonce.From+uint64(i), stored.UserSeed, odds)
		if err != nil {
			return wrongf("nonce %d: %v", e.Nonce.From+uint64(i), err)
		}
		leaf := fairness.ResultLeaf(d.scope, d.ctx, o.Beacon.Value, want, odds)
		got, err := log.ParseResult(string(e.Leaves[2*i+1].Data))
		if err != nil {
			return wrongf("leaf %q: %v", e.Leaves[2*i+1].Key, err)
		}
		leaf.StakeCents, leaf.AtMS, leaf.Bot = o.PriceCents, o.AtMS, got.Bot
		ticket := log.Ticket{Scope: d.scope, N: want.N, Player: int64(e.Player), UserSeed: want.UserSeed,
			ServerHash: want.ServerHash, OddsHash: want.OddsHash, StakeCents: o.PriceCents, AtMS: o.AtMS}
		it := e.NewItems[i]
		switch {
		case got != leaf:
			return wrongf("nonce %d gives item %d by its seeds, item %d is published", want.N, want.Item, got.Item)
		case int64(stored.Def) != want.Item || stored.ValueCents != leaf.ValueCents || stored.V != want.V ||
			stored.N != want.N ||
			stored.ServerSeed != want.ServerSeed || stored.ServerHash != want.ServerHash ||
			stored.ResultHash != want.ResultHash ||
			stored.Lo != want.StartSection || stored.Hi != want.EndSection:
			return wrongf("nonce %d gives item %d by its seeds, item %d is told", want.N, want.Item, stored.Def)
		case it.Owner != e.Player || int64(it.Def) != want.Item || it.ValueCents != leaf.ValueCents:
			return wrongf("nonce %d gives item %d of %d cents by its seeds, item %d of %d cents came", want.N,
				want.Item,
				leaf.ValueCents, it.Def, it.ValueCents)
		}
		if err := ticketed(e, 2*i, ticket, want.N, d.scope); err != nil {
			return err
		}
	}
	return nil
}

// ticketed holds the ticket and the keys of the two leaves of a draw.
func ticketed(e *store.JournalEntry, at int, ticket log.Ticket, n uint64, scope string) error {
	text, err := ticket.Leaf()
	id := fairness.ResultID(scope, n)
	if err != nil || string(text) != string(e.Leaves[at].Data) || e.Leaves[at].Key != log.KeyTicket.Of(id) ||
		e.Leaves[at+1].Key != log.KeyResult.Of(id) {
		return wrongf("the ticket of nonce %d is not its draw's", n)
	}
	return nil
}

func (s *seeds) upgraded(ctx context.Context, view store.Snapshot, d *drawn, e *store.JournalEntry,
	u *player.Upgraded) error {
	if e.Nonce.Count != 1 || len(e.Leaves) != 2 || u.Epoch != d.Epoch || u.Ctx != d.ctx {
		return wrongf("%d nonces and %d leaves do not belong to an upgrade", e.Nonce.Count, len(e.Leaves))
	}
	if _, err := s.from(ctx, view, d, u.Beacon); err != nil {
		return err
	}
	t := playedFor(e.Player, u)
	want, won, err := fairness.DrawUpgrade(fairness.Key(d.Key), contextOf(d.SeedEpoch), u.Beacon, e.Nonce.From,
		u.Result.UserSeed, t)
	if err != nil {
		return wrongf("nonce %d: %v", e.Nonce.From, err)
	}
	got, err := log.ParseUpgrade(string(e.Leaves[1].Data))
	if err != nil {
		return wrongf("leaf %q: %v", e.Leaves[1].Key, err)
	}
	leaf := fairness.UpgradeLeaf(d.scope, d.ctx, u.Beacon.Value, want, t, won)
	leaf.AtMS, leaf.Bot = u.AtMS, got.Bot
	stored := u.Result
	switch {
	case got != leaf || u.Won != won:
		return wrongf("the upgrade of nonce %d is won by its seeds: %t, published %t, told %t", want.N, won, got.Won,
			u.Won)
	case u.Terms != want.OddsHash || stored.V != want.V || stored.ServerSeed != want.ServerSeed ||
		stored.ServerHash != want.ServerHash || stored.ResultHash != want.ResultHash || stored.N != want.N:
		return wrongf("the upgrade of nonce %d is told otherwise than it was drawn", want.N)
	}
	return ticketed(e, 0, log.Ticket{Scope: d.scope, N: want.N, Player: int64(e.Player), UserSeed: want.UserSeed,
		ServerHash: want.ServerHash, OddsHash: want.OddsHash, StakeCents: t.StakeCents(), AtMS: u.AtMS}, want.N,
		d.scope)
}

func playedFor(who store.PlayerID, u *player.Upgraded) fairness.UpgradeTerms {
	return fairness.UpgradeTerms{Player: int64(who), Items: u.Items, GemsCents: u.GemsCents, Target: int64(u.Target),
		TargetCents: u.TargetCents, Fee: u.Fee, RateE8: u.RateE8, StartE8: u.StartE8}
}
