package httpapi

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"jadebox/actors/battle"
	"jadebox/actors/fault"
	"jadebox/actors/player"
	"jadebox/protocol"
	"jadebox/server/limit"
	"jadebox/server/sharecard"
	"jadebox/store"
)

// cardsByAddress bounds the drawing of pictures; one that lies ready is free.
var cardsByAddress = limit.Rate{Burst: 30, Per: time.Minute}

const (
	// sharedFor is how long others may keep a picture: a battle that waits is another one soon.
	sharedFor = "public, max-age=60"
	picture   = ".png"
	drawWait  = 5 * time.Second
)

// share registers the pictures of shared links (server/web names them in the pages). What nobody may see, what is not there and
// what has no picture of its own is one and the same: the site's own card. No answer tells them apart.
func (a *API) share() {
	if a.Cards == nil {
		return
	}
	for _, s := range []struct {
		name, path, summary string
		read                func(context.Context, string) (sharecard.Card, error)
	}{
		{"share.battle", "/share/battle/{picture}", "Picture of a public battle, <id>.png; of any other the site's own.", a.battleCard},
		{"share.result", "/share/result/{picture}", "Picture of a result, <id>.png as fair.result names it; of any other the site's own.", a.resultCard},
	} {
		about := plain(s.name, "image/png", s.summary)
		about.Parameters = []*huma.Param{{Name: "picture", In: "path", Required: true, Schema: &huma.Schema{Type: huma.TypeString}}}
		a.raw(http.MethodGet, s.path, about, func(w http.ResponseWriter, r *http.Request) {
			ctx, cancel := context.WithTimeout(r.Context(), drawWait)
			defer cancel()
			c := a.caller(w, r)
			id, ok := strings.CutSuffix(r.PathValue("picture"), picture)
			if !ok {
				id = ""
			}
			card, err := s.read(ctx, id)
			if nothingToShow(err) {
				card, err = siteCard, nil
			}
			if err != nil {
				a.fail(w, r, c, err)
				return
			}
			a.showCard(ctx, w, r, c, card)
		})
	}
}

// nothingToShow is every refusal that says "not for you": a card must not tell which.
func nothingToShow(err error) bool {
	switch fault.Code(err) {
	case protocol.CodeNotFound, protocol.CodeBattleGone, protocol.CodeBattleCode, protocol.CodeBadRequest:
		return true
	}
	return false
}

func (a *API) showCard(ctx context.Context, w http.ResponseWriter, r *http.Request, c *Caller, card sharecard.Card) {
	if !a.Cards.Has(card) {
		if err := a.limit(ctx, c, "share:address:"+network(c.Address), cardsByAddress); err != nil {
			a.fail(w, r, c, err)
			return
		}
	}
	png, err := a.Cards.Picture(ctx, card)
	if errors.Is(err, sharecard.ErrBusy) {
		err = fault.Wrap(protocol.CodeBusy, err)
	}
	if err != nil {
		a.fail(w, r, c, err)
		return
	}
	w.Header().Set("Content-Type", "image/png")
	w.Header().Set("Cache-Control", sharedFor)
	w.Header().Set("Content-Length", strconv.Itoa(len(png)))
	_, _ = w.Write(png)
}

var siteCard = sharecard.Card{Kicker: "18+ · PLAY IN MODERATION", Title: "Every result can be checked", Note: "Item boxes, case battles and upgrades",
	Pictures: []string{"/art/boxes/jade-emperor.webp"}}

func (a *API) battleCard(ctx context.Context, id string) (sharecard.Card, error) {
	var room ID
	if err := room.UnmarshalText([]byte(id)); err != nil {
		return sharecard.Card{}, fault.New(protocol.CodeNotFound)
	}
	rec, err := a.Store.Room(ctx, store.RoomID(room))
	if err != nil {
		return sharecard.Card{}, fault.FromStore(err)
	}
	b, err := battle.SharedOf(rec, a.Now())
	if err != nil {
		return sharecard.Card{}, err
	}
	card := sharecard.Card{Kicker: fmt.Sprintf("CASE BATTLE · %s · %d ROUNDS", strings.ToUpper(b.Card.Mode), len(b.Card.Boxes)),
		Figure: gems(b.Card.EntryCents) + " entry", Title: battleTitles[b.Card.Status]}
	for i, s := range b.Card.Seats {
		line := sharecard.Line{Name: s.Name, Won: slices.Contains(b.Winners, i)}
		if s.PlayerID == "" && !s.Bot {
			line.Name = "Open seat"
		}
		if i < len(b.Totals) {
			line.Amount = amount(b.Totals[i])
		}
		card.Lines = append(card.Lines, line)
	}
	for _, id := range slices.Compact(slices.Sorted(slices.Values(b.Card.Boxes))) {
		if box, ok := a.Catalog.Box(store.BoxID(id)); ok {
			card.Pictures = append(card.Pictures, box.Image)
		}
	}
	return card, nil
}

var battleTitles = map[string]string{
	protocol.BattleWaiting:   "Take a seat",
	protocol.BattleCountdown: "About to start",
	protocol.BattleRunning:   "Running now",
	protocol.BattleFinished:  "The result",
	protocol.BattleVoid:      "Called off",
}

func (a *API) resultCard(ctx context.Context, id string) (sharecard.Card, error) {
	if room, ok := strings.CutPrefix(id, "battle-"); ok {
		return a.battleCard(ctx, room)
	}
	op, index, err := player.ParseResultID(id)
	if err != nil {
		return sharecard.Card{}, err
	}
	rec, err := a.Store.Op(ctx, op)
	if err != nil {
		return sharecard.Card{}, fault.FromStore(err)
	}
	r, err := player.SharedOf(rec, index)
	if err != nil {
		return sharecard.Card{}, err
	}
	def, _ := a.Catalog.Item(r.Def)
	card := sharecard.Card{Kicker: "UPGRADE · LOST", Title: def.Brand.En + " | " + def.Name.En, Figure: gems(r.ValueCents), Pictures: []string{def.Image},
		Note: fmt.Sprintf("at a chance of %.2f%%", 100*r.Chance)}
	switch {
	case r.Box != 0:
		card.Kicker = "OPENED"
		if box, ok := a.Catalog.Box(r.Box); ok {
			card.Kicker = "OPENED FROM " + strings.ToUpper(box.Name.En)
		}
	case r.Won:
		card.Kicker = "UPGRADE · WON"
	}
	return card, nil
}

func gems(cents int64) string { return amount(cents) + " gems" }

// amount is 1234567 cents as 12,345.67.
func amount(cents int64) string {
	whole := strconv.FormatInt(cents/100, 10)
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	return fmt.Sprintf("%s.%02d", whole, cents%100)
}
