package httpapi

import (
	"context"
	"encoding/base64"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"time"

	"jadebox/actors/runtime/apierr"
	"jadebox/protocol"
	"jadebox/server/captcha"
	"jadebox/server/httpapi/call"
	"jadebox/server/limit"
)

// captchaByAddress leaves room for people who need several tries; drawing costs some milliseconds each.
var captchaByAddress = limit.Rate{Burst: 30, Per: time.Minute}

// captchaLevels are how many failures a network has at each level of difficulty, the easiest first: wrong answers and
// refused logins, more than a household makes, and a script with one network pays for the rest. Mere requests make
// nothing harder for those who share the network.
var captchaLevels = []limit.Rate{{Burst: 5, Per: 10 * time.Minute}, {Burst: 10, Per: 10 * time.Minute},
	{Burst: 15, Per: 10 * time.Minute}}

// What a captcha's ticket is good for.
const (
	captchaPhone = "phone" // asking whether a phone is free
	captchaLogin = "login" // a login to an account that many have tried

	responseLength = 8192
)

// captchaCode are the codes that a ticket may send.
var captchaCode = [purposeEnd]string{toBind: "bind", toUnbind: "unbind", toReset: "reset", toTrade: "trade"}

func (a *API) captcha() {
	call.Add(a, call.Route{Name: "captcha.ask", Method: http.MethodGet, Path: "/api/captcha", Access: call.Anyone,
		Summary: "What a person has to do for a ticket: compute, behind a picture with a gap and the piece that belongs there, or an outside provider's widget. It gets harder for a network that answers wrongly, or fails to log in.",
		Errors:  []protocol.Code{protocol.CodeRateLimited, protocol.CodeBusy}}, a.askCaptcha)
	call.Add(a, call.Route{Name: "captcha.answer", Method: http.MethodPost, Path: "/api/captcha/answer",
		Access:  call.Anyone,
		Summary: "Trades an answer for a ticket that is good once, for two minutes, for its purpose and from this network. A challenge can be answered once.",
		Errors:  []protocol.Code{protocol.CodeCaptcha, protocol.CodeRateLimited, protocol.CodeBusy}}, a.answerCaptcha)
}

// captchaQuery says what a ticket is to be good for.
type captchaQuery struct {
	Purpose string `query:"purpose" json:"purpose" required:"true" enum:"bind,unbind,reset,trade,phone,login" doc:"what the ticket is for"`
}

// captchaChallenge is one challenge: a picture with a task, or a widget.
type captchaChallenge struct {
	ID      string          `json:"id"`
	Engine  string          `json:"engine" enum:"work,hcaptcha,turnstile"`
	Picture *captchaPicture `json:"picture,omitempty" doc:"of work"`
	Work    *captchaWork    `json:"work,omitempty" doc:"of work"`
	Widget  *captchaWidget  `json:"widget,omitempty" doc:"of a provider"`
}

