package httpapi

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"jadebox/actors/kinds"
	"jadebox/server/httpapi/call"
	"jadebox/server/rooms"
)

// What is raw has none of what a call is wrapped in: a route that says more than raw keeps would refuse no call.
func TestARawRouteThatSaysMoreThanIsKeptEndsTheStart(t *testing.T) {
	a := whole(kinds.All, rooms.All)
	raw := func(r call.Route) { a.raw(r, &huma.Operation{}, nil) }
	own := func(r call.Route) { a.ownFile(r, &huma.Operation{}, nil) }
	anybody := call.Route{Method: http.MethodGet, Access: call.Anyone}
	player := call.Route{Method: http.MethodGet, Access: call.NeedsPlayer}
	for name, c := range map[string]struct {
		register func(call.Route)
		route    call.Route
		but      func(*call.Route)
	}{
		"nobody said who":        {raw, anybody, func(r *call.Route) { r.Access = 0 }},
		"a viewer's":             {raw, anybody, func(r *call.Route) { r.Access = call.Viewer }},
		"a player's":             {raw, anybody, func(r *call.Route) { r.Access = call.NeedsPlayer }},
		"under a key":            {raw, anybody, func(r *call.Route) { r.Access = call.Keyed }},
		"raw that plays":         {raw, anybody, func(r *call.Route) { r.Plays = true }},
		"raw that gives":         {raw, anybody, func(r *call.Route) { r.Gift = call.ForComing }},
		"raw that proves":        {raw, anybody, func(r *call.Route) { r.StepUp = true }},
		"raw on a device":        {raw, anybody, func(r *call.Route) { r.OnDevice = true }},
		"own that is a post":     {own, player, func(r *call.Route) { r.Method = http.MethodPost }},
		"own that is everybodys": {own, player, func(r *call.Route) { r.Access = call.Anyone }},
		"own that gives":         {own, player, func(r *call.Route) { r.Gift = call.ForPlay }},
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if why := fmt.Sprint(recover()); !strings.Contains(why, "files.thing") {
					t.Errorf("registered: %s", why)
				}
			}()
			r := c.route
			r.Name, r.Path = "files.thing", "/files/thing"
			c.but(&r)
			c.register(r)
		})
	}
}

// A call is not checked as a file is: only API.path keeps an oversight from opening it to every caller.
func TestACallThatDoesNotSayWhoMayUseItEndsTheStart(t *testing.T) {
	a := whole(kinds.All, rooms.All)
	defer func() {
		if why := fmt.Sprint(recover()); !strings.Contains(why, "calls.thing does not say who may use it") {
			t.Errorf("registered: %s", why)
		}
	}()
	call.Add(a, call.Route{Name: "calls.thing", Method: http.MethodGet, Path: "/calls/thing"},
		func(context.Context, *call.Caller, call.None) (call.None, error) { return call.None{}, nil })
}
