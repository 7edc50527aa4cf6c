package httpapi

import (
	"context"
	"errors"

	"jadebox/actors/rewards/season"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/settings/period"
	"jadebox/actors/shop/catalog"
	"jadebox/fairness"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/store"
)

// night is the place in a season's cycle, from 0, of this moment.
func (a *API) night(t season.Settings) int { return t.Night(period.In(a.Settings, a.Now())) }

// nightBox is the box of a night with the table that was committed for it, whatever the catalogue says by now.
func (a *API) nightBox(ctx context.Context, n season.Night) (*catalog.Box, error) {
	b, known := a.Catalog.Box(n.Box)
	if !known {
		return nil, apierr.New(protocol.CodeBoxUnknown)
	}
	if n.Is(b) {
		return b, nil
	}
	odds, err := a.Catalog.Odds(ctx, n.Odds)
	if err != nil {
		return nil, apierr.FromStore(err)
	}
	was := &catalog.Box{Box: b.Box, Odds: odds}
	was.Version, was.Entries = n.Version, nil
	for i := range odds.Len() {
		e := odds.Entry(i)
		was.Entries = append(was.Entries, store.BoxEntry{Def: store.DefID(e.Item), Weight: e.Weight})
	}
	return was, nil
}

// activeCycle is a commitment and what it commits.
type activeCycle struct {
	Season      string        `json:"season"`
	FromMS      int64         `json:"fromMs"`
	Tokens      int64         `json:"tokens" doc:"radishes for one opening, every night"`
	Hash        string        `json:"hash" doc:"SHA-256 of the BOX1/cycle leaf that season, fromMs, tokens and the nights make (fairness/README.md)"`
	CommittedMS int64         `json:"committedMs" doc:"when the leaf was written for the public log; 0 when it was not, and then nothing opens"`
	Night       int           `json:"night" doc:"of today, from 1; 1 before the season begins"`
	EndsMS      int64         `json:"endsMs" doc:"when the night is over: with the day of the site"`
	Nights      []activeNight `json:"nights" doc:"28, or none"`
	SysTime     int64         `json:"sysTime"`
}

// activeNight is the table of one night.
type activeNight struct {
	Night         int         `json:"night" doc:"from 1"`
	Box           store.BoxID `json:"box"`
	Version       uint32      `json:"version"`
	OddsHash      string      `json:"oddsHash"`
	Name          words       `json:"name"`
	Image         string      `json:"image"`
	TopDef        store.DefID `json:"topDef" doc:"the most valuable item"`
	TopCents      int64       `json:"topCents" doc:"its value"`
	ExpectedCents int64       `json:"expectedCents" doc:"gems that an opening is worth on average"`
}

func (a *API) activeCycle(ctx context.Context, _ *call.Caller, _ call.None) (activeCycle, error) {
	now := a.Now()
	out := activeCycle{Nights: []activeNight{}, SysTime: now.UnixMilli()}
	held, err := season.Setting.Read(ctx, a.Store)
	if err != nil {
		return out, err
	}
	offer, cycle := held.Cycle()
	if !cycle || !now.Before(held.Until) {
		return out, nil
	}
	promise, _, err := season.Promised(ctx, a.Store, held.Season)
	if err != nil {
		return out, apierr.FromStore(err)
	}
	c, _ := held.Commitment()
	if out.Hash, err = c.Hash(); err != nil {
		return out, err
	}
	if promise.Hash == out.Hash {
		out.CommittedMS = promise.AtMS
	}
	out.Season, out.FromMS, out.Tokens = held.Season, c.FromMS, offer.Tokens
	out.Night, out.EndsMS = a.night(held)+1, a.activeService().Day().End.UnixMilli()
	for i, n := range offer.Cycle {
		night := activeNight{Night: i + 1, Box: n.Box, Version: n.Version, OddsHash: n.Odds}
		switch b, err := a.nightBox(ctx, n); {
		// it shows as worth nothing, and does not open
		case errors.Is(err, store.ErrNotFound) || apierr.Code(err) == protocol.CodeBoxUnknown:
		case err != nil:
			return out, err
		default:
			night.Name, night.Image = wordsOf(b.Name), b.Image
			night.ExpectedCents = b.Odds.ExpectedTickets() / fairness.TicketUnit
			for i := range b.Odds.Len() {
				if e := b.Odds.Entry(i); e.ValueCents > night.TopCents {
					night.TopDef, night.TopCents = store.DefID(e.Item), e.ValueCents
				}
			}
		}
		out.Nights = append(out.Nights, night)
	}
	return out, nil
}
