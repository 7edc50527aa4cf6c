package httpapi

import (
	"context"
	"crypto/sha256"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"jadebox/actors/player"
	"jadebox/actors/rewards/playthrough"
	"jadebox/actors/runtime/apierr"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/server/limit"
	"jadebox/server/realname"
	"jadebox/store"
)

const realNameLength = 64 // characters

func (a *API) realNames() {
	call.Add(a, call.Route{Name: "card.config", Method: http.MethodGet, Path: "/api/user/card/config",
		Access:  call.Anyone,
		Summary: "What a real-name verification is rewarded with, and whether the site has a registry that confirms names."},
		a.cardConfig)
	call.Add(a, call.Route{Name: "card.verify", Method: http.MethodPost, Path: "/api/user/auth/card",
		Access: call.NeedsPlayer,
		Summary: "Verifies the real name, once: a registry confirms that name and card are one person's, and nothing is " +
			"kept of what it does not confirm. A confirmed card is good for one account, and rewarded once whoever shows it.",
		Errors: []protocol.Code{protocol.CodeCardName, protocol.CodeCardFormat, protocol.CodeCardAge,
			protocol.CodeCardTaken, protocol.CodeCardMismatch, protocol.CodeCardUnchecked, protocol.CodeRateLimited,
			protocol.CodeBusy}}, a.verifyCard)
	call.Add(a, call.Route{Name: "card.shown", Method: http.MethodGet, Path: "/api/user/card", Access: call.NeedsPlayer,
		Summary: "What is shown of the verification: the first character of the name and the last four of the card."},
		a.shownCard)
	call.Add(a, confirmed(call.Route{Name: "card.export", Method: http.MethodPost, Path: "/api/user/auth/card/export",
		Access: call.NeedsPlayer,
		Summary: "Everything that is kept of the verification, for the player who gives the password; of an account that " +
			"has none, for whoever gave its second factor or, without one, logged in within ten minutes.",
		Errors: []protocol.Code{protocol.CodeCredentials, protocol.CodeNotFound, protocol.CodeRateLimited,
			protocol.CodeBusy}}), a.exportCard)
	call.Add(a, confirmed(call.Route{Name: "card.erase", Method: http.MethodPost, Path: "/api/user/auth/card/erase",
		Access: call.NeedsPlayer,
		Summary: "Erases the verification, proved as for its export, and what it needs stays closed. Only a fingerprint of " +
			"the card, that it was rewarded, stays, which leads to nobody.",
		Errors: []protocol.Code{protocol.CodeCredentials, protocol.CodeRateLimited, protocol.CodeBusy}}), a.eraseCard)
}

// cardConfig is spec §7's answer.
type cardConfig struct {
	Reward protocol.Gems `json:"reward" doc:"gems"`
	Open   bool          `json:"open" doc:"the site has a registry that confirms names"`
}

func (a *API) cardConfig(ctx context.Context, _ *call.Caller, _ call.None) (cardConfig, error) {
	t, err := realname.Setting.Read(ctx, a.Store)
	return cardConfig{protocol.Gems(t.RewardCents), a.Registry != nil}, err
}

// card is spec §7's payload.
type card struct {
	Name string `json:"name" maxLength:"64"`
	Card string `json:"card" maxLength:"40"`
}

// cardShown is what a screen may show.
type cardShown struct {
	IsRealName int    `json:"isRealName" enum:"0,1"`
	State      string `json:"state" enum:"none,declared,confirmed" doc:"declared: before a registry was asked; what somebody else has confirmed with the same card takes its place"`
	Name       string `json:"name" doc:"first character"`
	Last       string `json:"last" doc:"last four characters of the card"`
	AtMS       int64  `json:"atMs"`
	Password   bool   `json:"password" doc:"its export and its erasure take the account's password; false: the account has none, and its second factor or a login is the proof"`
}