// captchaPicture is what people see of a task.
type captchaPicture struct {
	Image  string `json:"image" doc:"data: address"`
	Piece  string `json:"piece" doc:"data: address"`
	Y      int    `json:"y" doc:"of the piece's upper edge"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
	Side   int    `json:"side" doc:"of the piece's square"`
}

// captchaWork is ALTCHA's proof of work.
type captchaWork struct {
	Salt      string `json:"salt"`
	Challenge string `json:"challenge" doc:"SHA-256, in hex, of the salt and the number, in decimal, that is asked for"`
	Most      int64  `json:"most" doc:"that the number can be"`
}

// captchaWidget is what a page loads.
type captchaWidget struct {
	Script  string `json:"script"`
	SiteKey string `json:"siteKey"`
}

func (a *API) askCaptcha(ctx context.Context, c *call.Caller, in captchaQuery) (captchaChallenge, error) {
	if err := a.LimitNetwork(ctx, c, "captcha:address", captchaByAddress); err != nil {
		return captchaChallenge{}, err
	}
	q, err := a.Captcha.Ask(captchaFor(c, in.Purpose), func() (int, error) { return a.captchaLevel(ctx, c) })
	if err != nil {
		return captchaChallenge{}, err
	}
	out := captchaChallenge{ID: q.ID, Engine: "work"}
	if p := q.Picture; p != nil {
		out.Picture = &captchaPicture{Image: "data:image/jpeg;base64," + base64.StdEncoding.EncodeToString(p.Image),
			Piece: "data:image/png;base64," + base64.StdEncoding.EncodeToString(p.Piece), Y: p.Y, Width: p.Width,
			Height: p.Height, Side: p.Side}
	}
	if t := q.Task; t != nil {
		out.Work = &captchaWork{t.Salt, t.Challenge, t.Most}
	}
	if w := q.Widget; w != nil {
		out.Engine, out.Widget = w.Name, &captchaWidget{w.Script, w.SiteKey}
	}
	return out, nil
}

func captchaPurpose(p string) bool {
	return p == captchaPhone || p == captchaLogin || slices.Contains(captchaCode[:], p)
}

func captchaFor(c *call.Caller, purpose string) captcha.For {
	return captcha.For{Purpose: purpose, Network: call.Network(c.Address), Address: c.Address}
}

// captchaLevel is the first level at which the caller's network may fail again.
func (a *API) captchaLevel(ctx context.Context, c *call.Caller) (int, error) {
	level, counted, err := a.captchaStands(ctx, c)
	if err != nil {
		return 0, err
	}
	return level, limit.GiveAll(ctx, a.Limits, counted)
}

// captchaFailed counts a failure of the caller's network.
func (a *API) captchaFailed(ctx context.Context, c *call.Caller) error {
	_, _, err := a.captchaStands(ctx, c)
	return err
}

// captchaStands counts a failure at the first level that has room for it, which it returns with what was counted.
func (a *API) captchaStands(ctx context.Context, c *call.Caller) (level int, counted []limit.Attempt, err error) {
	for level, rate := range captchaLevels {
		counted := a.ByNetwork(c, "captcha:level:"+strconv.Itoa(level), rate)
		_, retry, err := limit.TakeAll(ctx, a.Limits, counted)
		if err != nil {
			return 0, nil, call.LimitError(0, err)
		}
		if retry == 0 {
			return level, counted, nil
		}
	}
	return len(captchaLevels), nil, nil
}

// captchaAnswer is the number that was computed and how the piece was moved, or what a widget gave.
type captchaAnswer struct {
	ID       string          `json:"id" maxLength:"512"`
	Purpose  string          `json:"purpose" enum:"bind,unbind,reset,trade,phone,login" doc:"as it was asked for"`
	Keys     bool            `json:"keys" doc:"moved by keyboard"`
	Track    []captcha.Point `json:"track" maxItems:"600" doc:"left edge and ms since the first touch"`
	Number   int64           `json:"number" minimum:"0" doc:"of the task"`
	Response string          `json:"response" maxLength:"8192" doc:"of the widget"`
}

// captchaTicket is what calls that send codes ask for.
type captchaTicket struct {
	Ticket  string `json:"ticket"`
	RandStr string `json:"randStr"`
}

func (a *API) answerCaptcha(ctx context.Context, c *call.Caller, in captchaAnswer) (captchaTicket, error) {
	switch {
	case !captchaPurpose(in.Purpose):
		return captchaTicket{}, badRequest("purpose", "nothing needs a ticket for this")
	case len(in.Track) > captcha.TrackMax:
		return captchaTicket{}, badRequest("track", "too long")
	case call.TooLong(in.Response, responseLength):
		return captchaTicket{}, badRequest("response", "too long")
	}
	ticket, randStr, err := a.Captcha.Answer(ctx, captchaFor(c, in.Purpose), in.ID, captcha.Answer{
		Track: captcha.Track{Keys: in.Keys, Points: in.Track}, Number: in.Number, Response: in.Response})
	if errors.Is(err, captcha.ErrWrong) {
		if err := a.captchaFailed(ctx, c); err != nil {
			return captchaTicket{}, err
		}
	}
	return captchaTicket{ticket, randStr}, captchaError(err)
}

// redeem uses a captcha's ticket up.
func (a *API) redeem(ctx context.Context, c *call.Caller, purpose, ticket, randStr string) error {
	return captchaError(a.Captcha.Redeem(ctx, captchaFor(c, purpose), ticket, randStr))
}

func captchaError(err error) error {
	if errors.Is(err, captcha.ErrUsed) || errors.Is(err, captcha.ErrWrong) {
		return apierr.New(protocol.CodeCaptcha)
	}
	if errors.Is(err, captcha.ErrProvider) {
		return apierr.Wrap(protocol.CodeBusy, err)
	}
	return err
}

// captchaOrigins are those of a provider.
func (a *API) captchaOrigins() []string {
	if a.Captcha == nil {
		return nil
	}
	return a.Captcha.Origins()
}
