package httpapi

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/player/limits"
	"jadebox/actors/player/support"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/settings"
	"jadebox/protocol"
	"jadebox/store"
	"jadebox/store/storetest"
)

// acts does to a player what an operator's command does, which is another process.
func (c *client) acts(act func(who store.PlayerID, by settings.Who) (limits.Act, error)) limits.Act {
	c.Helper()
	a, err := act(store.PlayerID(c.playerID()), settings.Who{Author: "ana", Note: "a secret of the house",
		At: clockAhead()})
	if err != nil {
		c.Fatal(err)
	}
	return a
}

// A suspended player is signed out in every tab, is told the end and the class of the reason, plays nothing, and
// is let in again by a lift, or by the end.
func TestASuspensionHoldsUntilItEnds(t *testing.T) {
	inWorld(t, options{}, func(world *world) {
		w := &ready{world: world}
		c := w.newPlayer("alice01")
		w.directory.Post(support.Kind, support.ID, directory.Wake{}, nil)
		who := store.PlayerID(c.playerID())
		login := func() reply {
			return w.visitor().post("/api/user/login", map[string]any{"phone": "alice01", "password": pass})
		}
		second := &client{world: world, token: into[token](world, login()).Token}
		second.get("/api/user/info").want(world, protocol.OK)
		c.open()
		opened := len(w.opsOf(player.KindOpen, c))
		suspend := func() int64 {
			return c.acts(func(who store.PlayerID, by settings.Who) (limits.Act, error) {
				return support.Suspend(w.Context(), w.engine, who, by.At.Add(time.Hour), "rules", by)
			}).UntilMS
		}
		until := suspend()
		time.Sleep(3 * time.Second)
		for _, out := range []*client{c, second} {
			out.get("/api/user/info").want(world, protocol.CodeTokenInvalid)
		}
		a := login()
		a.want(world, protocol.CodeSuspended)
		told := into[invalid](world, reply{Code: protocol.OK, Data: a.Data})
		if told.Field != "untilMs" || told.Reason != "rules" || told.Now == nil || *told.Now != until {
			t.Errorf("login: %s", a.Data)
		}
		if left(world, a, barredCookie) != "" {
			t.Error("the device of a suspended player is kept out with every account")
		}
		if a := w.visitor().post("/api/user/login", map[string]any{"phone": "alice01",
			"password": "wrong7horse"}); a.Code != protocol.CodeCredentials {
			t.Errorf("a wrong password tells that an account is suspended: %d", a.Code)
		}
		// An attempt from another account's session does not end that session.
		other := w.newPlayer("bobby02")
		other.post("/api/user/login", map[string]any{"phone": "alice01", "password": pass}).want(world,
			protocol.CodeSuspended)
		other.get("/api/user/info").want(world, protocol.OK)
		// Sessions that the end of a process has left over: each is ended with its first call.
		before := w.holdings(who)
		for _, path := range []string{"/api/user/info", "/api/user/limits"} {
			stale := &client{world: world, token: w.session(who)}
			stale.get(path).want(world, protocol.CodeSuspended)
			stale.get(path).want(world, protocol.CodeTokenInvalid)
		}
		if after := w.holdings(who); after != before {
			t.Errorf("%+v, before %+v", after, before)
		}
		c.acts(func(who store.PlayerID, by settings.Who) (limits.Act, error) {
			return support.Lift(w.Context(), w.engine, who, by)
		})
		time.Sleep(3 * time.Second)
		again := &client{world: world, name: c.name, token: into[token](world, login()).Token}
		again.open()
		suspend()
		time.Sleep(time.Hour + time.Second)
		again.token = into[token](world, login()).Token
		again.open()
		if n := len(w.opsOf(player.KindOpen, again)); n != opened+2 {
			t.Errorf("%d openings", n)
		}
		storetest.Sound(world, w.engine)
	})
}

// A battle that a player took part in before a suspension gives its prizes, or the entry back, as to any other player.
func TestARoomOfASuspendedPlayerEndsAsCommitted(t *testing.T) {
	inWorld(t, options{}, func(world *world) {
		w := &ready{world: world}
		w.directory.Post(support.Kind, support.ID, directory.Wake{}, nil)
		const entry = 4 * priceCents
		for n, c := range []struct {
			joined string // when the other seat is taken: "before" the suspension, "after" it, "": never
			ends   string
		}{
			{"before", protocol.BattleFinished}, {"after", protocol.BattleFinished}, {"", protocol.BattleVoid},
		} {
			seats := []*client{w.newPlayer(fmt.Sprintf("host%04d", n)), w.newPlayer(fmt.Sprintf("guest%03d", n))}
			b := seats[0].create(setup(2))
			join := func(when string) {
				if when == c.joined {
					seats[1].post("/api/battle/"+itoa(int64(b.BattleID))+"/join", map[string]any{"seat": 1,
						"priceCents": entry}).want(world, protocol.OK)
				}
			}
			until := func(status string, every time.Duration) (s protocol.BattleSnapshot) {
				for end := clockAhead().Add(2 * time.Hour); s.Summary.Status != status; time.Sleep(every) {
					if s = w.visitor().view(b.BattleID); clockAhead().After(end) {
						t.Fatalf("joined %q: %s, never %s", c.joined, s.Summary.Status, status)
					}
				}
				return s
			}
			if join("before"); c.joined == "before" {
				until(protocol.BattleRunning, time.Second/2)
			}
			seats[0].acts(func(who store.PlayerID, by settings.Who) (limits.Act, error) {
				return support.Suspend(w.Context(), w.engine, who, by.At.Add(48*time.Hour), "rules", by)
			})
			join("after")
			s := until(c.ends, time.Minute)
			want := []protocol.Won{{PaidCents: entry}, {PaidCents: entry}} // had back, or never paid
			if s.Result != nil {
				want = make([]protocol.Won, len(seats))
				for _, won := range s.Result.Won {
					want[won.Seat] = won
				}
			}
			for i, p := range seats {
				bag, _, err := w.engine.Items(w.Context(), store.ItemQuery{Owner: store.PlayerID(p.playerID()),
					Page: store.Page{Limit: 10}})
				if err != nil {
					t.Fatal(err)
				}
				var has []string
				for _, it := range bag {
					has = append(has, itoa(int64(it.ID)))
				}
				slices.Sort(has)
				slices.Sort(want[i].Items)
				if got := p.worth().GemsCents; got != welcomeCents-entry+want[i].PaidCents ||
					!slices.Equal(has, want[i].Items) {
					t.Errorf("joined %q: seat %d has %d and %q, won %+v", c.joined, i, got, has, want[i])
				}
			}
		}
		storetest.Sound(world, w.engine)
	})
}

