package demo

import (
	"context"
	"math/rand/v2"
	"strconv"
	"time"

	"jadebox/actors/kinds/roll"
	"jadebox/actors/room"
	"jadebox/protocol"
	"jadebox/store"
)

// rollTable keeps a few roll rooms open: official ones whose draws come soon, in a while and later, and one of a house
// player.
type rollTable struct {
	looked time.Time
	open   []protocol.RollSummary
}

const (
	rollLook     = 20 * time.Second // between two looks at what is open
	rollEntrants = 8                // house players in one room, so that others have a chance
)

// officialRooms are always on offer: the times from the opening to the draw, and what is required.
var officialRooms = []struct {
	name  string
	span  time.Duration
	tasks []protocol.RollTask
}{
	{"Jade Rush", 4 * time.Minute, nil},
	{"Happy Hour", 20 * time.Minute, nil},
	{"Night Prize", 2 * time.Hour, []protocol.RollTask{{Kind: protocol.TaskClassicOpens, Target: 1}}},
	{"VIP Lounge", 6 * time.Hour, []protocol.RollTask{{Kind: protocol.TaskVIP, Target: 1}}},
}

// rolling looks after the rooms and lets one house player join one of them.
func (c *crew) rolling(ctx context.Context, who store.PlayerID) error {
	t := &c.rolls
	if now := c.Now(); now.Sub(t.looked) >= rollLook {
		t.looked = now
		if err := c.openRolls(ctx, now); err != nil {
			return err
		}
	}
	for _, summary := range t.open {
		if summary.JoinType != protocol.RollJoinOpen || summary.TaskCount > 0 || summary.Joined >= rollEntrants ||
			rand.IntN(8) != 0 {
			continue
		}
		id, err := strconv.ParseInt(summary.ID, 10, 64)
		if err != nil {
			return err
		}
		// refused when already in
		c.Directory.Post(roll.Kind, room.ID(store.RoomID(id)), roll.Join{Key: c.key("roll"), Player: who}, nil)
		return nil
	}
	return nil
}

// openRolls reads the open rooms and makes those that are missing.
func (c *crew) openRolls(ctx context.Context, now time.Time) error {
	rooms, err := c.Store.OpenRooms(ctx, roll.Kind)
	if err != nil {
		return err
	}
	c.rolls.open = c.rolls.open[:0]
	official, streamed := map[string]bool{}, false
	for _, r := range rooms {
		summary, public, err := roll.SummaryOf(r)
		if err != nil {
			return err
		}
		if public && summary.Status == protocol.RollStatusOpen {
			c.rolls.open = append(c.rolls.open, summary)
			official[summary.Name] = official[summary.Name] || !summary.Streamer
			streamed = streamed || summary.Streamer
		}
	}
	for i, o := range officialRooms {
		if official[o.name] {
			continue
		}
		if err := c.officialRoll(ctx, i, now); err != nil {
			return err
		}
	}
	if !streamed {
		return c.streamedRoll(ctx, now)
	}
	return nil
}

// officialRoll gives away items that the house makes; the longer one takes, the better are its prizes.
func (c *crew) officialRoll(ctx context.Context, level int, now time.Time) error {
	o := officialRooms[level]
	s := roll.Setup{Name: o.name, JoinType: protocol.RollJoinOpen, OpenAtMS: now.Add(o.span).UnixMilli(),
		Tasks: o.tasks}
	for range 3 + 2*level {
		if box, ok := c.box(); ok {
			entry := box.Odds.Entry(rand.IntN(box.Odds.Len())) // mostly small ones, as in the box itself
			s.House = append(s.House, roll.HousePrize{Def: store.DefID(entry.Item), ValueCents: entry.ValueCents})
		}
	}
	s.GemsCents = []int64{500 * int64(level+1), 100}
	_, err := roll.Open(ctx, c.Store, c.Directory, roll.Create{Key: c.key("official"), Setup: s, Publish: true})
	return err
}

// streamedRoll is a house player's, from the own purse.
func (c *crew) streamedRoll(ctx context.Context, now time.Time) error {
	host := c.ids[rand.IntN(len(c.ids))]
	if err := c.refill(ctx, host); err != nil {
		return err
	}
	s := roll.Setup{Name: "Streamer Giveaway", JoinType: protocol.RollJoinOpen,
		OpenAtMS:  now.Add(12 * time.Minute).UnixMilli(),
		GemsCents: []int64{2000, 1000, 500, 500, 200}}
	_, err := roll.Open(ctx, c.Store, c.Directory, roll.Create{Key: c.key("streamer"), Host: host, Setup: s,
		Publish: true})
	return err
}
