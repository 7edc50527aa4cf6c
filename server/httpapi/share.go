package httpapi

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"jadebox/actors/runtime/apierr"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/server/limit"
	"jadebox/server/sharecard"
)

// cardsByAddress bounds the drawing of pictures; one that lies ready is free.
var cardsByAddress = limit.Rate{Burst: 30, Per: time.Minute}

const (
	// sharedFor is how long others may keep a picture: a battle that waits is another one soon.
	sharedFor     = "public, max-age=60"
	pictureSuffix = ".png"
	drawWait      = 5 * time.Second
)

// share registers the pictures of shared links (server/web names them in the pages). What is not public, what is not
// there and what has no picture of its own is one and the same: the site's own card. No answer tells them apart.
func (a *API) share() {
	if a.Cards == nil {
		return
	}
	pictures := []sharedPicture{{"result",
		"Picture of a result, <id>.png as fair.result names it; of any other the site's own.", a.resultCard}}
	for _, k := range a.Kinds {
		if shown, ok := a.RoomKinds.Of(k.Kind); ok && k.OwnPicture {
			pictures = append(pictures, sharedPicture{k.Kind, "Picture of a public " + k.Kind +
				", <id>.png; of any other the site's own.", shown.Card})
		}
	}
	for _, p := range pictures {
		about := plain("image/png")
		about.Parameters = []*huma.Param{inPath("picture"),
			{Name: "lang", In: "query", Description: "language of the words: " +
				strings.Join(protocol.Languages[:], ", ") + "; without it " + protocol.Chinese.String(),
				Schema: &huma.Schema{Type: huma.TypeString}}}
		a.raw(call.Route{Name: "share." + p.of, Method: http.MethodGet, Path: "/share/" + p.of + "/{picture}",
			Access:  call.Anyone,
			Summary: p.summary, Errors: []protocol.Code{protocol.CodeRateLimited, protocol.CodeBusy}}, about,
			func(w http.ResponseWriter, r *http.Request) {
				ctx, cancel := context.WithTimeout(r.Context(), drawWait)
				defer cancel()
				c := a.caller(w, r)
				id, ok := strings.CutSuffix(r.PathValue("picture"), pictureSuffix)
				if !ok {
					id = ""
				}
				in := a.Site.Cards(protocol.ParseLanguage(r.URL.Query().Get("lang"), ""))
				card, err := p.card(ctx, in, id)
				if nothingToShow(err) {
					card, err = siteCard(in), nil
				}
				if err != nil {
					a.fail(w, r, c, err)
					return
				}
				a.showCard(ctx, w, r, c, card)
			})
	}
}

// sharedPicture is what an address under /share/ draws.
type sharedPicture struct {
	of, summary string
	card        func(ctx context.Context, s call.Cards, id string) (sharecard.Card, error)
}

// nothingToShow is every refusal that says "not for you": a card must not reveal which.
func nothingToShow(err error) bool {
	switch apierr.Code(err).Status() {
	case http.StatusNotFound, http.StatusForbidden, http.StatusBadRequest:
		return true
	}
	return false
}

func (a *API) showCard(ctx context.Context, w http.ResponseWriter, r *http.Request, c *call.Caller,
	card sharecard.Card) {
	if !a.Cards.Has(card) {
		if err := a.Limit(ctx, c, "share:address:"+call.Network(c.Address), cardsByAddress); err != nil {
			a.fail(w, r, c, err)
			return
		}
	}
	png, err := a.Cards.Picture(ctx, card)
	if errors.Is(err, sharecard.ErrBusy) {
		err = apierr.Wrap(protocol.CodeBusy, err)
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
