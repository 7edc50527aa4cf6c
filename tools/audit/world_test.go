//go:build unix

package audit_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"runtime"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"

	"jadebox/actors/kinds"
	"jadebox/actors/kinds/battle"
	"jadebox/actors/kinds/luckycard"
	"jadebox/actors/kinds/rain"
	"jadebox/actors/kinds/roll"
	"jadebox/actors/kinds/wish"
	"jadebox/actors/lists/feed"
	"jadebox/actors/player"
	"jadebox/actors/player/limits"
	"jadebox/actors/player/support"
	"jadebox/actors/rewards/active"
	"jadebox/actors/rewards/benefit"
	"jadebox/actors/rewards/eligibility"
	"jadebox/actors/rewards/prize"
	"jadebox/actors/rewards/progress"
	"jadebox/actors/rewards/promotion"
	"jadebox/actors/rewards/props"
	"jadebox/actors/rewards/ranking"
	"jadebox/actors/rewards/season"
	"jadebox/actors/rewards/sign"
	"jadebox/actors/rewards/taskbox"
	"jadebox/actors/rewards/vip"
	"jadebox/actors/rewards/wishtree"
	"jadebox/actors/room"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/beacon"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/runtime/publish"
	"jadebox/actors/settings"
	"jadebox/actors/settings/period"
	"jadebox/actors/settings/rates"
	"jadebox/actors/settings/settingstest"
	"jadebox/actors/shop/catalog"
	"jadebox/actors/shop/delivery"
	"jadebox/actors/shop/mall"
	"jadebox/actors/shop/payment"
	"jadebox/fairness"
	"jadebox/protocol"
	"jadebox/server/catalogue"
	"jadebox/server/publiclog"
	"jadebox/store"
	"jadebox/store/postgres"
	"jadebox/store/storetest/pgtest"
	"jadebox/tools/audit"
)

// played is a database in which everything was done that a site does, once for all tests of this process.
type played struct {
	dsn string
	end time.Time // when it was left
}

var (
	playOnce  sync.Once
	thePlayed *played
)

// world is a site over a real PostgreSQL in virtual time.
type world struct {
	*testing.T
	*postgres.Engine
	dir   *directory.Embedded
	goods *catalog.Catalog
	watch *settings.Watch
	pay   *payment.Service
	log   *publiclog.Log
	n     int
}

// worldNow lets the world begin shortly before a day of the ranking ends.
func worldNow() time.Time { return time.Now().AddDate(26, 4, 6).Add(23*time.Hour + 50*time.Minute) }

func (w *world) ok(err error) {
	w.Helper()
	if err != nil {
		w.Fatal(err)
	}
}

func (w *world) key(what string) string { w.n++; return fmt.Sprint(what, "-", w.n) }

type silence struct{}

func (silence) Publish(publish.Event) {}
func (silence) Presence(string) int   { return 0 }

// inWorld runs a site and leaves its database without connections.
func inWorld(t *testing.T, dsn string, play func(w *world)) (end time.Time) {
	t.Helper()
	return inWorldFrom(t, dsn, time.Time{}, play)
}

// inWorldFrom runs a site that goes on at a time.
func inWorldFrom(t *testing.T, dsn string, from time.Time, play func(w *world)) (end time.Time) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(from.Sub(worldNow()))
		e, err := postgres.Open(t.Context(), dsn, postgres.Options{Writers: 2, Clock: worldNow})
		if err != nil {
			t.Fatal(err)
		}
		w := &world{T: t, Engine: e}
		w.watch = settings.NewWatch(e)
		defer func() {
			ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), 8*time.Second)
			defer cancel()
			if w.dir != nil {
				w.dir.Drain(ctx)
			}
			if err := e.Close(); err != nil {
				t.Error(err)
			}
			time.Sleep(time.Minute) // protoactor's count of dead letters ends
			synctest.Wait()
		}()
		w.open()
		play(w)
		w.ok(w.log.Seal(t.Context(), e, worldNow()))
		w.ok(w.log.CatchUp(t.Context()))
		end = worldNow()
	})
	for range 2 { // pools of the engine keep channels of the bubble, which no code outside may use
		runtime.GC()
	}
	return end
}

