package httpapi

import (
	"context"
	"net/http"

	"jadebox/actors/player"
	"jadebox/actors/runtime/directory"
	"jadebox/fairness"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/store"
)

func (a *API) openings() {
	call.Add(a, call.Route{Name: "box.open", Method: http.MethodPost, Path: "/api/box/{id}/open", Access: call.Keyed,
		Plays:   true,
		Summary: "Opens 1 to 5 boxes as one operation at the price, by the odds and under the commitment the player saw.",
		Errors: []protocol.Code{protocol.CodeBoxUnknown, protocol.CodeBoxDisabled, protocol.CodeCount,
			protocol.CodeSeedFormat, protocol.CodePriceChanged,
			protocol.CodeFunds, protocol.CodeBeaconWait, protocol.CodeBusy, protocol.CodeTimeout}}, a.openBox)
	call.Add(a, call.Route{Name: "box.history", Method: http.MethodGet, Path: "/api/box/history",
		Access:  call.NeedsPlayer,
		Summary: "The player's own openings, newest first; a page counts operations and lists all their results."},
		a.openHistory)
}

// openBox is one operation.
type openBox struct {
	ID         store.BoxID `json:"id,omitzero" path:"id"`
	Count      int         `json:"count" minimum:"1" maximum:"5"`
	PriceCents int64       `json:"priceCents" doc:"of one box, as the player saw it"`
	OddsHash   string      `json:"oddsHash,omitzero" maxLength:"64" doc:"of the odds seen: others are refused"`
	Commit     string      `json:"commit,omitzero" maxLength:"64" doc:"that the player was shown: another one is refused"`
	UserSeed   string      `json:"userSeed,omitzero" maxLength:"16" pattern:"^[0-9A-Za-z]+$" doc:"made by the device for this request, after it was shown the commitment; without it a live site refuses (4107), a demo draws by the profile's"`
}

// opened is the answer. Next is what the player is shown before the next opening.
type opened struct {
	OpID         call.ID  `json:"opId"`
	Results      []Result `json:"results"`
	BalanceCents int64    `json:"balanceCents"`
	BagCount     int      `json:"bagCount"`
	Next         nextDraw `json:"next"`
}

// Draw is what verifies a draw (spec §3, upgradeResult). Sections, as everywhere in the API, are places on the circle,
// 0 … 1, as is the number. It is exported for the document, which takes up what is embedded in answers.
type Draw struct {
	ResultID     string  `json:"resultId"`
	N            uint64  `json:"n"`
	V            uint32  `json:"v"`
	Number       float64 `json:"number"`
	UserSeed     string  `json:"userSeed"`
	ServerHash   string  `json:"serverHash"`
	ServerSeed   string  `json:"serverSeed"`
	ResultHash   string  `json:"resultHash"`
	StartSection float64 `json:"startSection" doc:"first place on the circle, 0 … 1; in the proof of the result a box counts it in v of 16777215, an upgrade in 10^8"`
	EndSection   float64 `json:"endSection" doc:"last place on the circle, 0 … 1; in the proof of the result a box counts it in v of 16777215, an upgrade in 10^8"`
}

// drawOf is a draw whose winner owned a section.
func drawOf(r player.Result, start, end float64) Draw {
	return Draw{ResultID: r.ID, N: r.N, V: r.V, Number: r.Number, UserSeed: r.UserSeed, ServerHash: r.ServerHash,
		ServerSeed: r.ServerSeed, ResultHash: r.ResultHash, StartSection: start, EndSection: end}
}

// Result is one draw of an opening.
type Result struct {
	Draw
	ItemID     call.ID     `json:"itemId"`
	Def        store.DefID `json:"def"`
	ValueCents int64       `json:"valueCents"`
	OddsHash   string      `json:"oddsHash"`
}

// nextDraw is the commitment to the next draw.
type nextDraw struct {
	Epoch      store.Epoch `json:"epoch"`
	Nonce      uint64      `json:"nonce"`
	ServerHash string      `json:"serverHash"`
}

func (a *API) openBox(ctx context.Context, c *call.Caller, in openBox) (opened, error) {
	o, err := directory.Ask[player.Opened](ctx, a.Directory, player.Kind, player.ID(c.Player()),
		player.Open{Key: c.Key, Box: in.ID, Count: in.Count, PriceCents: in.PriceCents,
			OddsHash: in.OddsHash, Commit: in.Commit, UserSeed: in.UserSeed,
			NeedSeed: a.OwnSeeds})
	if err != nil {
		return opened{}, err
	}
	return opened{OpID: call.ID(o.Op), Results: resultsOf(o), BalanceCents: o.BalanceCents, BagCount: o.BagCount,
		Next: nextDraw{o.Next.Epoch, o.Next.Nonce, o.Next.ServerHash}}, nil
}

func resultsOf(o player.Opened) []Result {
	out := make([]Result, len(o.Results))
	for i, r := range o.Results {
		out[i] = Result{drawOf(r, fairness.Outcome{V: r.Lo}.Number(), fairness.Outcome{V: r.Hi}.Number()),
			call.ID(r.Item), r.Def, r.ValueCents, o.OddsHash}
	}
	return out
}

// pastResult is a result in the history.
type pastResult struct {
	Result
	OpID       call.ID     `json:"opId"`
	BoxID      store.BoxID `json:"boxId"`
	PriceCents int64       `json:"priceCents"`
	AtMS       int64       `json:"atMs"`
}

// openingPage is a page of the history. Total counts operations.
type openingPage struct {
	Records []pastResult `json:"records"`
	Total   int          `json:"total"`
	Current int          `json:"current"`
}

const historySize = 12

func (a *API) openHistory(ctx context.Context, c *call.Caller, in call.Page) (openingPage, error) {
	at, err := in.Of(historySize)
	if err != nil {
		return openingPage{}, err
	}
	ops, total, err := a.Store.Ops(ctx, store.OpQuery{Player: c.Player(), Kinds: []string{player.KindOpen}, Page: at})
	if err != nil {
		return openingPage{}, err
	}
	p := openingPage{Records: []pastResult{}, Total: total, Current: at.Offset/at.Limit + 1}
	for _, op := range ops {
		o, err := player.ReadOpened(op.ID, op.Result)
		if err != nil {
			return openingPage{}, err
		}
		for _, r := range resultsOf(o) {
			p.Records = append(p.Records, pastResult{Result: r, OpID: call.ID(op.ID), BoxID: o.Box,
				PriceCents: o.PriceCents, AtMS: o.AtMS})
		}
	}
	return p, nil
}