// Nothing that pays, stakes, takes part or takes something out of the house is let through while a suspension holds.
func TestEveryCallThatSpendsKeepsASuspension(t *testing.T) {
	inWorld(t, options{}, func(world *world) {
		w := &ready{world: world, host: world.newPlayer("host0000")}
		w.season()
		w.host.grant(store.RoleStreamer)
		if w.decks = w.shuffled(); len(w.decks) < 2 {
			t.Fatalf("%d decks", len(w.decks))
		}
		w.directory.Post(support.Kind, support.ID, directory.Wake{}, nil)
		w.giveaway = w.host.published(map[string]any{"openAtMs": clockAhead().Add(time.Hour).UnixMilli()})
		out := w.verified("gone0000").linked("shipabcd")
		out.rich(3_500)
		all := map[string]request{}
		for name, make := range spending {
			all[name] = make(out, w)
		}
		all["retrieve.request"] = request{"/api/retrieve/request", itemsBody(out.give("retrieval", 2)[0])}
		who := store.PlayerID(out.playerID())
		out.acts(func(who store.PlayerID, by settings.Who) (limits.Act, error) {
			return support.Suspend(w.Context(), w.engine, who, by.At.Add(time.Hour), "review", by)
		})
		time.Sleep(3 * time.Second)
		before := w.holdings(who)
		for name, r := range all {
			stale := &client{world: world, name: out.name, token: w.session(who)}
			if a := stale.post(r.path, r.body); a.Code != protocol.CodeSuspended {
				t.Errorf("%s: %d %s", name, a.Code, a.ErrMsg)
			}
		}
		stale := &client{world: world, name: out.name, token: w.session(who)}
		stale.withdraw("out").want(world, protocol.CodeSuspended)
		if after := w.holdings(who); after != before {
			t.Errorf("%+v, before %+v", after, before)
		}
	})
}

// A phone that was taken off an account is free, and its sessions are ended.
func TestAPhoneIsResetBySupport(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		w.directory.Post(support.Kind, support.ID, directory.Wake{}, nil)
		phone := "13912345678"
		if err := w.engine.SetContact(w.Context(), store.PlayerID(c.playerID()),
			store.ContactChange{Phone: &phone}); err != nil {
			t.Fatal(err)
		}
		c.acts(func(who store.PlayerID, by settings.Who) (limits.Act, error) {
			return support.ResetPhone(w.Context(), w.engine, who, by)
		})
		time.Sleep(3 * time.Second)
		c.get("/api/user/info").want(w, protocol.CodeTokenInvalid)
		w.visitor().post("/api/user/login", map[string]any{"phone": phone, "password": pass}).want(w,
			protocol.CodeCredentials)
		c.token = into[token](w, w.visitor().post("/api/user/login", map[string]any{"phone": "alice01",
			"password": pass})).Token
		c.acts(func(who store.PlayerID, by settings.Who) (limits.Act, error) {
			return support.EndSessions(w.Context(), w.engine, who, by)
		})
		time.Sleep(3 * time.Second)
		c.get("/api/user/info").want(w, protocol.CodeTokenInvalid)
	})
}

// The phone of an excluded player cannot be bound to any other account.
func TestTheHouseDoesNotFreeThePhoneOfAnExcludedPlayer(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		who, phone := store.PlayerID(c.playerID()), "13800000001"
		if err := w.engine.SetContact(w.Context(), who, store.ContactChange{Phone: &phone}); err != nil {
			t.Fatal(err)
		}
		c.post("/api/user/limits/exclude", map[string]any{"months": 6}).want(w, protocol.OK)
		_, err := support.ResetPhone(w.Context(), w.engine, who, settings.Who{Author: "ana", Note: "by mail",
			At: clockAhead()})
		contact, failed := w.engine.Contact(w.Context(), who)
		if !errors.Is(err, limits.ErrExcluded) || failed != nil || contact.Phone != phone {
			t.Errorf("%v, phone %q, %v", err, contact.Phone, failed)
		}
	})
}
