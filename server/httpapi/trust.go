package httpapi

import (
	"encoding/json"
	"net/http"

	"jadebox/fairness"
	"jadebox/server/httpapi/call"
)

// beaconAnchors is what is public of the beacon before its values are.
type beaconAnchors interface {
	Source() string
	Anchors() []fairness.Anchor
}

const trustPath = "/.well-known/jadebox-trust.json"

// trust registers the document that names the keys of this site, for readers to keep and compare. What a site says of
// itself pins nothing: that is why any client may read it, from any page.
func (a *API) trust() {
	about := plain("application/json")
	schema := a.document.registry.Schema(typeOf[fairness.TrustDocument](), true, "")
	about.Responses["200"].Content["application/json"].Schema = schema
	a.raw(call.Route{Name: "fair.trust", Method: http.MethodGet, Path: trustPath, Access: call.Anyone,
		Summary: "The log's key and the beacon's anchors, to keep and compare; pin it with jadebox verify --trust."},
		about,
		func(w http.ResponseWriter, _ *http.Request) {
			body, err := json.MarshalIndent(fairness.NewTrustDocument(a.Log.PublicKey(), a.Beacon.Source(),
				a.Beacon.Anchors()), "", " ")
			if err != nil {
				w.WriteHeader(http.StatusInternalServerError) // strings and numbers alone: never
				return
			}
			h := w.Header()
			h.Set("Content-Type", "application/json")
			h.Set("Cache-Control", "no-cache")
			h.Set("Access-Control-Allow-Origin", "*")
			_, _ = w.Write(append(body, '\n'))
		})
}
