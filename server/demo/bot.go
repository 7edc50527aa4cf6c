package demo

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"time"

	"github.com/rs/zerolog"

	"jadebox/actors/kinds/battle"
	"jadebox/actors/player"
	"jadebox/actors/room"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/shop/catalog"
	"jadebox/protocol"
	"jadebox/store"
)

// Options of the house players.
type Options struct {
	Directory directory.Directory
	Store     Store
	Catalog   *catalog.Catalog
	Now       store.Clock
	Pace      time.Duration // between two doings of all of them together; 0 = a calm default
	Log       zerolog.Logger
}

// names are those of the house players; each is flagged as a bot wherever it is shown.
var names = []string{"Astra", "月下独酌", "Marcela", "kiro.exe", "北冥有鱼", "VOLT", "Juliana", "霜降", "Nimbus", "琥珀", "Caio",
	"Wren"}

const (
	pace        = 2500 * time.Millisecond
	purseCents  = 5_000_000 // first purse and each refill: 50,000.00 gems
	lowCents    = 500_000
	openBattles = 2                // hosted by house players and waiting for more
	firstJoin   = 12 * time.Second // a waiting battle is left to real players for so long
	roundsMax   = 4
	entryMax    = 60_000 // cents; house players play for small stakes
)

type crew struct {
	Options
	ids    []store.PlayerID
	run    string // makes the keys of this process its own
	turns  int
	rolls  rollTable
	wishes wishTable
	hosts  map[store.RoomID]hosted
}

type hosted struct {
	since      time.Time
	host       store.PlayerID
	entryCents int64
}

// Run keeps the house players busy until ctx ends.
func Run(ctx context.Context, o Options) error {
	if o.Pace <= 0 {
		o.Pace = pace
	}
	c := &crew{Options: o, run: strconv.FormatInt(o.Now().UnixMilli(), 36), hosts: map[store.RoomID]hosted{}}
	if err := c.enlist(ctx); err != nil {
		return fmt.Errorf("demo: house players: %w", err)
	}
	first := c.begin()
	for {
		wait := c.Pace/2 + rand.N(c.Pace)
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(wait):
		}
		play := c.turn
		if len(first) > 0 {
			play, first = first[0], first[1:]
		}
		if err := play(ctx); err != nil && ctx.Err() == nil {
			c.Log.Debug().Err(err).Msg("house player")
		}
	}
}

// begin are the turns after the start: every page that shows what others play has something to show within seconds.
func (c *crew) begin() []func(context.Context) error {
	who := c.ids[0]
	return []func(context.Context) error{
		func(ctx context.Context) error { return c.open(ctx, who) },
		func(ctx context.Context) error { return c.upgrade(ctx, who) },
		func(ctx context.Context) error { return c.battle(ctx, who) },
	}
}

func (c *crew) enlist(ctx context.Context) error {
	now := c.Now()
	for i, name := range names {
		p, err := c.Store.PlayerByName(ctx, name)
		if errors.Is(err, store.ErrNotFound) {
			p, err = c.Store.Register(ctx, store.NewPlayer{Name: name, PasswordHash: "!",
				Avatar: avatar(i + len(Logins)), Language: "zh",
				SpreadCode: fmt.Sprintf("HOUSE%02d", i), UserSeed: fmt.Sprintf("house%02d", i), Bot: true, At: now},
				credit("demo.welcome", purseCents, now))
		}
		if err != nil {
			return err
		}
		c.ids = append(c.ids, p.ID)
	}
	return nil
}

func (c *crew) key(what string) string {
	c.turns++
	return fmt.Sprintf("demo-%s-%s-%d", what, c.run, c.turns)
}

