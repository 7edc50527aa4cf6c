package pay

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"html/template"
	"net/http"
	"strings"
	"time"
)

// SandboxPath is where the sandbox has its pages.
const SandboxPath = "/sandbox/pay/"

// SandboxSignature is the header of the sandbox's webhook: Sign over the raw body.
const SandboxSignature = "Sandbox-Signature"

// lateBy is how long the sandbox waits when the payer asks it to be late.
const lateBy = 5 * time.Second

const sandboxForm = 4 << 10 // bytes

// Sandbox is a provider for demos and tests: it takes no money, and it calls the server only as a real one does,
// by a page and by signed webhooks. It keeps nothing: a page's address carries its order, sealed, and the browser's
// cookie who pays.
type Sandbox struct {
	Name    string // under which the process knows it: whose webhook it calls
	Action  Action
	Secret  []byte
	Now     func() time.Time
	Deliver func(ctx context.Context, provider string, h http.Header, body []byte) error // posts a webhook
	// Origin is where a checkout's form leads, https://…, as that of a real provider leads to its own site. "" is
	// wherever the payer is.
	Origin string
	// Bank makes it a bank in a demo: its orders are Pix codes as they are, and it reports them as a bank does.
	// nil: no bank.
	Bank *Pix
}

// sandboxOrder is what a page's address carries.
type sandboxOrder struct {
	Provider    string `json:"p"`
	Order       string `json:"o"`
	AmountCents int64  `json:"a"`
	Currency    string `json:"c"`
	Title       string `json:"t"`
	EndsS       int64  `json:"e"`
	Return      string `json:"r,omitempty"` // for a payer whose browser has left the site
	Pix         bool   `json:"x,omitempty"`
}

func (o sandboxOrder) reference() string { return "sb_" + o.Order }

// Signature implements Provider; that of a bank in a demo is the bank's own.
func (s *Sandbox) Signature() string {
	if s.Bank != nil {
		return s.Bank.Signature()
	}
	return SandboxSignature
}

// Begin seals the order into the address of its page.
func (s *Sandbox) Begin(ctx context.Context, o Order) (Reply, error) {
	order := sandboxOrder{s.Name, o.ID, o.AmountCents, o.Currency, o.Title, o.Expires.Unix(), "", s.Bank != nil}
	if s.Action == ActionOpen {
		order.Return = o.ReturnURL
	}
	text, err := json.Marshal(order)
	if err != nil {
		return Reply{}, err
	}
	page := SandboxPath + SealCode(s.Secret, base64.RawURLEncoding.EncodeToString(text))
	if s.Bank != nil {
		r, err := s.Bank.Begin(ctx, o)
		r.Page = page
		return r, err
	}
	r := Reply{Action: s.Action, Reference: "sb_" + o.ID}
	switch s.Action {
	case ActionOpen:
		r.URL = page
	case ActionQRCode:
		r.Text = page
	case ActionCheckout:
		r.Forms = s.Origin
		r.HTML = `<!doctype html><meta charset="utf-8"><title>Sandbox</title><link rel="stylesheet" href="/sandbox.css"><p>` + html.EscapeString(o.Title) +
			`</p><form action="` + html.EscapeString(s.Origin+page) + `" target="_blank"><button>Sandbox: ` +
			html.EscapeString(o.Currency) + " " +
			money(o.AmountCents) + `</button></form>`
	default:
		return Reply{}, fmt.Errorf("%w: sandbox with action %q", ErrProvider, s.Action)
	}
	return r, nil
}

// sandboxEvent is the body of the sandbox's webhook.
type sandboxEvent struct {
	ID          string `json:"id"`
	Type        string `json:"type"` // payment. and an outcome
	Order       string `json:"order"`
	Reference   string `json:"reference"`
	AmountCents int64  `json:"amountCents"`
	Currency    string `json:"currency"`
	Payer       string `json:"payer,omitempty"`
}

var sandboxOutcomes = map[string]Outcome{"payment.paid": Paid, "payment.failed": Failed, "payment.refunded": TakenBack,
	"payment.partly_refunded": PartBack,
	"payment.returned":        Returned}

// Events reads such a body.
func (s *Sandbox) Events(ctx context.Context, h http.Header, body []byte, now time.Time) ([]Event, error) {
	if s.Bank != nil {
		return s.Bank.Events(ctx, h, body, now)
	}
	if err := Verify(s.Secret, h.Get(s.Signature()), body, now); err != nil {
		return nil, err
	}
	var event sandboxEvent
	if err := json.Unmarshal(body, &event); err != nil || event.ID == "" {
		return nil, ErrEvent
	}
	e := Event{ID: event.ID, Order: event.Order, Reference: event.Reference, AmountCents: event.AmountCents,
		Currency: event.Currency}
	e.Outcome = sandboxOutcomes[event.Type]
	if e.Outcome == 0 {
		return nil, nil
	}
	if e.Outcome == Paid && digits(event.Payer, payerDigits) {
		e.Payer = "cpf:" + event.Payer
	}
	return []Event{e}, nil
}