// open assembles the actors, as server/app does.
func (w *world) open() {
	ctx, log := w.Context(), zerolog.Nop()
	if known, err := w.ItemDefs(ctx); err != nil || len(known) == 0 {
		w.ok(err)
		w.stock()
		// no player plays for a day here, and the ranking pays all the same
		set(w, rates.Setting, `{"awardsCents":[5000,3000,2000],"awardSpentCents":0}`)
		set(w, eligibility.Setting, `{"identity":false,"spentCents":0}`)
	}
	w.ok(w.watch.Refresh(ctx))
	w.goods = catalog.New(w.Engine, worldNow)
	w.ok(w.goods.Load(ctx))
	chain, err := beacon.OpenLocalRounds(ctx, w.Engine, rand.Reader, worldNow, 20_000)
	w.ok(err)
	d := directory.NewEmbedded(directory.Options{Log: log})
	w.dir = d
	levels := &vip.Service{Store: w.Engine, Directory: d, Now: worldNow}
	d.Register(player.Register(player.Ports{Store: w.Engine, Catalog: w.goods, Beacon: chain, Publish: silence{},
		Now: worldNow, Rand: rand.Reader, Claim: w.claimOf, Log: log, Badge: levels.Badge, Settings: w.watch,
		Outcome: kinds.All.Outcome, MovesVouchers: kinds.All.MovesVouchers, Stakes: kinds.All.Stakes}))
	kinds.All.Register(d, room.Deps{Ports: room.Ports{Store: w.Engine, Directory: d, Publish: silence{}, Now: worldNow,
		Log: log}, Catalog: w.goods, Beacon: chain, Rand: rand.Reader})
	d.Register(wishtree.Register(wishtree.Ports{Store: w.Engine, Directory: d, Now: worldNow}))
	d.Register(sign.Register(sign.Ports{Store: w.Engine, Directory: d, Catalog: w.goods, Settings: w.watch,
		Now: worldNow}))
	d.Register(progress.Register(progress.Ports{Store: w.Engine, Kinds: kinds.All, Catalog: w.goods,
		Level: levels.Badge}))
	d.Register(taskbox.Register(taskbox.Ports{Store: w.Engine, Directory: d, Settings: w.watch, Now: worldNow}))
	d.Register(feed.Register(feed.Ports{Store: w.Engine, Publish: silence{}, Now: worldNow, Log: log})(nil))
	d.Register(props.Register(props.Ports{Store: w.Engine, Catalog: w.goods, Directory: d, Settings: w.watch,
		Now: worldNow, Log: log})(nil))
	d.Register(promotion.Register(promotion.Ports{Store: w.Engine, Directory: d, Now: worldNow, Log: log})(nil))
	d.Register(ranking.Register(ranking.Ports{Store: w.Engine, Catalog: w.goods, Directory: d, Publish: silence{},
		Now: worldNow, Log: log, PollEvery: 5 * time.Second})(nil))
	d.Register(delivery.Register(delivery.Ports{Store: w.Engine, Bot: nil, Now: worldNow, Log: log}))
	for _, one := range []struct{ kind, id string }{{props.Kind, props.ID}, {promotion.Kind, promotion.ID},
		{ranking.Kind, ranking.ID}, {delivery.WorkerKind, delivery.WorkerID}} {
		d.Post(one.kind, one.id, directory.Wake{}, nil)
	}
	w.pay = &payment.Service{Store: w.Engine, Directory: d, Now: worldNow, Rate: levels.Rate, Settings: w.watch}
	w.log, err = publiclog.Open(ctx, w.Engine, rand.Reader, "test.log", log)
	w.ok(err)
}

func (w *world) claimOf(target string, now time.Time) (string, bool) {
	at := period.In(w.watch, now)
	if key, known := wishtree.ClaimOf(target, at); known {
		return key, true
	}
	return taskbox.Setting.Cached(w.watch).ClaimOf(target, at)
}

// Boxes of the world: 1 is mixed, 2 gives one of two items of equal value, 3 cannot be bought, 4 is the season's.
const (
	boxCents = 500
	tieCents = 120
)

func (w *world) stock() {
	ctx := w.Context()
	values := map[store.DefID]int64{1: 4000, 2: 300, 3: 100, 4: 110, 5: 110, 6: 20_000}
	var defs []store.ItemDef
	for id, cents := range values {
		defs = append(defs, store.ItemDef{ID: id, PriceCents: cents, Slug: fmt.Sprint("item-", id),
			Name: store.Text{Zh: "物", En: fmt.Sprint("item ", id), Pt: "coisa"}, Rarity: "rare", Category: "other"})
	}
	w.ok(w.PutItemDefs(ctx, defs))
	for _, b := range []store.Box{
		{ID: 1, PriceCents: boxCents, Enabled: true, Entries: []store.BoxEntry{{Def: 1, Weight: 10e6},
			{Def: 2, Weight: 10e6}, {Def: 3, Weight: 80e6}}},
		{ID: 2, PriceCents: tieCents, Enabled: true, Entries: []store.BoxEntry{{Def: 4, Weight: 50e6},
			{Def: 5, Weight: 50e6}}},
		{ID: 3, PriceCents: boxCents, Entries: []store.BoxEntry{{Def: 2, Weight: 50e6}, {Def: 3, Weight: 50e6}}},
		{ID: 4, PriceCents: boxCents, Entries: []store.BoxEntry{{Def: 1, Weight: 50e6}, {Def: 3, Weight: 50e6}}},
	} {
		b.Version, b.Slug, b.Type, b.At = 1, fmt.Sprint("box-", b.ID), "csgo", worldNow()
		b.Name = store.Text{Zh: "箱", En: b.Slug, Pt: b.Slug}
		entries := make([]fairness.OddsEntry, len(b.Entries))
		for i, e := range b.Entries {
			entries[i] = fairness.OddsEntry{Item: int64(e.Def), Weight: e.Weight, ValueCents: values[e.Def]}
		}
		odds, err := fairness.NewOdds(int64(b.ID), 1, entries)
		w.ok(err)
		b.OddsHash = odds.Hash()
		w.ok(w.PutBox(ctx, b))
	}
}

