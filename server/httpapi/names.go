package httpapi

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/runtime/apierr"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/server/limit"
	"jadebox/store"
)

func (a *API) names() {
	call.Add(a, call.Route{Name: "user.name", Method: http.MethodPost, Path: "/api/user/name", Access: call.Keyed,
		Summary: "Changes the public name, once in 30 days. The account name, by which the player logs in, stays, " +
			"and so do names in what was told before. No other account gets a name that this one has or had, nor " +
			"chooses one by this call that looks like it; words of the site are nobody's.",
		Errors: []protocol.Code{protocol.CodePublicName, protocol.CodePublicNameTaken, protocol.CodePublicNameSoon,
			protocol.CodeRateLimited}}, a.rename)
}

// renameTries bounds a player who finds out by trying which names are taken, account names among them.
var renameTries = limit.Rate{Burst: 10, Per: time.Hour}

// siteWords stand for the operator: no player chooses a name that begins or ends with what looks like one.
var siteWords = []string{"admin", "jadebox", "moderator", "official", "service", "support"}

// publicName is the name that others see.
type publicName struct {
	Name string `json:"name" minLength:"6" maxLength:"13" pattern:"^[0-9A-Za-z]+$" doc:"no number of a phone"`
}

// named is a public name that has been changed.
type named struct {
	Name     string `json:"name"`
	RenameMS int64  `json:"renameMs" doc:"from when it can be changed again"`
}

func (a *API) rename(ctx context.Context, c *call.Caller, in publicName) (named, error) {
	if !accountName(in.Name) || phoneForm.MatchString(in.Name) {
		return named{}, apierr.New(protocol.CodePublicName)
	}
	if err := a.Limit(ctx, c, "rename:"+numberOf(c.Player()), renameTries); err != nil {
		return named{}, err
	}
	if ofSite(in.Name) {
		return named{}, apierr.New(protocol.CodePublicNameTaken)
	}
	p, err := a.Store.LoadPlayer(ctx, c.Player())
	if err != nil {
		return named{}, apierr.FromStore(err)
	}
	change, op, err := player.Rename(&p, c.Key, in.Name, a.Now().Truncate(time.Millisecond))
	if err != nil {
		return named{}, err
	}
	receipt, err := a.Store.SetName(ctx, change, op)
	switch {
	case errors.Is(err, store.ErrNameTaken):
		return named{}, apierr.New(protocol.CodePublicNameTaken)
	case errors.Is(err, store.ErrNameSoon):
		return named{}, apierr.New(protocol.CodePublicNameSoon)
	case err != nil:
		return named{}, apierr.FromStore(err)
	}
	// The next seat and drop show it; that it is kept is true whether the actor has read it or not.
	_, _ = a.Directory.Request(ctx, player.Kind, player.ID(c.Player()), player.Changed{})
	return named{in.Name, receipt.At.Add(player.NameStays).UnixMilli()}, nil
}

// ofSite reports whether a name looks like the operator's.
func ofSite(name string) bool {
	look := store.Look(name)
	return slices.ContainsFunc(siteWords, func(word string) bool {
		word = store.Look(word)
		return strings.HasPrefix(look, word) || strings.HasSuffix(look, word)
	})
}

// renameFrom is from when a player can change the public name, in ms; 0: at once.
func renameFrom(p *store.Player, now time.Time) int64 {
	from := p.Renamed.Add(player.NameStays)
	if p.Renamed.IsZero() || !now.Before(from) {
		return 0
	}
	return from.UnixMilli()
}
