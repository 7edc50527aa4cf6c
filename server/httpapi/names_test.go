package httpapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/rewards/props"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/runtime/publish"
	"jadebox/actors/settings/settingstest"
	"jadebox/protocol"
	"jadebox/store"
)

const namePath = "/api/user/name"

func (c *client) rename(name string) reply {
	c.Helper()
	return c.post(namePath, map[string]any{"name": name})
}

func TestThePublicNameChangesAndTheLoginStays(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c, other := w.newPlayer("alice01"), w.newPlayer("bobby02")
		if own := into[userInfo](w, c.get("/api/user/info")); own.RenameMS != 0 {
			t.Errorf("a new player waits for a name until %d", own.RenameMS)
		}
		a := c.rename("JadeFox")
		a.want(w, protocol.OK)
		until := clockAhead().Add(30 * 24 * time.Hour).UnixMilli()
		if got := into[named](w, a); got.Name != "JadeFox" || got.RenameMS != until {
			t.Errorf("%+v, want until %d", got, until)
		}
		if own := into[userInfo](w, c.get("/api/user/info")); own.Name != "JadeFox" || own.Phone != "alice01" ||
			own.RenameMS != until {
			t.Errorf("%+v", own)
		}
		who, err := directory.Ask[player.Profile](w.Context(), w.directory, player.Kind,
			player.ID(store.PlayerID(c.playerID())), player.GetProfile{})
		if err != nil || who.Name != "JadeFox" {
			t.Errorf("the next seat shows %+v, %v", who, err)
		}

		w.visitor().login("alice01", pass, "").want(w, protocol.OK)
		w.visitor().login("ALICE01", pass, "").want(w, protocol.OK)
		w.visitor().login("JadeFox", pass, "").want(w, protocol.CodeCredentials)
		for _, name := range []string{"jadefox", "Alice01"} {
			w.visitor().post("/api/user/register", map[string]any{"phone": name, "password": pass,
				"fingerprinId": "another"}).want(w, protocol.CodeNameTaken)
		}

		c.rename("JadeWolf").want(w, protocol.CodePublicNameSoon)
		time.Sleep(30*24*time.Hour - time.Minute)
		c = c.again()
		c.rename("JadeWolf").want(w, protocol.CodePublicNameSoon)
		time.Sleep(time.Minute)
		c.rename("JadeWolf").want(w, protocol.OK)
		w.visitor().login("JadeFox", pass, "").want(w, protocol.CodeCredentials)
		w.visitor().login("alice01", pass, "").want(w, protocol.OK)
		other = other.again()
		for _, name := range []string{"JadeFox", "JadeWolf", "alice01"} { // names of before stay the player's
			other.rename(name).want(w, protocol.CodePublicNameTaken)
		}
	})
}

func TestNamesThatNobodyMayChoose(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		w.newPlayer("Streamer9")
		for _, bad := range []string{"", "abc12", "abcdefghijklmn", "jade fox", "jade-fox", "玉狐狸玉狐狸",
			"J\u0430defox", phone} {
			c.rename(bad).want(w, protocol.CodePublicName)
		}
		for _, taken := range []string{
			"Streamer9", "STREAMER9", // another's
			"Admin77", "xAdm1n", "0fficial7", "Jadebox88", "TheJadeB0x", "SUPP0RT1", // of the operator
		} {
			c.rename(taken).want(w, protocol.CodePublicNameTaken)
			w.visitor().post("/api/user/register", map[string]any{"phone": taken, "password": pass,
				"fingerprinId": "x"}).want(w, protocol.CodeNameTaken) // where it is public at once
		}
		w.newPlayer("Illusion0").rename("0bsidian").want(w, protocol.OK)
		for _, looks := range []string{"lllusion0", "1LLUSIONO", "Obsidian", "OBSlDlAN"} {
			c.rename(looks).want(w, protocol.CodePublicNameTaken)
		}
		c.rename("Badminton").want(w, protocol.OK) // a word within
	})
}

func TestANameIsTriedTenTimesInAnHour(t *testing.T) {
	inWorld(t, options{limited: true}, func(w *world) {
		c := w.newPlayer("alice01")
		w.newPlayer("bobby02")
		for range 10 {
			c.rename("bobby02").want(w, protocol.CodePublicNameTaken)
		}
		a := c.rename("bobby02")
		a.want(w, protocol.CodeRateLimited)
		if a.header.Get("Retry-After") == "" {
			t.Error("no Retry-After")
		}
		time.Sleep(time.Hour)
		c.rename("JadeFox").want(w, protocol.OK)
	})
}