// set changes a setting, as an operator does.
func set[T any](w *world, s *settings.Setting[T], text string) {
	w.Helper()
	w.ok(settingstest.Put(w.Context(), w.Engine, s, []byte(text)))
	w.ok(w.watch.Refresh(w.Context()))
}

func do[Reply any](w *world, kind, id string, msg any) Reply {
	w.Helper()
	v, err := directory.Ask[Reply](w.Context(), w.dir, kind, id, msg)
	if err != nil {
		w.Fatalf("%T: %v", msg, err)
	}
	return v
}

// player registers one; invited by another or by 0.
func (w *world) player(name string, invited store.PlayerID) store.PlayerID {
	w.Helper()
	p, err := w.Register(w.Context(), store.NewPlayer{Name: name, UserSeed: name, SpreadCode: "CODE" + name,
		Fingerprint: "device of " + name, InvitedBy: invited, At: worldNow()}, nil)
	w.ok(err)
	do[player.Seeds](w, player.Kind, player.ID(p.ID), player.Seed{})
	return p.ID
}

// changed has an actor read its player again.
func (w *world) changed(p store.PlayerID) {
	w.dir.Post(player.Kind, player.ID(p), player.Changed{}, nil)
	time.Sleep(time.Second)
}

// order makes an order of gems and tells what became of it.
func (w *world) order(p store.PlayerID, gems int64) payment.Order {
	w.Helper()
	o, err := w.pay.Open(w.Context(), p, w.key("order"), payment.ChannelDesktop, gems,
		func(string) bool { return true })
	w.ok(err)
	o, err = w.pay.Begin(w.Context(), o, payment.Begun{Action: "open", URL: "https://till.example", Reference: "r" +
		o.Name()})
	w.ok(err)
	return o
}

func (w *world) settle(o payment.Order, paid bool, back payment.Back) {
	w.Helper()
	_, err := w.pay.Settle(w.Context(), o.Provider, payment.ProviderEvent{ID: w.key("event"), Order: o.Name(),
		Reference: o.Begun.Reference, AmountCents: o.PriceCents, Currency: o.Currency, Paid: paid, Back: back})
	w.ok(err)
}

func (w *world) paid(p store.PlayerID, gems int64) payment.Order {
	w.Helper()
	o := w.order(p, gems)
	w.settle(o, true, "")
	return o
}

func (w *world) openBox(p store.PlayerID, box store.BoxID, count int, cents int64) player.Opened {
	w.Helper()
	key := w.key("open")
	return do[player.Opened](w, player.Kind, player.ID(p), player.Open{Key: key, Box: box, Count: count,
		PriceCents: cents, UserSeed: fmt.Sprint("device", w.n)})
}

func (w *world) vouchers(p store.PlayerID, k prize.Kind) (ids []store.ItemID) {
	w.Helper()
	held := prize.Setting.Cached(w.watch)
	list, _, err := w.Vouchers(w.Context(), store.VoucherQuery{Owner: p, From: store.VoucherBase, To: prize.VouchersTo,
		Held: true,
		Page: store.Page{Limit: 50}})
	w.ok(err)
	for _, it := range list {
		if c, known := held.Voucher(it.Def); known && c.Kind == k {
			ids = append(ids, it.ID)
		}
	}
	if len(ids) == 0 {
		w.Fatalf("player %d has no %s", p, k)
	}
	return ids
}

func (w *world) bag(p store.PlayerID) []store.Item {
	w.Helper()
	list, _, err := w.Items(w.Context(), store.ItemQuery{Owner: p, Statuses: []store.ItemStatus{store.ItemInBackpack},
		Page: store.Page{Limit: 200}})
	w.ok(err)
	return list
}

// untilFinal waits for the end of a room.
func (w *world) untilFinal(id store.RoomID, want store.RoomStatus) store.Room {
	w.Helper()
	for range 600 {
		r, err := w.Room(w.Context(), id)
		w.ok(err)
		if r.Status.Final() {
			if r.Status != want {
				w.Fatalf("room %d (%s) ended as %d", id, r.Kind, r.Status)
			}
			return r
		}
		time.Sleep(time.Second)
	}
	w.Fatalf("room %d never ended", id)
	return store.Room{}
}

