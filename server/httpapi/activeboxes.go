package httpapi

import (
	"context"
	"net/http"

	"jadebox/actors/player"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/shop/catalog"
	"jadebox/protocol"
	"jadebox/store"
)

// activeBoxes registers the boxes that radishes buy.
func (a *API) activeBoxes() {
	add(a, route{name: "active.boxes", method: http.MethodGet, path: "/api/activity/activity/box", access: anyone,
		summary: "The boxes of the activity with their price in radishes; empty when none is running."}, a.listActiveBoxes)
	add(a, route{name: "active.box", method: http.MethodGet, path: "/api/activity/box/details", access: anyone,
		summary: "One box of the activity with its committed odds and what a radish is worth in it.", errors: boxOfSeason}, a.viewActiveBox)
	add(a, route{name: "active.cycle", method: http.MethodGet, path: "/api/activity/cycle", access: anyone,
		summary: "The cycle of tables that the activity has committed, of one that comes, too: each night's table and the values of the commitment's text; no nights without one."}, a.activeCycle)
	add(a, route{name: "active.offer", method: http.MethodGet, path: "/api/activity/open", access: needsPlayer,
		summary: "What opening a box would take, and the commitment to its draw. Changes nothing; the same path by POST opens.",
		errors:  boxOfSeason}, a.activeOffer)
	add(a, route{name: "active.open", method: http.MethodPost, path: "/api/activity/open", access: keyed, plays: true,
		summary: "Opens 1 to 5 boxes of the activity as one operation, at the price in radishes that the player saw.",
		errors: []protocol.Code{protocol.CodeSeasonOver, protocol.CodeTokens, protocol.CodeBoxUnknown, protocol.CodeCount, protocol.CodePriceChanged,
			protocol.CodeSeasonTable, protocol.CodeBeaconWait, protocol.CodeBusy, protocol.CodeTimeout}}, a.openActive)
	add(a, route{name: "active.records", method: http.MethodGet, path: "/api/activity/box/record", access: needsPlayer,
		summary: "The player's own openings with radishes, newest first; a page counts operations and lists all their results."}, a.activeRecords)
}

var boxOfSeason = []protocol.Code{protocol.CodeSeasonOver, protocol.CodeBoxUnknown, protocol.CodePriceChanged}

// ActiveBox is a box that radishes buy.
type ActiveBox struct {
	Box           boxCard `json:"box"`
	Tokens        int64   `json:"tokens" doc:"radishes for one"`
	ExpectedCents int64   `json:"expectedCents" doc:"gems that a box is worth on average"`
	TokenPPM      int64   `json:"tokenPpm" doc:"gems that a radish is worth on average, in millionths of a gem"`
}

// activeBoxes is the list.
type activeBoxes struct {
	Boxes []ActiveBox `json:"boxes"`
}

func (a *API) activeBox(b *catalog.Box, tokens int64) (ActiveBox, boxView) {
	v := a.oddsView(b)
	return ActiveBox{Box: v.Box, Tokens: tokens, ExpectedCents: v.ExpectedCents, TokenPPM: v.ExpectedCents * 10_000 / tokens}, v
}

func (a *API) listActiveBoxes(ctx context.Context, _ *Caller, _ none) (activeBoxes, error) {
	out := activeBoxes{Boxes: []ActiveBox{}}
	terms, ok, err := a.running(ctx)
	if err != nil || !ok {
		return out, err
	}
	for _, offer := range terms.Boxes {
		id := offer.Box
		if len(offer.Cycle) > 0 {
			id = offer.Cycle[a.night(terms)].Box
		}
		if b, known := a.Catalog.Box(id); known {
			box, _ := a.activeBox(b, offer.Tokens)
			out.Boxes = append(out.Boxes, box)
		}
	}
	return out, nil
}

// activeBoxQuery names a box.
type activeBoxQuery struct {
	ID store.BoxID `json:"-" query:"id"`
}

// activeBoxView is a box with its odds.
type activeBoxView struct {
	ActiveBox
	OddsHash    string     `json:"oddsHash"`
	OddsVersion uint32     `json:"oddsVersion"`
	Entries     []oddsLine `json:"entries"`
	Open        bool       `json:"open" doc:"tokens buy it now: of a cycle only the night's box"`
}

// offered is a box of the running activity that tokens buy now. One of another night is refused as an opening would be.
func (a *API) offered(ctx context.Context, id store.BoxID) (*catalog.Box, int64, error) {
	terms, ok, err := a.running(ctx)
	if err != nil {
		return nil, 0, err
	}
	if !ok {
		return nil, 0, apierr.New(protocol.CodeSeasonOver)
	}
	tokens, night, priced := terms.Offer(id)
	b, known := a.Catalog.Box(id)
	switch {
	case !priced || !known:
		return nil, 0, apierr.New(protocol.CodeBoxUnknown)
	case night >= 0 && night != a.night(terms):
		return nil, 0, apierr.New(protocol.CodePriceChanged)
	}
	return b, tokens, nil
}

