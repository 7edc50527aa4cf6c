package httpapi

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"time"
	"unicode/utf8"

	crand "crypto/rand"

	"jadebox/actors/player"
	"jadebox/actors/rewards/promotion"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/fairness"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/server/password"
	"jadebox/store"
)

const (
	fingerprintLength = 128
	spreadCodeLength  = 8
	avatars           = 24 // /art/avatars/01.svg … 24.svg
	opWelcome         = "player.welcome"
)

// registration is spec §3's payload, with its spelling. Phone is the account name.
type registration struct {
	Phone        string `json:"phone" minLength:"6" maxLength:"13" pattern:"^[0-9A-Za-z]+$" doc:"account name"`
	Password     string `json:"password" minLength:"8" maxLength:"64" doc:"at least one letter and one digit"`
	SpreadCode   string `json:"spreadCode,omitempty" maxLength:"32" doc:"code of the player who invited"`
	FingerprinID string `json:"fingerprinId" maxLength:"128" doc:"fingerprint of the device"`
}

// registered is the answer to a registration.
type registered struct {
	Token     string `json:"token"`
	InvitedBy string `json:"invitedBy" doc:"name of the player whose code was given; empty: no code"`
}

func (a *API) register(ctx context.Context, c *call.Caller, in registration) (registered, error) {
	if err := a.checkRegistration(in); err != nil {
		return registered{}, err
	}
	if err := a.barred(c); err != nil {
		return registered{}, err
	}
	tries := append(a.ByKey(c, "register:device:"+short(in.FingerprinID), registerByDevice),
		a.registering(c)...)
	if err := a.Count(ctx, tries); err != nil {
		return registered{}, err
	}
	inviter, err := a.inviter(ctx, in.SpreadCode, in.FingerprinID)
	if err != nil {
		return registered{}, err
	}
	hash, err := a.hash(ctx, a.who(c, 0), in.Password, tries)
	if err != nil {
		return registered{}, err
	}
	if phoneForm.MatchString(in.Phone) { // a name that is another player's phone would take that player's login
		if free, err := a.phoneFree(ctx, in.Phone, 0); err != nil || !free {
			return registered{}, taken(err)
		}
	}
	p, err := a.enroll(ctx, store.NewPlayer{Name: in.Phone, PasswordHash: hash, Language: c.Language.String(),
		InvitedBy: inviter.ID, Fingerprint: in.FingerprinID, At: a.Now().Truncate(time.Millisecond)})
	if err != nil {
		return registered{}, err
	}
	begun, err := a.begin(ctx, c, p.ID, nil)
	return registered{begun.Token, inviter.Name}, err
}

// taken is err, or the refusal of a name that is not free.
func taken(err error) error {
	if err != nil {
		return err
	}
	return apierr.New(protocol.CodeNameTaken)
}

func (a *API) checkRegistration(in registration) error {
	switch {
	case !accountName(in.Phone):
		return apierr.New(protocol.CodeNameFormat)
	case ofSite(in.Phone): // a name that is registered is public at once
		return apierr.New(protocol.CodeNameTaken)
	case !strongForm(in.Password):
		return apierr.New(protocol.CodePasswordFormat)
	case password.Common(in.Password, in.Phone):
		return apierr.New(protocol.CodePasswordCommon)
	case in.FingerprinID == "" || call.TooLong(in.FingerprinID, fingerprintLength):
		return apierr.New(protocol.CodeFingerprint)
	case call.TooLong(in.SpreadCode, call.SpreadCodeMax):
		return badRequest("spreadCode", "too long")
	}
	return nil
}

// accountName is spec §5: 6 to 13 letters or digits.
func accountName(s string) bool {
	return len(s) >= protocol.AccountLengthMin && len(s) <= protocol.AccountLengthMax &&
		strings.IndexFunc(s, func(r rune) bool {
			return !(letter(r) || digit(r))
		}) < 0
}

// strongForm is spec §5 with the server's length (docs/reliability-security.md, "passwords"), in code points as NIST
// SP 800-63B counts them: at most four times as many bytes are hashed.
func strongForm(s string) bool {
	return utf8.RuneCountInString(s) >= protocol.PasswordLengthMin && !call.TooLong(s, protocol.PasswordLengthMax) &&
		strings.ContainsFunc(s, letter) && strings.ContainsFunc(s, digit)
}