// playAll does everything once.
func (w *world) playAll() {
	ctx := w.Context()
	set(w, promotion.Setting, `{"holdS":0,"known":false}`)
	a := w.player("alice", 0)
	b := w.player("bobby", a)
	c := w.player("carol", a)
	d := w.player("david", 0)
	time.Sleep(5 * time.Second)
	for _, p := range []store.PlayerID{a, b, c, d} {
		w.paid(p, 500_000)
	}
	for i, p := range []store.PlayerID{a, c} {
		w.ok(w.SetRealName(ctx, p, store.SealedName{Sealed: []byte("sealed"), Index: [32]byte{byte(i + 1)},
			At: worldNow()}))
		w.changed(p)
	}

	// Boxes, a seed that is revealed, sales, upgrades, trades, the mall.
	first := w.openBox(a, 1, 5, boxCents)
	w.openBox(a, 2, 3, tieCents)
	w.openBox(b, 1, 5, boxCents)
	w.openBox(b, 1, 1, boxCents)
	w.openBox(c, 2, 4, tieCents)
	do[player.Sold](w, player.Kind, player.ID(a), player.Sell{Key: w.key("sell"), Items: []store.ItemID{
		first.Results[0].Item}})
	do[player.Sold](w, player.Kind, player.ID(a), player.Sell{Key: w.key("sell"), Items: []store.ItemID{
		first.Results[1].Item, first.Results[2].Item, first.Results[3].Item}})
	w.upgrades(b)
	bag := w.bag(c)
	do[player.Traded](w, player.Kind, player.ID(c), player.Trade{Key: w.key("trade"), Items: []store.ItemID{bag[0].ID,
		bag[1].ID}, GemsCents: 200, Target: 2, TargetCents: 300, PriceCents: 309})
	set(w, mall.Setting, `{}`)
	w.buy(a)

	// Gifts of an operator's, vouchers and fragments.
	set(w, props.OrdersSetting, fmt.Sprintf(`{"orders":[{"id":"o1","atMs":%d,"account":"bobby","defs":[3],"prizes":[`+
		`{"kind":"OpenBox","num":1,"card":1},{"kind":"armyCompetitionCard","num":2,"card":3},{"kind":"resetOpenBox","num":1},`+
		`{"kind":"debris","num":500},{"kind":"diamond","num":77}]}]}`, worldNow().UnixMilli()))
	time.Sleep(10 * time.Second)
	do[player.VoucherUsed](w, player.Kind, player.ID(b), player.UseVoucher{Key: w.key("use"),
		Voucher: w.vouchers(b, prize.OpenBox)[0]})
	w.openBox(b, 1, 2, (boxCents*95+99)/100)
	do[player.Exchanged](w, player.Kind, player.ID(b), player.Exchange{Key: w.key("exchange"), Def: 3, Fragments: 125})

	// The day's gifts.
	claim := func() {
		do[wishtree.Tree](w, wishtree.Kind, player.ID(b), wishtree.Claim{Player: b, Task: wishtree.TaskOpen})
	}
	claim()
	do[player.VoucherUsed](w, player.Kind, player.ID(b), player.UseVoucher{Key: w.key("use"),
		Voucher: w.vouchers(b, prize.Reset)[0], Target: "wish:open"})
	claim()
	do[wishtree.Tree](w, wishtree.Kind, player.ID(a), wishtree.Claim{Player: a, Task: wishtree.TaskOpen})
	do[sign.Given](w, sign.Kind, player.ID(a), sign.Claim{Player: a, Key: w.key("sign"), Type: sign.Every, Number: 1})
	_, err := (&vip.Service{Store: w.Engine, Directory: w.dir, Now: worldNow}).Claim(ctx, a, 1)
	w.ok(err)
	set(w, taskbox.Setting, `{"boxes":[{"id":1,"type":0,"name":{"zh":"a","en":"a","pt":"a"},"task":`+
		fmt.Sprint(protocol.TaskSpentCents)+
		`,"target":100,"box":3},{"id":2,"type":4,"name":{"zh":"b","en":"b","pt":"b"},"task":`+
		fmt.Sprint(protocol.TaskSpentCents)+`,"target":100,"prize":{"kind":"diamond","num":5}}]}`)
	time.Sleep(2 * time.Second)
	do[player.Granted](w, taskbox.ActorKind, player.ID(a), taskbox.Open{Player: a, Box: 1,
		Asked: player.Asked{UserSeed: "device"}})
	do[player.Granted](w, taskbox.ActorKind, player.ID(a), taskbox.Open{Player: a, Box: 2, Props: true})
	set(w, benefit.Setting, `{"steps":[{"spentCents":500,"rewardCents":9}]}`)
	_, err = (&benefit.Service{Store: w.Engine, Directory: w.dir, Settings: w.watch, Now: worldNow}).Claim(ctx, a,
		w.key("week"))
	w.ok(err)
	w.season(b, c)

	w.rooms(a, b, c, d)
	w.takenBack(c)

	// A promise, a rotated seed, an order on its way and one that came, a withdrawal that is asked for and one that is
	// given back.
	do[player.LimitsSet](w, player.Kind, player.ID(c), player.SetLimits{Key: w.key("limits"),
		Change: limits.Change{Limits: []limits.Set{{Kind: limits.Spend, Span: limits.Day, Cents: 10_000_000}}}})
	w.openBox(c, 2, 1, tieCents)
	w.acts(b)
	do[player.Rotated](w, player.Kind, player.ID(a), player.Rotate{Key: w.key("rotate")})
	w.retrievals(a)
	time.Sleep(25 * time.Minute) // the ranking's day is paid
	w.imports(c)
	w.openBox(a, 1, 1, boxCents)
	w.openBox(d, 2, 1, tieCents)
	for _, p := range []store.PlayerID{a, d} { // what a writer does last publishes nothing
		do[player.Sold](w, player.Kind, player.ID(p), player.SellAll{Key: w.key("sell")})
	}
}

