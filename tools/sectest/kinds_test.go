package sectest

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"jadebox/actors/kinds"
	"jadebox/server/httpapi"
	"jadebox/server/rooms"
)

// lacks says what a kind of room is not attacked with.
func (a attacks) lacks() (parts []string) {
	if a.recipes == nil {
		parts = append(parts, "recipes")
	}
	if a.claims == nil {
		parts = append(parts, "claims")
	}
	if (a.races == nil) == (a.unraced == "") {
		parts = append(parts, "races, or why there are none")
	}
	return parts
}

func TestEveryKindOfRoomIsAttacked(t *testing.T) {
	for _, kind := range rooms.All {
		if parts := ofKind[kind.Kind].lacks(); len(parts) > 0 {
			t.Errorf("%s is a kind of room that is attacked here without %s", kind.Kind, strings.Join(parts, ", "))
		}
	}
	for kind := range ofKind {
		if _, known := rooms.All.Of(kind); !known {
			t.Errorf("%s is attacked and is no kind of room", kind)
		}
	}
}

// besides are the calls that tell a player something and are not asked for what the player has and has done, by why.
var besides = map[string][]string{
	"the same for everybody": {"mall.list", "sign.time", "sign.valid", "active.offer"},
	"a price, or an address": {"pay.rate", "steam.address"},
	"a price with the bonus of the asker's level, which vip.user tells": {"pay.quote", "pay.way"},
	"of now, by itself":    {"rain.amount", "rain.envelope", "benefit.week", "limits.standing", "user.sessions"},
	"of one that is named": {"active.asker", "assets.status"},
	"told by what is asked": {"active.assists", "active.home", "active.list", "activity.time", "activity.trend",
		"box.history", "card.shown", "drop.today", "exchange.records", "promotion.info", "promotion.invited",
		"record.export", "record.list", "record.statement", "roll.rooms", "sign.given", "sign.info", "task.boxes",
		"task.info", "task.welfare", "upgrade.quote", "vip.user"},
}

// An attack that takes what is told by a call that is not made would be none that is seen.
func TestWhatAPlayerHasIsAsked(t *testing.T) {
	d, err := parse(httpapi.Document(kinds.All, rooms.All))
	if err != nil {
		t.Fatal(err)
	}
	asked := map[string]bool{}
	for _, path := range owned() {
		path, _, _ = strings.Cut(path, "?")
		if d.find("GET", path) == nil {
			t.Errorf("%s is asked for what a player has, and is no call", path)
		}
		asked[path] = true
	}
	why := map[string]string{}
	for reason, names := range besides {
		for _, name := range names {
			why[name] = reason
		}
	}
	for _, c := range d.calls {
		// What takes an id in its path has a recipe (covers); what a visitor may ask may still tell a player more.
		if c.method != "GET" || !c.takesToken() || strings.Contains(c.path, "{") && len(d.ids(c)) > 0 {
			continue
		}
		switch reason, listed := why[c.Name]; {
		case asked[c.path] && listed:
			t.Errorf("%s is asked for what a player has, and listed as %q", c.Name, reason)
		case !asked[c.path] && !listed:
			t.Errorf("%s (%s) tells a player something, and no attack looks there for what has changed", c.Name, c)
		}
		delete(why, c.Name)
	}
	for _, name := range slices.Sorted(maps.Keys(why)) {
		t.Errorf("%s is listed as %q, and is no call of a player without an id", name, why[name])
	}
}
