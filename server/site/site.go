// Package site is what the operator says about the site: entries of the menu that are not released, whether battles
// are open, and the groups beside the page. It stands in the store (`jadebox settings set site FILE`).
// Deliberately absent: a lock on what is not released yet; only its way in is closed.
package site

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"jadebox/actors/kinds"
	"jadebox/actors/settings"
	"jadebox/store"
)

// Setting is what is set.
var Setting = &settings.Setting[Settings]{Name: "site",
	Says:            "entries of the menu that are not released, whether battles are open, groups of the side bar",
	CostlessBecause: "what the menu shows",
	Standard:        func() Settings { return Settings{Soon: []string{}, Groups: []Group{}} }, Check: Settings.Check,
	New: Settings.whole}

// Releasable are the entries of the menu that may be announced before they are released (product-spec §2, 'Em breve!'):
// two that are no room, and the kinds of rooms that say so.
var Releasable = append([]string{"upgrade", "mall"}, kinds.All.Announced()...)

const (
	groupsMax = 6
	nameMax   = 30  // characters
	urlMax    = 300 // bytes: it has to fit into a QR code that phones read from a screen
)

// Group is a chat group or a medium that the side bar shows as a QR code.
type Group struct {
	Name store.Text `json:"name"`
	URL  string     `json:"url"` // https://…, or a path of this site
}

// Settings are what the setting says. The zero value is a site with everything released, battles open and no groups.
type Settings struct {
	Soon          []string `json:"soon"` // of Releasable
	BattlesClosed bool     `json:"battlesClosed"`
	Groups        []Group  `json:"groups"`
}

// Check reports what is not allowed in settings.
func (f Settings) Check() error {
	for _, key := range f.Soon {
		if !slices.Contains(Releasable, key) {
			return fmt.Errorf("soon: %q is none of %s", key, strings.Join(Releasable, ", "))
		}
	}
	if len(f.Groups) > groupsMax {
		return fmt.Errorf("at most %d groups", groupsMax)
	}
	for _, g := range f.Groups {
		if err := g.Name.Readable(nameMax); err != nil {
			return fmt.Errorf("the name of a group: %w", err)
		}
		if !allowed(g.URL) {
			return fmt.Errorf("%q is neither https://… nor a path of this site", g.URL)
		}
	}
	return nil
}

// whole refuses names that somebody writes and that are not in every language.
func (f Settings) whole() error {
	for _, g := range f.Groups {
		if err := g.Name.Whole(nameMax); err != nil {
			return fmt.Errorf("the name of a group: %w", err)
		}
	}
	return nil
}

func allowed(address string) bool {
	u, err := url.Parse(address)
	if err != nil || len(address) > urlMax || strings.Contains(address, `\`) {
		return false
	}
	if u.Scheme == "https" {
		return u.Host != "" && u.User == nil
	}
	return u.Scheme == "" && u.Host == "" && strings.HasPrefix(address, "/")
}
