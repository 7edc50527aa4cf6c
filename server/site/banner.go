package site

import (
	"jadebox/actors/settings"
	"jadebox/store"
)

// Banners are those of the home page.
var Banners = &settings.Setting[[]Banner]{Name: "home.banners", Says: "the banners of the home page",
	CostlessBecause: "pictures",
	Standard:        func() []Banner { return []Banner{} }}

// Banner is a picture of the home page with its title in every language; the heaviest comes first.
type Banner struct {
	ID        string     `json:"id"`
	Image     string     `json:"image"`     // for wide screens
	MoveImage string     `json:"moveImage"` // for phones
	Link      string     `json:"link"`
	Weight    int        `json:"weight"`
	Title     store.Text `json:"title"`
}