// acts does to an account all that the operator may.
func (w *world) acts(p store.PlayerID) {
	w.Helper()
	by := func() settings.Who {
		time.Sleep(time.Second)
		return settings.Who{Author: "ana", Note: "to be cleared up", At: worldNow()}
	}
	_, err := support.Suspend(w.Context(), w.Engine, p, worldNow().Add(time.Hour), limits.Classes[0], by())
	w.ok(err)
	_, err = support.Lift(w.Context(), w.Engine, p, by())
	w.ok(err)
	_, err = support.EndSessions(w.Context(), w.Engine, p, by())
	w.ok(err)
	w.dir.Post(player.Kind, player.ID(p), player.Credited{}, nil)
}

// importedBox and importedItem are what files of the catalogue bring: version 1 of the box, a dearer one from a time
// on, and one that is off sale.
const (
	importedBox  = store.BoxID(5)
	importedItem = store.DefID(7)
)

// imports takes three files of the catalogue and opens what they bring.
func (w *world) imports(p store.PlayerID) {
	w.Helper()
	put := func(itemCents, boxCents int64, offSale bool, from time.Time) {
		w.Helper()
		words := store.Text{Zh: "一", En: "imported", Pt: "um"}
		item := catalogue.Item{ID: importedItem, Slug: "imported-item", Brand: words, Name: words, Rarity: "rare",
			Category: "other", PriceCents: itemCents, Image: "/i", Thumb: "/t"}
		box := catalogue.Box{ID: importedBox, Slug: "imported-box", Type: "csgo", Accent: "#fff", Image: "/b",
			Name: words, Tagline: words, Tags: []string{}, PriceCents: boxCents, OffSale: offSale,
			Entries: []catalogue.Entry{{Item: importedItem, Weight: 20e6}, {Item: 3, Weight: 80e6}}}
		f := &catalogue.File{Version: catalogue.Format, Items: []catalogue.Item{item}, Boxes: []catalogue.Box{box}}
		_, err := f.Put(w.Context(), w.Engine, catalogue.Import{Who: settings.Who{Author: "ana", At: worldNow()},
			From: from, Trusted: true})
		w.ok(err)
		w.ok(w.goods.Load(w.Context()))
	}
	put(900, 400, false, time.Time{})
	w.openBox(p, importedBox, 1, 400)
	put(1000, 450, false, worldNow().Add(10*time.Minute))
	w.openBox(p, importedBox, 1, 400)
	time.Sleep(11 * time.Minute)
	w.ok(w.goods.Load(w.Context()))
	w.openBox(p, importedBox, 1, 450)
	put(1000, 450, true, worldNow().Add(10*time.Minute))
	time.Sleep(11 * time.Minute)
	w.ok(w.goods.Load(w.Context()))
	_, err := directory.Ask[player.Opened](w.Context(), w.dir, player.Kind, player.ID(p), player.Open{
		Key: w.key("open"), Box: importedBox, Count: 1, PriceCents: 450})
	if apierr.Code(err) != protocol.CodeBoxDisabled {
		w.Fatalf("off sale: %v", err)
	}
}