// ServeHTTP is the page: GET shows the order, POST does what the payer chose and says what the webhook was answered.
func (s *Sandbox) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	text, sealed := OpenSealed(s.Secret, strings.TrimPrefix(r.URL.Path, SandboxPath))
	raw, err := base64.RawURLEncoding.DecodeString(text)
	var o sandboxOrder
	if !sealed || err != nil || json.Unmarshal(raw, &o) != nil {
		http.NotFound(w, r)
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, sandboxForm)
	payer := sandboxPayer(w, r)
	view := sandboxView{sandboxOrder: o, Amount: money(o.AmountCents), Payer: payer}
	status := http.StatusOK
	switch {
	case r.Method == http.MethodPost && s.Now().Unix() > o.EndsS:
		view.Done, status = "expired", http.StatusGone
	case r.Method == http.MethodPost:
		if err := s.act(r.Context(), o, r.PostFormValue("act"), payer); err != nil {
			view.Done, status = "webhook refused", http.StatusBadGateway
		} else {
			view.Done = r.PostFormValue("act")
		}
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		w.Header().Set("Allow", "GET, HEAD, POST")
		http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = sandboxPage.Execute(w, view) // the reader is gone
}

// payerCookie holds the payer number of a browser, so that payments of one browser have one payer.
const (
	payerCookie = "sandbox_payer"
	payerDigits = 11 // a CPF
)

// sandboxPayer is the number in the browser's cookie, which a page that is shown for the first time leaves there; ""
// for a browser that keeps no cookies.
func sandboxPayer(w http.ResponseWriter, r *http.Request) string {
	if c, err := r.Cookie(payerCookie); err == nil && digits(c.Value, payerDigits) {
		return c.Value
	}
	if r.Method != http.MethodGet {
		return ""
	}
	var number [payerDigits]byte
	rand.Read(number[:]) // never fails
	for i := range number {
		number[i] = '0' + number[i]%10
	}
	http.SetCookie(w, &http.Cookie{Name: payerCookie, Value: string(number[:]), Path: SandboxPath,
		HttpOnly: true, SameSite: http.SameSiteLaxMode})
	return string(number[:])
}

func (s *Sandbox) act(ctx context.Context, o sandboxOrder, act, payer string) error {
	switch act {
	case "pay":
		return s.tell(ctx, o, "payment.paid", payer)
	case "twice":
		if err := s.tell(ctx, o, "payment.paid", payer); err != nil {
			return err
		}
		return s.tell(ctx, o, "payment.paid", payer)
	case "decline":
		if o.Pix {
			break // a bank reports payments that have come, and nothing else
		}
		return s.tell(ctx, o, "payment.failed", "")
	case "late":
		ctx := context.WithoutCancel(ctx)
		time.AfterFunc(lateBy, func() { _ = s.tell(ctx, o, "payment.paid", payer) }) // a sandbox does not try again
		return nil
	}
	return fmt.Errorf("sandbox: no act %.20q", act)
}

func (s *Sandbox) tell(ctx context.Context, o sandboxOrder, kind, payer string) error {
	if o.Pix {
		return s.tellAsBank(ctx, o, payer)
	}
	body, err := json.Marshal(sandboxEvent{ID: "evt_" + o.Order + "_" + kind, Type: kind, Order: o.Order,
		Reference:   o.reference(),
		AmountCents: o.AmountCents, Currency: o.Currency, Payer: payer})
	if err != nil {
		return err
	}
	return s.Deliver(ctx, o.Provider, http.Header{SandboxSignature: {Sign(s.Secret, body, s.Now())}}, body)
}

// tellAsBank sends the central bank's webhook. One payment has one end-to-end id, however often it is sent.
func (s *Sandbox) tellAsBank(ctx context.Context, o sandboxOrder, payer string) error {
	if s.Bank == nil {
		return fmt.Errorf("%w: no bank here", ErrProvider)
	}
	paid := pixPayment{EndToEndID: fmt.Sprintf("E00000000%023s", o.Order), TxID: o.Order, Amount: money(o.AmountCents)}
	if payer != "" {
		paid.Payer = &pixPayer{CPF: payer}
	}
	body, err := json.Marshal(map[string]any{"pix": []pixPayment{paid}})
	if err != nil {
		return err
	}
	return s.Deliver(ctx, o.Provider, http.Header{PixSignature: {Sign(s.Bank.Webhook, body, s.Now())}}, body)
}

type sandboxView struct {
	sandboxOrder
	Amount string
	Payer  string
	Done   string
}

func money(cents int64) string { return fmt.Sprintf("%d.%02d", cents/100, cents%100) }

// The page has no script, and its style is a file of the client: the site's policy lets neither stand inline.
var sandboxPage = template.Must(template.New("sandbox").Parse(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sandbox payment</title><link rel="stylesheet" href="/sandbox.css"></head>
<body><main><h1>Sandbox payment</h1><p>No real money. {{.Title}}</p><p><strong>{{.Currency}} {{.Amount}}</strong></p>
{{with .Payer}}<p>Payer {{.}}, as this browser is known here.</p>
{{end}}{{if .Done}}<p role="status">Done: {{.Done}}</p>{{else}}<form method="post">
<button name="act" value="pay">Pay</button>
{{if not .Pix}}<button name="act" value="decline">Decline</button>
{{end}}<button name="act" value="late">Pay in 5 seconds</button>
<button name="act" value="twice">Pay, webhook twice</button>
</form>{{end}}
{{if .Return}}<p><a href="{{.Return}}">Back to Jadebox</a></p>{{end}}</main></body></html>
`))