// One key, one effect: also when the answer was lost, another name was taken since, or many call at once.
func TestANameIsChangedOnceByAKey(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		body := map[string]any{"name": "JadeFox"}
		c.do(http.MethodPost, namePath, body, nil).want(w, protocol.CodeKeyMissing)
		first := c.keyed(namePath, "one", body)
		first.want(w, protocol.OK)
		time.Sleep(time.Minute)
		again := c.keyed(namePath, "one", body)
		again.want(w, protocol.OK)
		if !bytes.Equal(first.Data, again.Data) {
			t.Errorf("%s, and again %s", first.Data, again.Data)
		}
		c.keyed(namePath, "one", map[string]any{"name": "JadeWolf"}).want(w, protocol.CodeKeyReused)
		time.Sleep(30 * 24 * time.Hour)
		c = c.again()
		c.rename("JadeWolf").want(w, protocol.OK)
		c.keyed(namePath, "one", body).want(w, protocol.OK)
		if own := into[userInfo](w, c.get("/api/user/info")); own.Name != "JadeWolf" {
			t.Errorf("a key of before made the name %s", own.Name)
		}
		ops, n, err := w.engine.Ops(w.Context(), store.OpQuery{Player: store.PlayerID(c.playerID()),
			Kinds: []string{player.KindName}, Page: store.Page{Limit: 9}})
		if err != nil || n != 2 || string(ops[0].Result) != `{"name":"JadeWolf"}` ||
			string(ops[1].Result) != `{"name":"JadeFox"}` {
			t.Errorf("%d ops, %v", n, err)
		}
	})
}

// The extra drops of a day are for what the player spends in it, by whatever name.
func TestAChangeOfNameLeavesADaysExtraDrops(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		steps := props.Settings{Steps: []props.Step{{SpentCents: 2 * priceCents, ValueCents: 350}}}
		held, err := json.Marshal(steps)
		if err = errors.Join(err, settingstest.Put(w.Context(), w.engine, props.Setting, held)); err != nil {
			t.Fatal(err)
		}
		p := w.newPlayer("alice01")
		is := func(cents int64, gifts int) {
			t.Helper()
			time.Sleep(10 * time.Second)
			today := into[dropsToday](w, p.get("/api/activity/drop"))
			given := into[dropPage](w, p.get("/api/activity/drop/record"))
			if today.SpentCents != cents || given.Total != gifts {
				t.Errorf("%d spent and %d gifts, want %d and %d", today.SpentCents, given.Total, cents, gifts)
			}
		}
		is(0, 0)
		p.open()
		is(priceCents, 0)
		p.rename("JadeFox").want(w, protocol.OK)
		is(priceCents, 0)
		p.open()
		is(2*priceCents, 1)
	})
}

// An invite finds the player who is called so now, and does not tell whose login a name is.
func TestAnInviteFindsThePublicNameAlone(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		host, guest := w.newPlayer("alice01"), w.newPlayer("bobby02")
		guest.rename("JadeFox").want(w, protocol.OK)
		path := fmt.Sprint("/api/battle/", host.create(setup(2)).BattleID, "/invite")
		for who, want := range map[string]protocol.Code{"bobby02": protocol.CodeInviteWho, "JADEFOX": protocol.OK,
			guest.promotionInfo().SpreadCode: protocol.OK} {
			host.post(path, map[string]any{"player": who}).want(w, want)
			time.Sleep(protocol.InviteOneMS * time.Millisecond)
		}
	})
}

