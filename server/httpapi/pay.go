package httpapi

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"jadebox/actors/runtime/apierr"
	"jadebox/actors/shop/payment"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/server/limit"
	"jadebox/server/pay"
	"jadebox/store"
)

// Payments are the providers by name, the secret of QR addresses and that of payers. Without any provider, no channel
// is offered.
type Payments struct {
	Providers  map[string]pay.Provider
	CodeSecret []byte
	// PayerKey keys the hash by which payers are known: the journal does not tell who has paid.
	PayerKey []byte
	// Public is the site's own origin, https://…, to which providers send a payer back.
	Public string
}

var ordersByPlayer = limit.Rate{Burst: 20, Per: 10 * time.Minute}

func (a *API) pay() {
	call.Add(a, call.Route{Name: "pay.way", Method: http.MethodGet, Path: "/api/pay/way", Access: call.Viewer,
		Summary: "The ways to pay. The client leaves out type 4 on phones and type 3 elsewhere, and opens what type 2 answers in a new window."}, a.payWays)
	call.Add(a, call.Route{Name: "pay.rate", Method: http.MethodGet, Path: "/api/skins/rate", Access: call.Viewer,
		Summary: "What a gem costs in R$."}, a.payRate)
	call.Add(a, call.Route{Name: "pay.quote", Method: http.MethodGet, Path: "/api/pay/quote", Access: call.Viewer,
		Summary: "Price and bonus of an amount of gems, as an order made now would have them.",
		Errors:  []protocol.Code{protocol.CodePayAmount}}, a.payQuote)
	call.Add(a, call.Route{Name: "pay.order", Method: http.MethodPost, Path: "/api/pay/order", Access: call.Keyed,
		Plays:   true,
		Summary: "Makes an order and says how to pay it: action open, checkout or qr_code. Gems come only by the provider's word.",
		Errors: []protocol.Code{protocol.CodePayAmount, protocol.CodePayChannel, protocol.CodePayProvider,
			protocol.CodePriceChanged, protocol.CodeRateLimited,
			protocol.CodeOwnPaid, protocol.CodeBusy, protocol.CodeTimeout}}, a.payOrder)
	call.Add(a, call.Route{Name: "pay.state", Method: http.MethodGet, Path: "/api/pay/order/{id}",
		Access:  call.NeedsPlayer,
		Summary: "Where one's own order stands; asked every second while a QR code is shown.",
		Errors:  []protocol.Code{protocol.CodePayGone}}, a.payState)
	call.Add(a, call.Route{Name: "pay.records", Method: http.MethodGet, Path: "/api/pay/record",
		Access:  call.NeedsPlayer,
		Summary: "One's own orders, newest first."}, a.payRecords)
	a.payCode()
	a.payCheckout()
	a.payWebhook()
}

// payWay is product-spec §3 "Pay way".
type payWay struct {
	Type           int           `json:"type"`
	Name           string        `json:"name" doc:"of the provider"`
	URL            string        `json:"url" doc:"where an order is made"`
	RechargeConfig []payTier     `json:"rechargeConfig"`
	GoodsList      []payGood     `json:"goodsList"`
	Least          protocol.Gems `json:"least"`
	Most           protocol.Gems `json:"most"`
}

// payTier is a tier by the spec's rule: from key on, val gems; with ratio 1, val × 100 per cent of the gems bought.
type payTier struct {
	Key   float64 `json:"key"`
	Ratio int     `json:"ratio" enum:"0,1"`
	Val   float64 `json:"val"`
}

// payGood is an amount that is offered ready made.
type payGood struct {
	ID         int32         `json:"id"`
	GoodsPrice protocol.Gems `json:"goodsPrice" doc:"gems"`
	GoodsImg   string        `json:"goodsImg"`
	PriceCents int64         `json:"priceCents" doc:"of R$"`
	BonusCents int64         `json:"bonusCents" doc:"of gems, on top"`
}

func (a *API) payWays(ctx context.Context, c *call.Caller, _ call.None) ([]payWay, error) {
	held, err := payment.Setting.Read(ctx, a.Store)
	if err != nil {
		return nil, err
	}
	tiers := make([]payTier, len(held.Tiers))
	for i, t := range held.Tiers {
		tiers[i] = payTier{Key: float64(t.KeyCents) / 100, Val: float64(t.ValueCents) / 100}
		if t.Share {
			tiers[i].Ratio, tiers[i].Val = 1, float64(t.ValuePPM)/1_000_000
		}
	}
	rate, err := a.vipService().Rate(ctx, c.Player())
	if err != nil {
		return nil, err
	}
	goods := make([]payGood, 0, len(held.Goods))
	for _, g := range held.Goods {
		// an amount outside the settings' own bounds cannot be bought
		if q, err := held.Quote(g.GemsCents, rate); err == nil {
			goods = append(goods, payGood{g.ID, protocol.Gems(g.GemsCents), g.Image, q.PriceCents, q.BonusCents})
		}
	}
	ways := []payWay{}
	for _, c := range held.Channels {
		if a.sells(c.Provider) && !slices.ContainsFunc(ways, func(w payWay) bool { return w.Type == c.Type }) {
			ways = append(ways, payWay{c.Type, c.Provider, "/api/pay/order", tiers, goods,
				protocol.Gems(held.LeastCents), protocol.Gems(held.MostCents)})
		}
	}
	return ways, nil
}