// upgrades plays a few of a tenth each.
func (w *world) upgrades(p store.PlayerID) {
	w.Helper()
	for _, it := range w.bag(p)[:3] {
		fee := rates.Standard().Upgrade
		rate, err := fee.RateE8(it.ValueCents, 300)
		target, cents := store.DefID(2), int64(300)
		if it.ValueCents >= 300 || err != nil {
			target, cents = 6, 20_000
			rate, err = fee.RateE8(it.ValueCents+3_000, cents)
			w.ok(err)
			do[player.Upgraded](w, player.Kind, player.ID(p), player.Upgrade{Key: w.key("upgrade"),
				Items: []store.ItemID{it.ID}, GemsCents: 3_000, Target: target, TargetCents: cents, RateE8: rate,
				UserSeed: "device"})
			continue
		}
		do[player.Upgraded](w, player.Kind, player.ID(p), player.Upgrade{Key: w.key("upgrade"),
			Items: []store.ItemID{it.ID}, Target: target, TargetCents: cents, RateE8: rate})
	}
}

// buy buys an item of which there are many and the last one of another.
func (w *world) buy(p store.PlayerID) {
	w.Helper()
	do[player.Bought](w, player.Kind, player.ID(p), player.Buy{Key: w.key("buy"), Def: 2, PriceCents: 309})
	lot, err := w.NewRoomID(w.Context())
	w.ok(err)
	w.ok(mall.PutUp(w.Context(), w.Engine, lot, worldNow(), 1, 1))
	set(w, mall.Setting, fmt.Sprintf(`{"own":{"1":{"priceCents":4500,"lot":%d}}}`, lot))
	do[player.Bought](w, player.Kind, player.ID(p), player.Buy{Key: w.key("buy"), Def: 1, PriceCents: 4500})
}

// season earns tokens, has a friend's help and opens the season's box.
func (w *world) season(p, friend store.PlayerID) {
	w.Helper()
	ctx := w.Context()
	set(w, season.Setting, fmt.Sprintf(`{"season":"s1","from":%q,"until":%q,"goals":[{"type":6,"steps":[`+
		`{"count":100,"tokens":7},{"count":200,"tokens":8}]}],"boxes":[{"box":4,"tokens":10}],`+
		`"assist":{"tokens":1,"dayMax":5}}`, worldNow().Add(-time.Hour).Format(time.RFC3339),
		worldNow().AddDate(0, 0, 20).Format(time.RFC3339)))
	s := &active.Service{Store: w.Engine, Kinds: kinds.All, Catalog: w.goods, Settings: w.watch, Now: worldNow}
	_, err := s.Claim(ctx, p, season.Consumption)
	w.ok(err)
	_, err = s.Help(ctx, friend, "CODEbobby")
	w.ok(err)
	do[player.Opened](w, player.Kind, player.ID(p), player.OpenTokens{Key: w.key("tokens"), Box: 4, Count: 1,
		Tokens: 10, UserSeed: "device"})
}