// What a player logs in by stands in no answer to any other player, no event or room that a channel tells, no shared
// card, no table, statement or proof of others, and no line of the log.
func TestTheLoginIsShownToNobodyElse(t *testing.T) {
	const login, public = "hidden77login", "JadeFox"
	inWorld(t, options{}, func(w *world) {
		w.itRains()
		host := w.newPlayer("alice01")
		for _, path := range []string{"/api/upgrade/recent", "/api/newActivity/openBoxTop10"} {
			w.visitor().get(path).want(w, protocol.OK) // they begin to listen
		}
		p := w.visitor()
		a := p.post("/api/user/register", map[string]any{"phone": login, "password": pass, "fingerprinId": "device",
			"spreadCode": host.promotionInfo().SpreadCode})
		a.want(w, protocol.OK)
		p.name, p.token = login, into[registered](w, a).Token
		p.rename(public).want(w, protocol.OK)

		// everything that others see of a player
		p.grant(store.RoleStreamer)
		p.open()
		for i := range 4 {
			p.post("/api/upgrade/play", upgradeOf(p.give(fmt.Sprint("g", i), 3)[0])).want(w, protocol.OK)
		}
		host.grant(store.RoleStreamer)
		giveaway := host.published(nil)
		p.post(joinPath, joining(giveaway)).want(w, protocol.OK)
		own := p.published(nil)
		host.post(joinPath, joining(own)).want(w, protocol.OK)
		battle := itoa(int64(host.create(setup(2)).BattleID))
		p.post("/api/battle/"+battle+"/join",
			map[string]any{"seat": -1, "priceCents": 4 * priceCents}).want(w, protocol.OK)
		waiting := itoa(int64(p.create(setup(2)).BattleID))
		wishing := w.gemWish()
		for i, who := range []*client{p, host, w.newPlayer("carol03"), w.newPlayer("dave004")} {
			who.post("/api/wish/"+wishing+"/take", wishFor(i+1)).want(w, protocol.OK)
		}
		deck, flip := p.turned(w.shuffled())
		time.Sleep(15 * time.Minute) // rooms end, and the rankings are made anew
		synctest.Wait()
		p.post("/api/user/logout", map[string]any{}).want(w, protocol.OK)
		w.visitor().login(login, "wrong7password", "").want(w, protocol.CodeCredentials)
		p, host = p.again(), host.again() // a table asks for a proof of just now

		id := itoa(p.playerID())
		paths := []string{"/api/battle/" + battle, "/api/battle/" + waiting, "/api/wish/" + wishing,
			"/api/roll/room/" + itoa(int64(giveaway.RollID)), "/api/roll/room/" + itoa(int64(own.RollID)),
			"/api/luckycard/room/" + deck.ID, "/api/upgrade/user/" + id, "/api/upgrade/user/" + id + "/record",
			"/api/promotion/poster?code=" + p.promotionInfo().SpreadCode, "/api/box/1/recent",
			exportPath + "records", exportPath + "openings"}
		results := []string{"battle-" + battle, "wish-" + wishing, "roll-" + itoa(int64(giveaway.RollID)),
			"roll-" + itoa(int64(own.RollID)), "luckycard-" + deck.ID, flip.Flip.ResultID}
		for _, r := range results {
			paths = append(paths, "/api/fair/result/"+r)
		}
		for _, r := range w.api.routes {
			if r.Method == http.MethodGet && !strings.Contains(r.Path, "{") {
				paths = append(paths, r.Path)
			}
		}
		hides := func(where string, text []byte) {
			t.Helper()
			if bytes.Contains(bytes.ToLower(text), []byte(login)) {
				t.Errorf("%s tells the login: %.400s", where, text)
			}
		}
		shown := 0
		for _, who := range []*client{w.visitor(), host} {
			for _, path := range paths {
				a := who.get(path)
				hides(path, a.raw)
				if bytes.Contains(a.raw, []byte(public)) {
					shown++
				}
			}
		}
		if shown < 25 {
			t.Errorf("only %d answers show the public name", shown)
		}
		for _, r := range results {
			card, err := w.api.resultCard(w.Context(), w.api.Site.Cards(protocol.English), r)
			if err != nil {
				t.Errorf("the card of %s: %v", r, err)
			}
			hides("the card of "+r, fmt.Append(nil, card))
		}
		events, _, err := w.engine.Events(w.Context(), nil, 100_000)
		if err != nil || !slices.ContainsFunc(events, func(e store.Event) bool {
			return bytes.Contains(e.Body, []byte(public))
		}) {
			t.Errorf("no event has the public name: %v", err)
		}
		for _, e := range events {
			if e.Type != publish.OutboxName { // those who count by name must know both, and tell neither
				hides("an event of "+e.Type, e.Body)
			}
		}
		view, err := w.engine.Snapshot(w.Context())
		if err == nil {
			err = view.Rooms(w.Context(), nil, func(r store.Room) error {
				hides("a room of "+r.Kind, r.State)
				return nil
			})
		}
		if err != nil {
			t.Error(err)
		}
		hides("the log", w.lines.Bytes())
		if own := into[userInfo](w, p.get("/api/user/info")); own.Phone != login {
			t.Errorf("and its player is told %q", own.Phone)
		}
	})
}