func (a *API) viewActiveBox(ctx context.Context, _ *Caller, in activeBoxQuery) (activeBoxView, error) {
	terms, running, err := a.running(ctx)
	if err != nil {
		return activeBoxView{}, err
	}
	tokens, night, offered := terms.Offer(in.ID)
	ofCycle := offered && night >= 0
	switch { // the tables of a cycle are public from the day on which it was committed
	case !running && (!ofCycle || !a.Now().Before(terms.Until)):
		return activeBoxView{}, apierr.New(protocol.CodeSeasonOver)
	case !offered:
		return activeBoxView{}, apierr.New(protocol.CodeBoxUnknown)
	}
	b, known := a.Catalog.Box(in.ID)
	if ofCycle {
		offer, _ := terms.Cycle()
		b, err = a.nightBox(ctx, offer.Cycle[night])
	} else if !known {
		err = apierr.New(protocol.CodeBoxUnknown)
	}
	if err != nil {
		return activeBoxView{}, err
	}
	box, v := a.activeBox(b, tokens)
	return activeBoxView{box, v.OddsHash, v.OddsVersion, v.Entries, running && (!ofCycle || night == a.night(terms))}, nil
}

// activeOffer is what an opening would take.
type activeOffer struct {
	ID     store.BoxID `json:"id"`
	Tokens int64       `json:"tokens" doc:"radishes for one"`
	Radish int64       `json:"radish" doc:"that the player has"`
	Most   int         `json:"most" doc:"boxes that can be opened at once"`
	Next   nextDraw    `json:"next"`
}

func (a *API) activeOffer(ctx context.Context, c *Caller, in activeBoxQuery) (activeOffer, error) {
	b, tokens, err := a.offered(ctx, in.ID)
	if err != nil {
		return activeOffer{}, err
	}
	held, err := a.activeService().Tokens(ctx, c.Player())
	if err != nil {
		return activeOffer{}, err
	}
	s, err := directory.Ask[player.Seeds](ctx, a.Directory, player.Kind, player.ID(c.Player()), player.Seed{})
	return activeOffer{b.ID, tokens, held, int(min(held/tokens, protocol.OpenCountMax)), nextDraw{s.Epoch, s.Nonce, s.NextServerHash}}, err
}

// openActive is one operation.
type openActive struct {
	ID     store.BoxID `json:"id"`
	Count  int         `json:"count" minimum:"1" maximum:"5"`
	Tokens int64       `json:"tokens" minimum:"1" doc:"radishes for one box, as the player saw it"`
}

// openedActive is the answer.
type openedActive struct {
	OpID     ID       `json:"opId"`
	Results  []Result `json:"results"`
	Radish   int64    `json:"radish" doc:"that is left"`
	BagCount int      `json:"bagCount"`
	Next     nextDraw `json:"next"`
}

func (a *API) openActive(ctx context.Context, c *Caller, in openActive) (openedActive, error) {
	o, err := directory.Ask[player.Opened](ctx, a.Directory, player.Kind, player.ID(c.Player()),
		player.OpenTokens{Key: c.Key, Box: in.ID, Count: in.Count, Tokens: in.Tokens})
	if err != nil {
		return openedActive{}, err
	}
	held, err := a.activeService().Tokens(ctx, c.Player())
	return openedActive{ID(o.Op), resultsOf(o), held, o.BagCount, nextDraw{o.Next.Epoch, o.Next.Nonce, o.Next.ServerHash}}, err
}

// activeRecord is one result of an opening with radishes.
type activeRecord struct {
	Result
	OpID   ID          `json:"opId"`
	BoxID  store.BoxID `json:"boxId"`
	Tokens int64       `json:"tokens" doc:"radishes for it"`
	AtMS   int64       `json:"atMs"`
}

// activeRecords is a page of them. Total counts operations.
type activeRecords struct {
	Records []activeRecord `json:"records"`
	Total   int            `json:"total"`
	Current int            `json:"current"`
}

func (a *API) activeRecords(ctx context.Context, c *Caller, in page) (activeRecords, error) {
	at, err := in.of(historySize)
	if err != nil {
		return activeRecords{}, err
	}
	ops, total, err := a.Store.Ops(ctx, store.OpQuery{Player: c.Player(), Kinds: []string{player.KindOpenTokens}, Page: at})
	if err != nil {
		return activeRecords{}, err
	}
	p := activeRecords{Records: []activeRecord{}, Total: total, Current: at.Offset/at.Limit + 1}
	for _, op := range ops {
		o, err := player.ReadOpened(op.ID, op.Result)
		if err != nil {
			return activeRecords{}, err
		}
		for _, r := range resultsOf(o) {
			p.Records = append(p.Records, activeRecord{r, ID(op.ID), o.Box, o.Tokens, o.AtMS})
		}
	}
	return p, nil
}