// rooms plays a room of every kind to its end, and leaves one of each open.
func (w *world) rooms(a, b, c, d store.PlayerID) {
	w.Helper()
	duel := battle.Setup{Boxes: []store.BoxID{1, 2}, Seats: 2, Mode: protocol.ModeNormal}
	entry := int64(boxCents + tieCents)
	fight := func(s battle.Setup, cents int64) store.RoomID {
		w.Helper()
		made, err := battle.Open(w.Context(), w.Engine, w.dir, battle.Create{Key: w.key("battle"), Host: a, Setup: s,
			PriceCents: cents})
		w.ok(err)
		return made.ID
	}
	enter := func(id store.RoomID, p store.PlayerID, cents int64, voucher store.ItemID) {
		w.Helper()
		do[protocol.BattleSnapshot](w, battle.Kind, room.ID(id), battle.Join{Key: w.key("join"), Player: p, Seat: -1,
			PriceCents: cents, Voucher: voucher})
	}
	won := fight(duel, entry)
	enter(won, b, entry, w.vouchers(b, prize.Competition)[0])
	tied := fight(battle.Setup{Boxes: []store.BoxID{2}, Seats: 3, Mode: protocol.ModeShare}, tieCents)
	enter(tied, b, tieCents, 0)
	enter(tied, c, tieCents, 0)
	bots := fight(duel, entry)
	left := fight(duel, entry)
	gone := fight(battle.Setup{Boxes: []store.BoxID{1}, Seats: 3, Mode: protocol.ModeNormal}, boxCents)
	enter(gone, b, boxCents, w.vouchers(b, prize.Competition)[0])
	do[protocol.BattleSnapshot](w, battle.Kind, room.ID(gone), battle.Leave{Key: w.key("leave"), Player: b})
	enter(gone, c, boxCents, 0)
	do[protocol.BattleSnapshot](w, battle.Kind, room.ID(gone), battle.Leave{Key: w.key("leave"), Player: a})
	open := fight(duel, entry)

	deck := luckycard.Deck{Name: "test", Cards: []luckycard.Card{{Def: 1, ValueCents: 4000}}}
	for len(deck.Cards) < 9 {
		deck.Cards = append(deck.Cards, luckycard.Card{Def: 3, ValueCents: 100})
	}
	flipped, err := luckycard.Open(w.Context(), w.Engine, w.dir, deck)
	w.ok(err)
	for _, s := range []wish.Setup{{Name: "gems", Def: 2, PrizeCents: 300, Bottles: 10, BottleCents: 33,
		Life: time.Hour}, {Name: "cards", Def: 3, PrizeCents: 100, Bottles: 10, CardNum: 1, Life: 48 * time.Hour}} {
		made, err := wish.Open(w.Context(), w.Engine, w.dir, s)
		w.ok(err)
		take := func(p store.PlayerID, n int) {
			w.Helper()
			pay := wish.PayGems
			if s.CardNum > 0 {
				pay = wish.PayWishCards
			}
			do[wish.Taken](w, wish.Kind, room.ID(made.ID), wish.Take{Key: w.key("take"), Player: p, Count: n, Pay: pay,
				CardNum: s.CardNum, BottleCents: s.BottleCents})
		}
		if s.CardNum > 0 { // stays open
			take(b, 2)
			continue
		}
		for n := range s.Bottles {
			take([]store.PlayerID{a, b, c, d}[n%4], 1)
		}
		defer w.untilFinal(made.ID, store.RoomSettled)
	}
	giveaway := roll.Setup{Name: "Friday", JoinType: protocol.RollJoinOpen,
		OpenAtMS: worldNow().Add(2 * time.Minute).UnixMilli(), Items: []store.ItemID{w.bag(a)[0].ID},
		GemsCents: []int64{90, 50, 20}}
	hosted, err := roll.Open(w.Context(), w.Engine, w.dir, roll.Create{Key: w.key("roll"), Host: a, Setup: giveaway,
		Publish: true})
	w.ok(err)
	giveaway.Items, giveaway.GemsCents = nil, []int64{800, 300}
	giveaway.House = []roll.HousePrize{{Def: 2, ValueCents: 300}}
	official, err := roll.Open(w.Context(), w.Engine, w.dir, roll.Create{Key: w.key("roll"), Setup: giveaway,
		Publish: true})
	w.ok(err)
	for _, id := range []store.RoomID{hosted.ID, official.ID} {
		for _, p := range []store.PlayerID{b, c} {
			do[protocol.RollSnapshot](w, roll.Kind, room.ID(id), roll.Join{Key: w.key("join"), Player: p})
		}
	}
	giveaway.OpenAtMS = worldNow().Add(20 * 24 * time.Hour).UnixMilli()
	giveaway.Items, giveaway.House = []store.ItemID{w.bag(a)[0].ID}, nil
	_, err = roll.Open(w.Context(), w.Engine, w.dir, roll.Create{Key: w.key("roll"), Host: a, Setup: giveaway,
		Publish: true})
	w.ok(err)

	set(w, rain.OrdersSetting, fmt.Sprintf(`{"orders":[{"id":"w","atMs":%d,"poolCents":2000}]}`,
		worldNow().UnixMilli()))
	rained, err := rain.Open(w.Context(), w.Engine, w.dir, rain.Create{Key: "rain:order:w", PoolCents: 2000,
		Packets: 200, DurationMS: protocol.RainMS})
	w.ok(err)
	time.Sleep(6 * time.Second)
	look := func(p store.PlayerID) rain.Seen {
		return do[rain.Seen](w, rain.Kind, room.ID(rained.ID), rain.View{Viewer: p})
	}
	time.Sleep(time.UnixMilli(look(0).Round.StartsAtMS).Sub(worldNow()))
	for place := range 9 {
		v := do[protocol.LuckycardSnapshot](w, luckycard.Kind, room.ID(flipped.ID), luckycard.View{})
		if do[luckycard.Flipped](w, luckycard.Kind, room.ID(flipped.ID), luckycard.Flip{Key: w.key("flip"), Player: c,
			Place: place, PriceCents: v.Summary.PriceCents}).Over {
			break
		}
	}
	for _, p := range []store.PlayerID{b, c} {
		do[rain.Claimed](w, rain.Kind, room.ID(rained.ID), rain.Claim{Key: w.key("claim"), Player: p,
			Packet: look(p).Packets[0].ID})
	}
	w.untilFinal(rained.ID, store.RoomSettled)
	w.untilFinal(won, store.RoomSettled)
	w.untilFinal(tied, store.RoomSettled)
	w.untilFinal(gone, store.RoomVoid)
	do[protocol.BattleSnapshot](w, battle.Kind, room.ID(left), battle.Leave{Key: w.key("leave"), Player: a})
	w.untilFinal(left, store.RoomVoid)
	do[protocol.BattleSnapshot](w, battle.Kind, room.ID(bots), battle.AddBots{Key: w.key("bots"), Player: a, Seat: -1})
	w.untilFinal(bots, store.RoomSettled)
	w.untilFinal(flipped.ID, store.RoomSettled)
	w.untilFinal(hosted.ID, store.RoomSettled)
	w.untilFinal(official.ID, store.RoomSettled)
	_ = open
}