func letter(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' }
func digit(r rune) bool  { return r >= '0' && r <= '9' }

// inviter is the player of a spread code, 0 without a code. An unknown code is refused, since who invited an account is
// said once, when it is made: a typing mistake could not be mended afterwards. One's own code, on the same device,
// is refused as well: no player invites themselves.
func (a *API) inviter(ctx context.Context, code, fingerprint string) (store.Player, error) {
	if code == "" {
		return store.Player{}, nil
	}
	p, err := a.Store.PlayerBySpreadCode(ctx, code)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return store.Player{}, apierr.Invalid(protocol.CodeInviterGone, "spreadCode", "nobody has this code")
	case err != nil:
		return store.Player{}, err
	case promotion.SamePerson(p, store.Player{Fingerprint: fingerprint}):
		return store.Player{}, apierr.Invalid(protocol.CodeSelfReferral, "spreadCode", "of an account on this device")
	}
	return p, nil
}

const (
	codeTries   = 5  // of spread codes that others have
	numberTries = 50 // of numbers that other processes have given; each leaves out all that were given before
)

// enroll creates the account, its seed and its welcome credit in one transaction; a spread code that is taken is drawn
// again, and after a number that another process has given comes the next.
func (a *API) enroll(ctx context.Context, p store.NewPlayer) (store.Player, error) {
	var err error
	if p.UserSeed, err = fairness.GenerateUserSeed(a.Random); err != nil {
		return store.Player{}, err
	}
	for codes, numbers := 0, 0; codes < codeTries && numbers < numberTries; {
		if p.SpreadCode, err = a.draw("23456789ABCDEFGHJKLMNPQRSTUVWXYZ", spreadCodeLength); err != nil {
			return store.Player{}, err
		}
		n, err := crand.Int(a.Random, big.NewInt(avatars))
		if err != nil {
			return store.Player{}, err
		}
		p.Avatar = fmt.Sprintf("/art/avatars/%02d.svg", n.Int64()+1)
		p.ID = a.Numbers.Take()
		created, err := a.Store.Register(ctx, p, a.welcome(p))
		switch {
		case err == nil:
			a.commitFirstSeed(ctx, created.ID)
			return created, nil
		case errors.Is(err, store.ErrNameTaken):
			a.Numbers.Back(p.ID)
			return created, apierr.New(protocol.CodeNameTaken)
		case !errors.Is(err, store.ErrConflict):
			return created, err
		}
		given, err := a.Numbers.Taken(ctx, p.ID)
		switch {
		case err != nil:
			return store.Player{}, err
		case given:
			numbers++
		default:
			codes++
		}
	}
	return store.Player{}, apierr.Wrap(protocol.CodeBusy, errors.New("no free spread code or number"))
}

// commitFirstSeed has the first seeds of a new account committed now, where none were kept ready (player.Numbers): the
// beacon that they wait for is on its way while the player looks around. The account stands without it: a player who
// opens first waits for it.
func (a *API) commitFirstSeed(ctx context.Context, id store.PlayerID) {
	if _, err := directory.Ask[player.Seeds](ctx, a.Directory, player.Kind, player.ID(id), player.Seed{}); err != nil {
		a.Logger.Warn().Err(err).Int64("player", int64(id)).Msg("first seed not committed at registration")
	}
}

// welcome is nil where a new account starts with nothing.
func (a *API) welcome(p store.NewPlayer) *store.Op {
	if a.WelcomeCents == 0 {
		return nil
	}
	return &store.Op{Key: "welcome", Kind: opWelcome, Request: sha256.Sum256([]byte(opWelcome)), At: p.At,
		Postings: []store.Posting{{Debit: store.Bonus, Credit: store.PlayerGems(0), AmountCents: a.WelcomeCents}}}
}

func (a *API) draw(alphabet string, n int) (string, error) {
	out := make([]byte, n)
	for i := range out {
		at, err := crand.Int(a.Random, big.NewInt(int64(len(alphabet))))
		if err != nil {
			return "", err
		}
		out[i] = alphabet[at.Int64()]
	}
	return string(out), nil
}
