package httpapi

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"

	"jadebox/server/httpapi/call"
	"jadebox/store"
)

func (a *API) items() {
	call.Add(a, call.Route{Name: "catalog.items", Method: http.MethodGet, Path: "/api/catalog/items",
		Access:  call.Anyone,
		Summary: "Every item definition in all languages; changes only with its version (ETag)."}, a.listItems)
}

// words is a text in the interface languages.
type words struct {
	Zh string `json:"zh"`
	En string `json:"en"`
	Pt string `json:"pt"`
}

func wordsOf(t store.Text) words { return words(t) }

// itemDef is one kind of item.
type itemDef struct {
	ID         store.DefID `json:"id"`
	Slug       string      `json:"slug"`
	Brand      words       `json:"brand"`
	Name       words       `json:"name"`
	Rarity     string      `json:"rarity"`
	Category   string      `json:"category"`
	PriceCents int64       `json:"priceCents"`
	Image      string      `json:"image"`
	Thumb      string      `json:"thumb"`
}

// itemList is the catalogue.
type itemList struct {
	Version string    `json:"version"`
	Items   []itemDef `json:"items"`
}

func (l itemList) etag() string { return l.Version }

func (a *API) listItems(context.Context, *call.Caller, call.None) (itemList, error) {
	defs := a.Catalog.Items()
	l := itemList{Items: make([]itemDef, len(defs))}
	for i, d := range defs {
		l.Items[i] = itemDef{ID: d.ID, Slug: d.Slug, Brand: wordsOf(d.Brand), Name: wordsOf(d.Name), Rarity: d.Rarity,
			Category:   d.Category,
			PriceCents: d.PriceCents, Image: d.Image, Thumb: d.Thumb}
	}
	b, err := json.Marshal(l.Items)
	if err != nil {
		return l, err
	}
	sum := sha256.Sum256(b)
	l.Version = hex.EncodeToString(sum[:8])
	return l, nil
}
