package httpapi

import (
	"context"
	"encoding/base64"
	"errors"
	"net/http"
	"time"

	"jadebox/actors/runtime/apierr"
	"jadebox/protocol"
	"jadebox/server/captcha"
	"jadebox/server/httpapi/call"
	"jadebox/server/limit"
)

// captchaByAddress leaves room for people who need several tries; drawing costs some milliseconds each.
var captchaByAddress = limit.Rate{Burst: 30, Per: time.Minute}

func (a *API) captcha() {
	call.Add(a, call.Route{Name: "captcha.ask", Method: http.MethodGet, Path: "/api/captcha", Access: call.Anyone,
		Summary: "A picture with a gap and the piece that belongs there.",
		Errors:  []protocol.Code{protocol.CodeRateLimited, protocol.CodeBusy}}, a.askCaptcha)
	call.Add(a, call.Route{Name: "captcha.answer", Method: http.MethodPost, Path: "/api/captcha/answer",
		Access:  call.Anyone,
		Summary: "Trades the way of the piece for a ticket that is good once, for two minutes. A picture can be answered once.",
		Errors:  []protocol.Code{protocol.CodeCaptcha, protocol.CodeRateLimited, protocol.CodeBusy}}, a.answerCaptcha)
}

// captchaPicture is one challenge.
type captchaPicture struct {
	ID     string `json:"id"`
	Image  string `json:"image" doc:"data: address"`
	Piece  string `json:"piece" doc:"data: address"`
	Y      int    `json:"y" doc:"of the piece's upper edge"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
	Side   int    `json:"side" doc:"of the piece's square"`
}

func (a *API) askCaptcha(ctx context.Context, c *call.Caller, _ call.None) (captchaPicture, error) {
	if err := a.Limit(ctx, c, "captcha:address:"+call.Network(c.Address), captchaByAddress); err != nil {
		return captchaPicture{}, err
	}
	p, err := a.Captcha.Ask()
	return captchaPicture{ID: p.ID, Image: "data:image/jpeg;base64," + base64.StdEncoding.EncodeToString(p.Picture),
		Piece: "data:image/png;base64," + base64.StdEncoding.EncodeToString(p.Piece), Y: p.Y, Width: p.Width,
		Height: p.Height, Side: p.Side}, err
}

// captchaAnswer is how the piece was moved.
type captchaAnswer struct {
	ID    string          `json:"id" maxLength:"512"`
	Keys  bool            `json:"keys" doc:"moved by keyboard"`
	Track []captcha.Point `json:"track" maxItems:"600" doc:"left edge and ms since the first touch"`
}

// captchaTicket is what calls that send codes ask for.
type captchaTicket struct {
	Ticket  string `json:"ticket"`
	RandStr string `json:"randStr"`
}

func (a *API) answerCaptcha(ctx context.Context, _ *call.Caller, in captchaAnswer) (captchaTicket, error) {
	if len(in.Track) > captcha.TrackMax {
		return captchaTicket{}, badRequest("track", "too long")
	}
	ticket, randStr, err := a.Captcha.Answer(ctx, in.ID, captcha.Track{Keys: in.Keys, Points: in.Track})
	return captchaTicket{ticket, randStr}, captchaError(err)
}

func captchaError(err error) error {
	if errors.Is(err, captcha.ErrUsed) || errors.Is(err, captcha.ErrWrong) {
		return apierr.New(protocol.CodeCaptcha)
	}
	return err
}