// takenBack has a recharge whose money goes back, a debt, and a recharge that pays it.
func (w *world) takenBack(p store.PlayerID) {
	w.Helper()
	o := w.paid(p, 2_000)
	w.settle(o, false, payment.BackWhole)
	w.settle(w.order(p, 700), false, "")
	w.order(p, 900) // waits
}

// retrievals has one that is shipped, one that fails, one that is taken back and one that waits; so have withdrawals of
// R$, which come from a trial's welcome.
func (w *world) retrievals(p store.PlayerID) {
	w.Helper()
	ctx := w.Context()
	w.openBox(p, 1, 5, boxCents)
	link := "https://steamcommunity.com/tradeoffer/new/?partner=1&token=abcdefgh"
	w.ok(w.SetContact(ctx, p, store.ContactChange{TradeURL: &link}))
	set(w, delivery.Setting, `{"autoCents":150,"dayCents":400}`)
	s := &delivery.Service{Store: w.Engine, Contacts: w.Engine, Directory: w.dir, Now: worldNow}
	request := func(items ...store.Item) store.RoomID {
		w.Helper()
		var ids []store.ItemID
		for _, it := range items {
			ids = append(ids, it.ID)
		}
		rec, err := s.Request(ctx, p, w.key("retrieve"), ids)
		w.ok(err)
		return rec.ID
	}
	var dear, cheap []store.Item
	for _, it := range w.bag(p) {
		if it.ValueCents > 150 {
			dear = append(dear, it)
		} else {
			cheap = append(cheap, it)
		}
	}
	auto := request(cheap[0])
	review := request(cheap[1], cheap[2])
	back := request(cheap[3], dear[0])
	time.Sleep(3 * time.Second)
	_, err := delivery.Ship(ctx, w.Engine, worldNow(), auto, "")
	w.ok(err)
	_, err = delivery.Approve(ctx, w.Engine, worldNow(), review, "looks well")
	w.ok(err)
	_, err = delivery.Fail(ctx, w.Engine, worldNow(), review, delivery.Failed, "")
	w.ok(err)
	_, err = s.Cancel(ctx, p, w.key("recall"), back)
	w.ok(err)
	request(dear[0])
	list, err := w.ItemsByID(ctx, []store.ItemID{cheap[1].ID})
	w.ok(err)
	_, err = delivery.Release(ctx, w.Engine, worldNow(), list[0].ID)
	w.ok(err)

	_, err = w.Commit(ctx, &store.Op{Player: p, Key: "demo:real", Kind: "demo.credit", At: worldNow(),
		Postings: []store.Posting{{Debit: store.HouseReal, Credit: store.PlayerReal(p), AmountCents: 5_000}}})
	w.ok(err)
	w.changed(p)
	for _, steps := range [][]string{{payment.Approve, payment.Pay}, {payment.GiveBack}, {}} {
		r, err := payment.Withdraw(ctx, w.Engine, w.dir, worldNow(), p, w.key("withdraw"), 1_000, "pix@example.com")
		w.ok(err)
		for _, step := range steps {
			_, err = payment.Decide(ctx, w.Engine, worldNow(), r.ID, step, "")
			w.ok(err)
		}
	}
}

// copyOfWorld is a database of its own in which everything was played.
func copyOfWorld(t *testing.T) (dsn string, end time.Time) {
	t.Helper()
	playOnce.Do(func() {
		kept := pgtest.KeptDSN(t)
		ended := inWorld(t, kept, (*world).playAll)
		thePlayed = &played{kept, ended}
	})
	if thePlayed == nil {
		t.Fatal("the world was not played")
	}
	return pgtest.Copy(t, thePlayed.dsn), thePlayed.end
}

// auditAt is the whole audit of a database, as the command makes it.
func auditAt(t *testing.T, dsn string, at time.Time) *audit.Report {
	t.Helper()
	r, err := audit.CheckDSN(t.Context(), dsn, ofSiteAt(at))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestAWorldThatNobodyTouchedHolds(t *testing.T) {
	dsn, end := copyOfWorld(t)
	if r := auditAt(t, dsn, end); !r.OK() || r.Ops < 150 {
		t.Errorf("%+v", r)
	}
}

func ofSiteAt(at time.Time) audit.Options {
	o := audit.OfSite(true)
	o.Now = func() time.Time { return at }
	return o
}
