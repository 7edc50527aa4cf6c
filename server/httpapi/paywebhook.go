package httpapi

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"rsc.io/qr"

	"jadebox/actors/shop/payment"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/server/pay"
)

// webhookPath is where providers report.
const webhookPath = "/api/pay/webhook/"

// payWebhook registers POST /api/pay/webhook/{provider}. A provider has no token: its signature over the raw body is
// all that counts, and it is checked before anything is decoded.
func (a *API) payWebhook() {
	const path = webhookPath + "{provider}"
	about := &huma.Operation{Parameters: []*huma.Param{inPath("provider")}, Security: signed(a.Payments),
		RequestBody: &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{"*/*": {}}},
		Responses:   map[string]*huma.Response{"200": jsonResponse("taken, or taken before", successWith(&nullSchema))}}
	a.raw(call.Route{Name: "pay.webhook", Method: http.MethodPost, Path: path, Access: call.Anyone,
		Summary: "Where a provider says what became of an order, as often as it likes: signed by it over the raw body, in its own format. For nobody else.",
		Errors:  []protocol.Code{protocol.CodeNotFound, protocol.CodeBusy}}, about,
		func(w http.ResponseWriter, r *http.Request) {
			name := r.PathValue("provider")
			provider := a.Payments.Providers[name]
			if provider == nil {
				a.refuse(w, r, protocol.CodeNotFound, 0)
				return
			}
			body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, protocol.JSONBytes))
			if err != nil {
				a.refuse(w, r, protocol.CodeTooLarge, 0)
				return
			}
			events, err := provider.Events(r.Context(), r.Header, body, a.Now())
			if errors.Is(err, pay.ErrProvider) { // genuine: it is sent again
				a.Logger.Warn().Err(err).Str("provider", name).Msg("payment event not taken")
				a.refuse(w, r, protocol.CodeBusy, 0)
				return
			}
			if err != nil {
				a.Logger.Warn().Err(err).Str("provider", name).Msg("payment event refused")
				a.refuse(w, r, protocol.CodeBadRequest, 0)
				return
			}
			code := protocol.OK
			for _, e := range events { // all of them: one that is wrong does not keep another player waiting
				if c := a.settle(r.Context(), name, e); c != protocol.OK && code != protocol.CodeBusy {
					code = c
				}
			}
			if code != protocol.OK {
				a.refuse(w, r, code, 0)
				return
			}
			a.succeed(w, r, nil, call.None{})
		})
}

var backs = map[pay.Outcome]payment.Back{pay.TakenBack: payment.BackWhole, pay.PartBack: payment.BackPart,
	pay.Returned: payment.BackReturned}

// settle takes one event; CodeBusy asks the provider to try again.
func (a *API) settle(ctx context.Context, provider string, e pay.Event) protocol.Code {
	o, err := a.paymentService().Settle(ctx, provider, payment.ProviderEvent{ID: e.ID,
		Order: e.Order, Reference: e.Reference,
		AmountCents: e.AmountCents,
		Currency:    e.Currency, Paid: e.Outcome == pay.Paid, Back: backs[e.Outcome],
		Payer: pay.PayerHash(a.Payments.PayerKey, e.Payer)})
	log := a.Logger.With().Str("provider", provider).Str("event", e.ID).Int64("order", int64(o.ID)).
		Int64("player", int64(o.Player)).Logger()
	switch {
	case errors.Is(err, payment.ErrPart): // genuine, and the provider has done its part
		log.Error().Msg("a part of an order was paid back: nothing was taken, decide what to do")
	case errors.Is(err, payment.ErrMismatch): // trying again cannot help, but an operator must look
		log.Error().Err(err).Msg("payment event does not equal its order")
		return protocol.CodeBadRequest
	// genuine: the provider has done its part, and an operator must give the money back
	case errors.Is(err, payment.ErrPaidAgain):
		log.Error().Msg("an order was paid again")
	case errors.Is(err, payment.ErrPayer):
		log.Error().Msg("an order was paid by the payer of a player who is excluded: pay it back")
	case err != nil:
		log.Warn().Err(err).Msg("payment event not taken")
		return protocol.CodeBusy
	default:
		log.Info().Uint8("state", uint8(o.State)).Msg("payment event")
	}
	return protocol.OK
}

// payCode registers GET /api/pay/creat/code/{data} (the specification's spelling): the image of an order's QR code, for
// codes that this server has signed.
func (a *API) payCode() {
	a.byCode("pay.code", "/api/pay/creat/code/", "The QR code of an order, for an address that the order's reply gave.",
		"image/png", func(w http.ResponseWriter, r *http.Request, o payment.Order) {
			text := a.payReply(o).Text
			if text == "" {
				a.refuse(w, r, protocol.CodeNotFound, 0)
				return
			}
			if strings.HasPrefix(text, "/") { // the site's own address is not configured: the request has it
				text = "http://" + r.Host + text
			}
			code, err := qr.Encode(text, qr.M)
			if err != nil {
				a.fail(w, r, nil, err)
				return
			}
			code.Scale = 6
			w.Header().Set("Content-Type", "image/png")
			w.Header().Set("Cache-Control", "no-store")
			_, _ = w.Write(code.PNG())
		})
}
