package httpapi

import (
	"context"
	"net/http"

	"jadebox/actors/player"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/settings/period"
	"jadebox/actors/shop/catalog"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/store"
)

// activeBoxes registers the boxes that radishes buy.
func (a *API) activeBoxes() {
	call.Add(a, call.Route{Name: "active.boxes", Method: http.MethodGet, Path: "/api/activity/activity/box",
		Access:  call.Anyone,
		Summary: "The boxes of the activity with their price in radishes; empty when none is running."},
		a.listActiveBoxes)
	call.Add(a, call.Route{Name: "active.box", Method: http.MethodGet, Path: "/api/activity/box/details",
		Access:  call.Anyone,
		Summary: "One box of the activity with its committed odds and what a radish is worth in it.",
		Errors:  boxOfSeason}, a.viewActiveBox)
	call.Add(a, call.Route{Name: "active.cycle", Method: http.MethodGet, Path: "/api/activity/cycle",
		Access:  call.Anyone,
		Summary: "The cycle of tables that the activity has committed, of one that comes, too: each night's table and the values of the commitment's text; no nights without one."}, a.activeCycle)
	call.Add(a, call.Route{Name: "active.offer", Method: http.MethodGet, Path: "/api/activity/open",
		Access:  call.NeedsPlayer,
		Summary: "What opening a box would take, and the commitment to its draw. Changes nothing; the same path by POST opens.",
		Errors:  boxOfSeason}, a.activeOffer)
	call.Add(a, call.Route{Name: "active.open", Method: http.MethodPost, Path: "/api/activity/open", Access: call.Keyed,
		Plays:   true,
		Summary: "Opens 1 to 5 boxes of the activity as one operation, at the price in radishes, by the odds and under the commitment that the player saw.",
		Errors: []protocol.Code{protocol.CodeSeasonOver, protocol.CodeTokens, protocol.CodeBoxUnknown,
			protocol.CodeCount, protocol.CodePriceChanged, protocol.CodeSeedFormat,
			protocol.CodeSeasonTable, protocol.CodeBeaconWait, protocol.CodeBusy, protocol.CodeTimeout}}, a.openActive)
	call.Add(a, call.Route{Name: "active.records", Method: http.MethodGet, Path: "/api/activity/box/record",
		Access:  call.NeedsPlayer,
		Summary: "The player's own openings with radishes, newest first; a page counts operations and lists all their results."}, a.activeRecords)
}

var boxOfSeason = []protocol.Code{protocol.CodeSeasonOver, protocol.CodeBoxUnknown, protocol.CodePriceChanged}

// ActiveBox is a box that radishes buy.
type ActiveBox struct {
	Box           boxSummary `json:"box"`
	Tokens        int64      `json:"tokens" doc:"radishes for one"`
	ExpectedCents int64      `json:"expectedCents" doc:"gems that a box is worth on average"`
	TokenPPM      int64      `json:"tokenPpm" doc:"gems that a radish is worth on average, in millionths of a gem"`
}

// activeBoxes is the list.
type activeBoxes struct {
	Boxes []ActiveBox `json:"boxes"`
}

func (a *API) activeBox(b *catalog.Box, tokens int64) (ActiveBox, boxView) {
	v := a.oddsView(b)
	return ActiveBox{Box: v.Box, Tokens: tokens, ExpectedCents: v.ExpectedCents,
		TokenPPM: v.ExpectedCents * 10_000 / tokens}, v
}