func (a *API) sells(provider string) bool { return a.Payments.Providers[provider] != nil }

// payRate is the rate.
type payRate struct {
	Rate     float64 `json:"rate" doc:"R$ for one gem"`
	RatePPM  int64   `json:"ratePpm"`
	Currency string  `json:"currency"`
}

func (a *API) payRate(ctx context.Context, _ *call.Caller, _ call.None) (payRate, error) {
	held, err := payment.Setting.Read(ctx, a.Store)
	return payRate{float64(held.RatePPM) / 1_000_000, held.RatePPM, payment.Currency}, err
}

type payAmount struct {
	GemsCents int64 `json:"-" query:"gemsCents" minimum:"1"`
}

func (a *API) payQuote(ctx context.Context, c *call.Caller, in payAmount) (payment.Quote, error) {
	held, err := payment.Setting.Read(ctx, a.Store)
	if err != nil {
		return payment.Quote{}, err
	}
	return a.paymentService().Quote(ctx, held, c.Player(), in.GemsCents)
}

// payOrder is what a player asks for. The price is only compared: what is charged is the server's.
type payOrder struct {
	Type       int   `json:"type"`
	GemsCents  int64 `json:"gemsCents" minimum:"1"`
	PriceCents int64 `json:"priceCents" doc:"as the player saw it"`
	BonusCents int64 `json:"bonusCents" doc:"as the player saw it"`
}

// payReply is an order and how to pay it.
type payReply struct {
	PayRecord
	Action  string `json:"action" enum:",open,checkout,qr_code" doc:"empty when nothing is left to pay"`
	URL     string `json:"url,omitempty" doc:"open: where to go; qr_code: the image"`
	HTML    string `json:"html,omitempty" doc:"checkout: for a sandboxed frame"`
	Frame   string `json:"frame,omitempty" doc:"checkout: where the html is a document of its own, whose forms may lead to the provider"`
	Text    string `json:"text,omitempty" doc:"qr_code: what the code holds, to copy"`
	QRImage string `json:"qrImage,omitempty"`
	Page    string `json:"page,omitempty" doc:"where a demo's bank pays the code; a real provider has none"`
}

// PayRecord is an order.
type PayRecord struct {
	ID          call.ID `json:"id"`
	Type        int     `json:"type"`
	Name        string  `json:"name" doc:"of the provider"`
	State       string  `json:"state" enum:"waiting,paid,failed,expired,reversed,refused" doc:"reversed: paid, and taken back by the provider; refused: paid by the payer of somebody who is self-excluded, nothing is credited"`
	PriceCents  int64   `json:"priceCents"`
	Currency    string  `json:"currency"`
	GemsCents   int64   `json:"gemsCents"`
	BonusCents  int64   `json:"bonusCents"`
	CreatedTime string  `json:"createdTime" doc:"RFC 3339"`
	AtMS        int64   `json:"atMs"`
	EndsMS      int64   `json:"endsMs"`
	EndedMS     int64   `json:"endedMs" doc:"0 while it waits"`
}

var payStates = map[payment.State]string{payment.Waiting: "waiting", payment.Paid: "paid", payment.Failed: "failed",
	payment.Expired: "expired", payment.TakenBack: "reversed", payment.Refused: "refused"}

func payRecord(o payment.Order) PayRecord {
	return PayRecord{ID: call.ID(o.ID), Type: o.Channel, Name: o.Provider, State: payStates[o.State],
		PriceCents: o.PriceCents, Currency: o.Currency,
		GemsCents: o.GemsCents, BonusCents: o.BonusCents,
		CreatedTime: time.UnixMilli(o.AtMS).UTC().Format(time.RFC3339), AtMS: o.AtMS, EndsMS: o.EndsMS,
		EndedMS: o.EndedMS}
}

func (a *API) paymentService() *payment.Service {
	return &payment.Service{Store: a.Store, Directory: a.Directory, Now: a.Now, Rate: a.vipService().Rate,
		Settings: a.Settings}
}