func (a *API) verifyCard(ctx context.Context, c *call.Caller, in card) (cardShown, error) {
	who := realname.Person{Name: strings.TrimSpace(in.Name)}
	number, born, ok := realname.Card(in.Card)
	who.Card = number
	switch {
	case who.Name == "" || call.TooLong(who.Name, realNameLength):
		return cardShown{}, apierr.New(protocol.CodeCardName)
	case !ok:
		return cardShown{}, apierr.New(protocol.CodeCardFormat)
	case !realname.Adult(born, a.Now()):
		return cardShown{}, apierr.New(protocol.CodeCardAge)
	}
	if a.Registry == nil {
		return cardShown{}, apierr.New(protocol.CodeCardUnchecked)
	}
	key := "card:player:" + numberOf(c.Player())
	if _, retry, err := limit.TakeAll(ctx, a.Limits, []limit.Attempt{{Key: key, Rate: cardByPlayer},
		{Key: key + ":day", Rate: cardByPlayerADay}}); err != nil || retry > 0 {
		return cardShown{}, call.LimitError(retry, err)
	}
	row, err := a.Vault.Seal(c.Player(), who, a.Registry.Name(), a.Now().Truncate(time.Millisecond))
	if err != nil {
		return cardShown{}, err
	}
	own, err := a.Store.Contact(ctx, c.Player())
	switch {
	case err != nil:
		return cardShown{}, err
	case own.RealName.By != "": // confirmed already: the registry is asked for nothing
		return a.verifiedBefore(ctx, c, row)
	}
	if err := a.Registry.Check(ctx, who); err != nil {
		return cardShown{}, a.unconfirmed(err)
	}
	err = a.Store.SetRealName(ctx, c.Player(), row)
	if errors.Is(err, store.ErrConflict) {
		return a.verifiedBefore(ctx, c, row)
	}
	if err != nil {
		return cardShown{}, err
	}
	// that it is kept is true whether the actor has read it or not
	_, _ = a.Directory.Request(ctx, player.Kind, player.ID(c.Player()), player.Changed{})
	if own.RealName.At.IsZero() { // else the account was rewarded when it declared a name
		err = a.rewardCard(ctx, c.Player(), who)
	}
	if err != nil {
		return cardShown{}, err
	}
	return a.shown(ctx, c, who, row)
}

// How often a player may ask the registry, which costs the site money and would tell a stranger whose a number is.
var (
	cardByPlayer     = limit.Rate{Burst: 10, Per: 5 * time.Minute}
	cardByPlayerADay = limit.Rate{Burst: 20, Per: 24 * time.Hour}
)

// unconfirmed is why a registry has not confirmed a person.
func (a *API) unconfirmed(err error) error {
	if errors.Is(err, realname.ErrMismatch) {
		return apierr.New(protocol.CodeCardMismatch)
	}
	a.Logger.Warn().Err(err).Msg("a real name could not be checked")
	return apierr.New(protocol.CodeCardUnchecked)
}

// realNameState says whether a real name is there, and whether a registry has confirmed it.
func realNameState(n store.SealedName) string {
	switch {
	case n.At.IsZero():
		return "none"
	case n.By == "":
		return "declared"
	}
	return "confirmed"
}

// verifiedBefore lets the same player with the same card through again: an answer that was lost, or a reward that was
// not made yet. Any other player's card is refused, in the same words as a second card.
func (a *API) verifiedBefore(ctx context.Context, c *call.Caller, row store.SealedName) (cardShown, error) {
	own, err := a.Store.Contact(ctx, c.Player())
	if err != nil {
		return cardShown{}, err
	}
	if own.RealName.At.IsZero() || own.RealName.Index != row.Index {
		return cardShown{}, apierr.New(protocol.CodeCardTaken)
	}
	who, err := a.Vault.Open(c.Player(), own.RealName)
	if err != nil {
		return cardShown{}, err
	}
	if err := a.rewardCard(ctx, c.Player(), who); err != nil {
		return cardShown{}, err
	}
	return a.shown(ctx, c, who, own.RealName)
}