func (c *crew) turn(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	who := c.ids[rand.IntN(len(c.ids))]
	if err := c.refill(ctx, who); err != nil {
		return err
	}
	if err := c.rolling(ctx, who); err != nil {
		return err
	}
	if err := c.wishing(ctx, who); err != nil {
		return err
	}
	switch dice := rand.IntN(100); {
	case dice < 10:
		_, err := directory.Ask[player.Sold](ctx, c.Directory, player.Kind, player.ID(who),
			player.SellAll{Key: c.key("sell")})
		return err
	case dice < 30:
		return c.battle(ctx, who)
	case dice < 45:
		return c.upgrade(ctx, who)
	default:
		return c.open(ctx, who)
	}
}

func (c *crew) refill(ctx context.Context, who store.PlayerID) error {
	w, err := directory.Ask[protocol.Wallet](ctx, c.Directory, player.Kind, player.ID(who), player.Wallet{})
	if err != nil || w.GemsCents > lowCents {
		return err
	}
	_, err = c.Store.Commit(ctx, &store.Op{Player: who, Key: c.key("refill"), Kind: "demo.credit", At: c.Now(),
		Postings: []store.Posting{{Debit: store.Bonus, Credit: store.PlayerGems(who), AmountCents: purseCents}}})
	if err == nil {
		c.Directory.Post(player.Kind, player.ID(who), player.Credited{}, nil)
	}
	return err
}

func (c *crew) open(ctx context.Context, who store.PlayerID) error {
	box, ok := c.box()
	if !ok {
		return nil
	}
	_, err := directory.Ask[player.Opened](ctx, c.Directory, player.Kind, player.ID(who),
		player.Open{Key: c.key("open"), Box: box.ID, Count: 1, PriceCents: box.PriceCents})
	return err
}

// battle joins a battle of another house player that has waited long enough, or hosts one. Real players' battles are
// left to real players: their host decides about bots.
func (c *crew) battle(ctx context.Context, who store.PlayerID) error {
	now := c.Now()
	for id, h := range c.hosts {
		if h.host == who || now.Sub(h.since) < firstJoin {
			continue
		}
		snap, err := directory.Ask[protocol.BattleSnapshot](ctx, c.Directory, battle.Kind, room.ID(id),
			battle.Join{Key: c.key("join"), Player: who, Seat: -1, PriceCents: h.entryCents})
		switch {
		case err == nil && snap.Summary.Status == protocol.BattleWaiting:
		case apierr.Code(err) == protocol.CodeBattleJoined:
			continue
		default:
			delete(c.hosts, id) // full, started, or gone
		}
		return err
	}
	if len(c.hosts) >= openBattles {
		return c.open(ctx, who)
	}
	return c.host(ctx, who)
}

func (c *crew) host(ctx context.Context, who store.PlayerID) error {
	modes := []string{protocol.ModeNormal, protocol.ModeNormal, protocol.ModeInverse, protocol.ModeTerminal,
		protocol.ModeShare, protocol.ModeTeams}
	s := battle.Setup{Mode: modes[rand.IntN(len(modes))], Seats: 2 + rand.IntN(3)}
	if s.Mode == protocol.ModeTeams {
		s.Seats = 4
	}
	var entry int64
	for range 1 + rand.IntN(roundsMax) {
		if box, ok := c.box(); ok && entry+box.PriceCents <= entryMax {
			s.Boxes = append(s.Boxes, box.ID)
			entry += box.PriceCents
		}
	}
	if len(s.Boxes) == 0 {
		return nil
	}
	made, err := battle.Open(ctx, c.Store, c.Directory, battle.Create{Key: c.key("host"), Host: who, Setup: s,
		PriceCents: entry})
	if err == nil {
		c.hosts[made.ID] = hosted{since: c.Now(), host: who, entryCents: entry}
	}
	return err
}

// box picks an enabled box, cheap ones more often.
func (c *crew) box() (*catalog.Box, bool) {
	var best *catalog.Box
	boxes := c.Catalog.Enabled()
	for range 2 {
		if len(boxes) == 0 {
			return nil, false
		}
		if b := boxes[rand.IntN(len(boxes))]; best == nil || b.PriceCents < best.PriceCents {
			best = b
		}
	}
	return best, true
}