func (a *API) listActiveBoxes(ctx context.Context, _ *call.Caller, _ call.None) (activeBoxes, error) {
	out := activeBoxes{Boxes: []ActiveBox{}}
	held, ok, err := a.running(ctx)
	if err != nil || !ok {
		return out, err
	}
	for _, offer := range held.Boxes {
		id := offer.Box
		if len(offer.Cycle) > 0 {
			id = held.Tonight(period.In(a.Settings, a.Now()))
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
	held, ok, err := a.running(ctx)
	if err != nil {
		return nil, 0, err
	}
	if !ok {
		return nil, 0, apierr.New(protocol.CodeSeasonOver)
	}
	tokens, night, priced := held.Offer(id)
	b, known := a.Catalog.Box(id)
	switch {
	case !priced || !known:
		return nil, 0, apierr.New(protocol.CodeBoxUnknown)
	case night >= 0 && night != a.night(held):
		return nil, 0, apierr.Changed("id", int64(held.Tonight(period.In(a.Settings, a.Now()))))
	}
	return b, tokens, nil
}

func (a *API) viewActiveBox(ctx context.Context, _ *call.Caller, in activeBoxQuery) (activeBoxView, error) {
	held, running, err := a.running(ctx)
	if err != nil {
		return activeBoxView{}, err
	}
	tokens, night, offered := held.Offer(in.ID)
	ofCycle := offered && night >= 0
	switch { // the tables of a cycle are public from the day on which it was committed
	case !running && (!ofCycle || !a.Now().Before(held.Until)):
		return activeBoxView{}, apierr.New(protocol.CodeSeasonOver)
	case !offered:
		return activeBoxView{}, apierr.New(protocol.CodeBoxUnknown)
	}
	b, known := a.Catalog.Box(in.ID)
	if ofCycle {
		offer, _ := held.Cycle()
		b, err = a.nightBox(ctx, offer.Cycle[night])
	} else if !known {
		err = apierr.New(protocol.CodeBoxUnknown)
	}
	if err != nil {
		return activeBoxView{}, err
	}
	box, v := a.activeBox(b, tokens)
	return activeBoxView{box, v.OddsHash, v.OddsVersion, v.Entries, running && (!ofCycle || night == a.night(held))},
		nil
}

// activeOffer is what an opening would take.
type activeOffer struct {
	ID     store.BoxID `json:"id"`
	Tokens int64       `json:"tokens" doc:"radishes for one"`
	Radish int64       `json:"radish" doc:"that the player has"`
	Most   int         `json:"most" doc:"boxes that can be opened at once"`
	Next   nextDraw    `json:"next"`
}

func (a *API) activeOffer(ctx context.Context, c *call.Caller, in activeBoxQuery) (activeOffer, error) {
	b, tokens, err := a.offered(ctx, in.ID)
	if err != nil {
		return activeOffer{}, err
	}
	held, err := a.activeService().Tokens(ctx, c.Player())
	if err != nil {
		return activeOffer{}, err
	}
	s, err := directory.Ask[player.Seeds](ctx, a.Directory, player.Kind, player.ID(c.Player()), player.Seed{})
	return activeOffer{b.ID, tokens, held, int(min(held/tokens, protocol.OpenCountMax)),
		nextDraw{s.Epoch, s.Nonce, s.NextServerHash}}, err
}

// openActive is one operation.
type openActive struct {
	ID     store.BoxID `json:"id"`
	Count  int         `json:"count" minimum:"1" maximum:"5"`
	Tokens int64       `json:"tokens" minimum:"1" doc:"radishes for one box, as the player saw it"`

	OddsHash string `json:"oddsHash,omitzero" maxLength:"64" doc:"of the odds seen: others are refused"`
	Commit   string `json:"commit,omitzero" maxLength:"64" doc:"that the player was shown: another one is refused"`
	UserSeed string `json:"userSeed,omitzero" maxLength:"16" pattern:"^[0-9A-Za-z]+$" doc:"made by the device for this request, after it was shown the commitment; without it a live site refuses (4107), a demo draws by the profile's"`
}

// openedActive is the answer.
type openedActive struct {
	OpID     call.ID  `json:"opId"`
	Results  []Result `json:"results"`
	Radish   int64    `json:"radish" doc:"that is left"`
	BagCount int      `json:"bagCount"`
	Next     nextDraw `json:"next"`
}

func (a *API) openActive(ctx context.Context, c *call.Caller, in openActive) (openedActive, error) {
	o, err := directory.Ask[player.Opened](ctx, a.Directory, player.Kind, player.ID(c.Player()),
		player.OpenTokens{Key: c.Key, Box: in.ID, Count: in.Count, Tokens: in.Tokens,
			OddsHash: in.OddsHash, Commit: in.Commit, UserSeed: in.UserSeed,
			NeedSeed: a.OwnSeeds})
	if err != nil {
		return openedActive{}, err
	}
	held, err := a.activeService().Tokens(ctx, c.Player())
	return openedActive{call.ID(o.Op), resultsOf(o), held, o.BagCount, nextDraw{o.Next.Epoch, o.Next.Nonce,
		o.Next.ServerHash}}, err
}

// activeRecord is one result of an opening with radishes.
type activeRecord struct {
	Result
	OpID   call.ID     `json:"opId"`
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

func (a *API) activeRecords(ctx context.Context, c *call.Caller, in call.Page) (activeRecords, error) {
	at, err := in.Of(historySize)
	if err != nil {
		return activeRecords{}, err
	}
	ops, total, err := a.Store.Ops(ctx, store.OpQuery{Player: c.Player(), Kinds: []string{player.KindOpenTokens},
		Page: at})
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
			p.Records = append(p.Records, activeRecord{r, call.ID(op.ID), o.Box, o.Tokens, o.AtMS})
		}
	}
	return p, nil
}