func (a *API) payOrder(ctx context.Context, c *call.Caller, in payOrder) (payReply, error) {
	if err := a.Limit(ctx, c, "pay:order:"+strconv.FormatInt(int64(c.Player()), 10), ordersByPlayer); err != nil {
		return payReply{}, err
	}
	// a repetition answers the order that was made
	if _, err := a.Store.Lookup(ctx, c.Player(), c.Key); errors.Is(err, store.ErrNotFound) {
		held, err := payment.Setting.Read(ctx, a.Store)
		if err != nil {
			return payReply{}, err
		}
		now, err := a.paymentService().Quote(ctx, held, c.Player(), in.GemsCents)
		if err != nil {
			return payReply{}, err
		}
		switch {
		case in.PriceCents != now.PriceCents:
			return payReply{}, apierr.Changed("priceCents", now.PriceCents)
		case in.BonusCents != now.BonusCents:
			return payReply{}, apierr.Changed("bonusCents", now.BonusCents)
		}
	}
	service := a.paymentService()
	o, err := service.Open(ctx, c.Player(), c.Key, in.Type, in.GemsCents, a.sells)
	if err != nil {
		return payReply{}, err
	}
	if o.Begun == nil && o.State == payment.Waiting {
		provider := a.Payments.Providers[o.Provider]
		if provider == nil { // the order is older than a change of the configuration
			return payReply{}, apierr.New(protocol.CodePayChannel)
		}
		reply, err := provider.Begin(ctx, pay.Order{ID: o.Name(), AmountCents: o.PriceCents, Currency: o.Currency,
			Title: protocol.Gems(o.GemsCents).String() + " gems", ReturnURL: a.Payments.Public +
				"/user/recharge/record", Expires: time.UnixMilli(o.EndsMS)})
		if err != nil {
			return payReply{}, apierr.Wrap(protocol.CodePayProvider, err)
		}
		if err := reply.Check(a.Payments.Public); err != nil {
			return payReply{}, apierr.Wrap(protocol.CodePayProvider, err)
		}
		if o, err = service.Begin(ctx, o, payment.Begun{Action: string(reply.Action), URL: reply.URL, HTML: reply.HTML,
			Forms: reply.Forms, Text: reply.Text, Page: reply.Page,
			Reference: reply.Reference}); err != nil {
			return payReply{}, err
		}
	}
	return a.payReply(o), nil
}

func (a *API) payReply(o payment.Order) payReply {
	r := payReply{PayRecord: payRecord(o)}
	if b := o.Begun; b != nil && o.State == payment.Waiting {
		r.Action, r.URL, r.HTML, r.Text, r.Page = b.Action, b.URL, b.HTML, b.Text, b.Page
		if b.Action == string(pay.ActionCheckout) {
			r.Frame = checkoutPath + pay.SealCode(a.Payments.CodeSecret, o.Name())
		}
		if b.Action == string(pay.ActionQRCode) {
			r.QRImage = "/api/pay/creat/code/" + pay.SealCode(a.Payments.CodeSecret, o.Name())
			if strings.HasPrefix(r.Text, "/") {
				r.Text = a.Payments.Public + r.Text
			}
		}
	}
	return r
}

func (a *API) payState(ctx context.Context, c *call.Caller, in call.ByID) (payReply, error) {
	o, err := a.paymentService().Find(ctx, c.Player(), store.OpID(in.ID))
	if err != nil {
		return payReply{}, err
	}
	return a.payReply(o), nil
}

type payFilter struct {
	call.Page
	State string `json:"-" query:"state" enum:"all,paid" default:"all"`
}

// payPage is a page of orders.
type payPage struct {
	Records   []PayRecord `json:"records"`
	Total     int         `json:"total"`
	Current   int         `json:"current"`
	DebtCents int64       `json:"debtCents" doc:"gems of recharges that were taken back and are still owed: whatever gems come in pay them first"`
}

func (a *API) payRecords(ctx context.Context, c *call.Caller, in payFilter) (payPage, error) {
	at, err := in.Of(historySize)
	if err != nil {
		return payPage{}, err
	}
	if in.State != "" && in.State != "all" && in.State != "paid" {
		return payPage{}, badRequest("state", "all or paid")
	}
	orders, total, err := a.paymentService().List(ctx, c.Player(), in.State == "paid", at)
	if err != nil {
		return payPage{}, err
	}
	p := payPage{Records: make([]PayRecord, len(orders)), Total: total, Current: at.Offset/at.Limit + 1}
	for i, o := range orders {
		p.Records[i] = payRecord(o)
	}
	p.DebtCents, err = a.paymentService().Owes(ctx, c.Player())
	return p, err
}

// unowed refuses a player who still owes gems of a recharge that was taken back, after what there is was taken. A
// request that was taken before is answered as it was.
func (a *API) unowed(ctx context.Context, c *call.Caller) error {
	if _, err := a.Store.Lookup(ctx, c.Player(), c.Key); !errors.Is(err, store.ErrNotFound) {
		return apierr.FromStore(err)
	}
	return a.paymentService().Clear(ctx, c.Player())
}