// rewardCard pays a card once, and a player once. The key is in the house's key space and a keyed hash of the card, so
// that the store pays it once whichever account shows it and however often it was erased; a card cannot be read from
// it. A player who was paid before, for a card that was erased since, has the payment on the statement.
func (a *API) rewardCard(ctx context.Context, id store.PlayerID, who realname.Person) error {
	held, err := realname.Setting.Read(ctx, a.Store)
	if err != nil || held.RewardCents == 0 {
		return err
	}
	if _, paid, err := a.Store.Ops(ctx, store.OpQuery{Player: id, Kinds: []string{playthrough.KindRealName},
		Others: true, Page: store.Page{Limit: 1}}); err != nil || paid > 0 {
		return err
	}
	sum, err := a.Vault.Fingerprint("reward", who.Card)
	if err != nil {
		return err
	}
	key := realname.RewardKey(sum)
	receipt, err := a.Store.Commit(ctx, &store.Op{Key: key, Kind: playthrough.KindRealName,
		Request: sha256.Sum256([]byte(key + " " + strconv.FormatInt(int64(id), 10))), At: a.Now(),
		Postings: []store.Posting{{Debit: store.Bonus, Credit: store.PlayerGems(id), AmountCents: held.RewardCents}}})
	if errors.Is(err, store.ErrKeyReused) { // another account was paid for this card
		return nil
	}
	if err == nil && !receipt.Replayed {
		a.Directory.Post(player.Kind, player.ID(id), player.Credited{}, nil)
	}
	return err
}

func (a *API) shown(ctx context.Context, c *call.Caller, who realname.Person, row store.SealedName) (cardShown,
	error) {
	p, err := a.Store.LoadPlayer(ctx, c.Player())
	if err != nil {
		return cardShown{}, err
	}
	_, first := utf8.DecodeRuneInString(who.Name)
	return cardShown{IsRealName: 1, State: realNameState(row), Name: who.Name[:first] + "**",
		Last: who.Card[len(who.Card)-4:], AtMS: row.At.UnixMilli(), Password: p.PasswordHash != ""}, nil
}

func (a *API) shownCard(ctx context.Context, c *call.Caller, _ call.None) (cardShown, error) {
	own, err := a.Store.Contact(ctx, c.Player())
	if err != nil {
		return cardShown{}, err
	}
	if own.RealName.At.IsZero() {
		p, err := a.Store.LoadPlayer(ctx, c.Player())
		return cardShown{State: realNameState(own.RealName), Password: p.PasswordHash != ""}, err
	}
	who, err := a.Vault.Open(c.Player(), own.RealName)
	if err != nil {
		return cardShown{}, err
	}
	return a.shown(ctx, c, who, own.RealName)
}

// cardExport is all that is kept.
type cardExport struct {
	Name string `json:"name"`
	Card string `json:"card"`
	AtMS int64  `json:"atMs"`
}

func (a *API) exportCard(ctx context.Context, c *call.Caller, in confirmation) (cardExport, error) {
	if err := a.provedOrPassword(ctx, c, in); err != nil {
		return cardExport{}, err
	}
	own, err := a.Store.Contact(ctx, c.Player())
	if err == nil && own.RealName.At.IsZero() {
		err = apierr.New(protocol.CodeNotFound)
	}
	if err != nil {
		return cardExport{}, err
	}
	who, err := a.Vault.Open(c.Player(), own.RealName)
	return cardExport{who.Name, who.Card, own.RealName.At.UnixMilli()}, err
}

func (a *API) eraseCard(ctx context.Context, c *call.Caller, in confirmation) (call.None, error) {
	if err := a.provedOrPassword(ctx, c, in); err != nil {
		return call.None{}, err
	}
	return call.None{}, a.Store.EraseRealName(ctx, c.Player())
}
