package httpapi

import (
	"io"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"jadebox/actors/shop/payment"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/server/pay"
)

// checkoutPath is where a provider's checkout is shown.
const checkoutPath = "/api/pay/checkout/"

// checkoutPolicy begins the policy of a provider's document: no scripts, no origin of its own, and no page around it
// but the site's. Where its forms lead is added.
const checkoutPolicy = "sandbox allow-forms allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'self'; img-src 'self'; " +
	"base-uri 'none'; frame-ancestors 'self'; form-action 'self'"

// payCheckout registers GET /api/pay/checkout/{data}: a provider's checkout as a document of its own, for the sandboxed
// frame. Written into the site's page (srcdoc) it would inherit its policy, whose form-action keeps every form from the
// provider's site; here it has the only policy that lets one go there, and only to the origins that its provider's
// adapter names.
func (a *API) payCheckout() {
	a.byCode("pay.checkout", checkoutPath,
		"A provider's checkout, for a sandboxed frame, at an address that the order's reply gave.", "text/html",
		func(w http.ResponseWriter, r *http.Request, o payment.Order) {
			html := a.payReply(o).HTML
			if html == "" {
				a.refuse(w, r, protocol.CodeNotFound, 0)
				return
			}
			policy := checkoutPolicy
			if o.Begun.Forms != "" {
				policy += " " + o.Begun.Forms
			}
			h := w.Header()
			h.Set("Content-Security-Policy", policy)
			h.Set("X-Frame-Options", "SAMEORIGIN")
			h.Set("Content-Type", "text/html; charset=utf-8")
			h.Set("Cache-Control", "no-store")
			_, _ = io.WriteString(w, html) // the reader is gone
		})
}

// byCode registers a GET of something of an order, at a prefix and a code that this server has signed. What a page
// embeds, an image or a frame, sends no token: the code is the right to see it.
func (a *API) byCode(name, prefix, summary, mediaType string, show func(http.ResponseWriter, *http.Request,
	payment.Order)) {
	about := plain(mediaType)
	about.Parameters = []*huma.Param{inPath("data")}
	a.raw(call.Route{Name: name, Method: http.MethodGet, Path: prefix + "{data}", Access: call.Anyone, Summary: summary,
		Errors: []protocol.Code{protocol.CodeNotFound}}, about, func(w http.ResponseWriter, r *http.Request) {
		if o, ok := a.coded(w, r); ok {
			show(w, r, o)
		}
	})
}

// coded reads the order that an address names which this server has signed.
func (a *API) coded(w http.ResponseWriter, r *http.Request) (payment.Order, bool) {
	name, ok := pay.OpenCode(a.Payments.CodeSecret, r.PathValue("data"))
	if !ok {
		a.refuse(w, r, protocol.CodeNotFound, 0)
		return payment.Order{}, false
	}
	id, err := payment.ParseName(name)
	if err != nil {
		a.refuse(w, r, protocol.CodeNotFound, 0)
		return payment.Order{}, false
	}
	o, err := a.paymentService().Find(r.Context(), 0, id)
	if err != nil {
		a.fail(w, r, nil, err)
		return payment.Order{}, false
	}
	return o, true
}
