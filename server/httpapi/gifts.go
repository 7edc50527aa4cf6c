package httpapi

import (
	"context"
	"net/http"

	"jadebox/actors/player"
	"jadebox/actors/rewards/playthrough"
	"jadebox/actors/runtime/directory"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/store"
)

func (a *API) gifts() {
	call.Add(a, call.Route{Name: "gift.back", Method: http.MethodPost, Path: "/api/user/gift/back", Access: call.Keyed,
		Summary: "Gives back what of the player's gifts was not staked, so that nothing is left to be staked before anything is retrieved or withdrawn. It takes the gems that the player saw.",
		Errors: []protocol.Code{protocol.CodeNoGift, protocol.CodePriceChanged, protocol.CodeFunds, protocol.CodeBusy,
			protocol.CodeTimeout}}, a.giveBack)
}

type giftBack struct {
	GemsCents int64 `json:"gemsCents" minimum:"1" doc:"what it takes, giftCents of GET /api/user/info"`
}

// gaveBack is what was given back.
type gaveBack struct {
	ToPlayCents  int64 `json:"toPlayCents" doc:"what was left to be staked, and is not any more"`
	GemsCents    int64 `json:"gemsCents" doc:"what was given back"`
	BalanceCents int64 `json:"balanceCents"`
}

func (a *API) giveBack(ctx context.Context, c *call.Caller, in giftBack) (gaveBack, error) {
	if in.GemsCents < 1 {
		return gaveBack{}, badRequest("gemsCents", "1 or more")
	}
	who, err := a.Store.LoadPlayer(ctx, c.Player())
	if err != nil {
		return gaveBack{}, err
	}
	lowest, err := playthrough.Lowest(ctx, a.Store, who.At, a.Now())
	if err != nil {
		return gaveBack{}, err
	}
	g, err := directory.Ask[player.GivenBack](ctx, a.Directory, player.Kind, player.ID(c.Player()),
		player.GiveBack{Key: c.Key, GemsCents: in.GemsCents, MultiplePPM: lowest.MultiplePPM})
	return gaveBack{g.ToPlayCents, g.GemsCents, g.LeftCents}, err
}

// unplayed is what of a player's gifts was not staked.
func (a *API) unplayed(ctx context.Context, p *store.Player) (cents int64, err error) {
	if p.ToPlayCents == 0 {
		return 0, nil
	}
	lowest, err := playthrough.Lowest(ctx, a.Store, p.At, a.Now())
	return lowest.Unplayed(p.ToPlayCents), err
}
