package httpapi

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"

	"jadebox/actors/kinds"
	"jadebox/actors/kinds/luckycard"
	"jadebox/actors/kinds/wish"
	"jadebox/actors/lists/feed"
	"jadebox/actors/lists/statement"
	"jadebox/actors/player"
	"jadebox/actors/player/support"
	"jadebox/actors/rewards/benefit"
	"jadebox/actors/rewards/eligibility"
	"jadebox/actors/rewards/playthrough"
	"jadebox/actors/rewards/progress"
	"jadebox/actors/rewards/promotion"
	"jadebox/actors/rewards/props"
	"jadebox/actors/rewards/ranking"
	"jadebox/actors/rewards/sign"
	"jadebox/actors/rewards/taskbox"
	"jadebox/actors/rewards/vip"
	"jadebox/actors/rewards/wishtree"
	"jadebox/actors/room"
	"jadebox/actors/runtime/beacon"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/runtime/publish"
	"jadebox/actors/settings"
	"jadebox/actors/settings/period"
	"jadebox/actors/settings/settingstest"
	"jadebox/actors/shop/catalog"
	"jadebox/actors/shop/delivery"
	"jadebox/actors/shop/payment"
	"jadebox/fairness"
	"jadebox/protocol"
	"jadebox/server/captcha"
	bots "jadebox/server/delivery"
	"jadebox/server/httpapi/call"
	"jadebox/server/limit"
	"jadebox/server/maintain"
	"jadebox/server/password"
	"jadebox/server/picture"
	"jadebox/server/publiclog"
	"jadebox/server/realname"
	"jadebox/server/rooms"
	"jadebox/server/session"
	"jadebox/server/sharecard"
	"jadebox/server/sms"
	"jadebox/server/steam"
	"jadebox/store"
	"jadebox/store/memory"
)

// world is a whole server without sockets and files: the memory engine, real actors, virtual time.
type world struct {
	*testing.T
	watch     *settings.Watch
	http      http.Handler
	api       *API
	engine    *memory.Engine
	directory directory.Directory
	log       *publiclog.Log
	passwords *password.Hasher
	lines     *bytes.Buffer // what was logged
	ending    sync.Mutex    // of ended, while calls run side by side
	ended     [][32]byte    // sessions whose sockets were closed
	outbox    *sms.Outbox
	ready     error
	window    maintain.Window
	keys      atomic.Int64 // idempotency keys given out
	painted   sync.Map     // addresses of art that cards asked for
}

const (
	welcomeCents = 100_000
	openID       = 1 // a box that can be opened, priceCents each
	disabledID   = 2
	priceCents   = 500
	pass         = "vane7harbor"
)

// salts are what new hashes begin with.
type salts struct{ before func() }

func (s salts) Read(b []byte) (int, error) {
	s.before()
	return rand.Read(b)
}

// options of a world that differ from test to test.
type options struct {
	costly  bool            // a hash takes what it takes a site
	line    password.Bounds // of hashes; none: every caller has a place
	salt    func(*world)    // before the hash of a new password is asked for
	limited bool            // addresses of the loopback are limited, too
	proxies []netip.Prefix
	asks    bool // gifts ask for what the standard asks (actors/rewards/eligibility), else for nothing
	ready   bool // numbers of accounts are kept ready, and their beacon is out
	limits  limit.Limiter
	watch   func(call.Store) call.Store           // between the calls and the store
	log     func(publiclog.Store) publiclog.Store // between the public log and the store

	pictures picture.Hosts
	captcha  func(captcha.Engine) captcha.Engine
	nobody   bool // confirms real names
	ownSeeds bool // a live site: each draw brings a seed
}

// generous is what the house of a world gives: shares that can be read off a balance. No site would give so much
// (server/registry/economy).
var generous = map[settings.Any]string{
	payment.Setting: `{"tiers":[{"keyCents":1000,"share":true,"valuePpm":10000},{"keyCents":5000,"share":true,"valuePpm":20000},
		{"keyCents":20000,"share":true,"valuePpm":30000},
		{"keyCents":50000,"share":true,"valuePpm":40000},{"keyCents":100000,"share":true,"valuePpm":50000}]}`,
	promotion.Setting: `{"sharePpm":30000,"holdS":0,"known":false}`,
	benefit.Setting: `{"steps":[{"spentCents":5000,"rewardCents":25},{"spentCents":20000,"rewardCents":120},
		{"spentCents":100000,"rewardCents":700},{"spentCents":500000,"rewardCents":4000}]}`,
	vip.Setting:  generousLevels(),
	sign.Setting: generousSignIn(),
}

// generousLevels bring 0.3 % by level on each recharge, and 0.5 % of what they need once.
func generousLevels() string {
	held := vip.Standard()
	for i := range held.Levels {
		held.Levels[i].RatePPM, held.Levels[i].BonusCents = 3_000*int64(i+1), held.Levels[i].NeedCents/200
	}
	text, err := json.Marshal(held)
	if err != nil {
		panic(err) // plain data
	}
	return string(text)
}

// generousSignIn asks for one box where the standard asks for twenty.
func generousSignIn() string {
	held := sign.Standard()
	held.Days[6].Limit.Least = 1
	text, err := json.Marshal(held)
	if err != nil {
		panic(err) // plain data
	}
	return string(text)
}

// silence takes the events without subscribers.
type silence struct{}

func (silence) Publish(publish.Event) {}
func (silence) Presence(string) int   { return 0 }

// beside are the tests that run beside others.
var beside sync.Map

// inWorld runs a test in virtual time, beside others: a world shares nothing with another.
func inWorld(t *testing.T, s options, test func(w *world)) {
	t.Helper()
	if _, already := beside.LoadOrStore(t, true); !already { // a test may see several worlds
		t.Parallel()
	}
	synctest.Test(t, func(t *testing.T) { test(newWorld(t, s)) })
}

func clockAhead() time.Time { return time.Now().AddDate(27, 0, 0) }

func (w *world) claimOf(target string, now time.Time) (string, bool) {
	at := period.In(w.watch, now)
	if key, known := wishtree.ClaimOf(target, at); known {
		return key, true
	}
	return taskbox.Setting.Cached(w.watch).ClaimOf(target, at)
}

// asking is the store as server/app has it: what an op gives is to be played.
type asking struct {
	*memory.Engine
	play *playthrough.Ledger
}

func (a asking) Commit(ctx context.Context, op *store.Op) (store.Receipt, error) {
	return a.play.Commit(ctx, op)
}

func (a asking) Submit(op *store.Op, done func(store.Receipt, error)) { a.play.Submit(op, done) }

func newWorld(t *testing.T, s options) *world {
	ctx := t.Context()
	w := &world{T: t, lines: &bytes.Buffer{}, engine: memory.New(memory.Options{Clock: clockAhead})}
	w.watch = settings.NewWatch(w.engine)
	logger := zerolog.New(zerolog.SyncWriter(w.lines)).Level(zerolog.DebugLevel)
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	for setting, text := range generous {
		must(settingstest.Put(ctx, w.engine, setting, []byte(text)))
	}
	if !s.asks {
		must(settingstest.Put(ctx, w.engine, eligibility.Setting, []byte(`{"identity":false,"spentCents":0}`)))
	}
	w.stock()
	goods := catalog.New(s.pictures.Shelf(w.engine), clockAhead)
	must(goods.Load(ctx))
	chain, err := beacon.OpenLocalRounds(ctx, w.engine, rand.Reader, clockAhead, 20_000)
	must(err)
	asked := asking{w.engine, &playthrough.Ledger{Ledger: w.engine, Journal: w.engine, Kinds: kinds.All,
		Settings: w.watch}}
	d := directory.NewEmbedded(directory.Options{Log: logger})
	w.directory = d
	d.Register(player.Register(player.Ports{Store: asked, Catalog: goods, Beacon: chain, Publish: silence{},
		Now: clockAhead, Rand: rand.Reader, Claim: w.claimOf, Log: logger,
		Badge: (&vip.Service{Store: asked, Directory: d, Now: clockAhead}).Badge, Settings: w.watch,
		Collect: (&payment.Service{Store: asked, Directory: d, Now: clockAhead}).Collect,
		Outcome: kinds.All.Outcome, MovesVouchers: kinds.All.MovesVouchers, Stakes: kinds.All.Stakes}))
	kinds.All.Register(d, room.Deps{Ports: room.Ports{Store: asked, Directory: d, Publish: silence{},
		Now: clockAhead, Log: logger},
		Catalog: goods, Beacon: chain, Rand: rand.Reader})
	d.Register(wishtree.Register(wishtree.Ports{Store: asked, Directory: d, Settings: w.watch, Now: clockAhead}))
	d.Register(sign.Register(sign.Ports{Store: asked, Directory: d, Catalog: goods, Settings: w.watch,
		Now: clockAhead}))
	d.Register(progress.Register(progress.Ports{Store: asked, Kinds: kinds.All, Catalog: goods,
		Level: (&vip.Service{Store: asked, Directory: d, Now: clockAhead}).Badge}))
	d.Register(taskbox.Register(taskbox.Ports{Store: asked, Directory: d, Settings: w.watch, Now: clockAhead}))
	d.Register(feed.Register(feed.Ports{Store: asked, Publish: silence{}, Now: clockAhead, Log: logger})(nil))
	d.Register(props.Register(props.Ports{Store: asked, Catalog: goods, Directory: d, Settings: w.watch,
		Now: clockAhead, Log: logger})(nil))
	d.Register(promotion.Register(promotion.Ports{Store: asked, Directory: d, Now: clockAhead, Log: logger})(nil))
	d.Register(ranking.Register(ranking.Ports{Store: asked, Catalog: goods, Directory: d, Publish: silence{},
		Settings: w.watch, Now: clockAhead, Log: logger})(nil))
	d.Register(support.Register(support.Ports{Store: asked, Directory: d, Log: logger,
		Out: func(ctx context.Context, who store.PlayerID) error { return w.api.EndAll(ctx, who) }})(nil))
	bot := &bots.Sandbox{Store: asked, Now: clockAhead}
	d.Register(delivery.Register(delivery.Ports{Store: asked, Bot: bot, Now: clockAhead, Log: logger,
		Owes: (&payment.Service{Store: asked}).Owes}))
	var leaves publiclog.Store = w.engine
	if s.log != nil {
		leaves = s.log(leaves)
	}
	w.log, err = publiclog.Open(ctx, leaves, rand.Reader, "test.log", logger)
	must(err)
	hashes := password.Options{Random: rand.Reader, Now: clockAhead, AtOnce: 2, Bounds: s.line}
	if s.line == (password.Bounds{}) {
		hashes.Bounds = password.Bounds{Waiting: 256, Known: 256, Network: 256}
	}
	if s.salt != nil {
		hashes.Random = salts{func() { s.salt(w) }}
	}
	if s.costly {
		w.passwords, err = password.New(hashes)
	} else {
		w.passwords, err = password.Weak(hashes)
	}
	must(err)
	limits := s.limits
	if limits == nil {
		limits = limit.NewMemory(clockAhead)
	}
	work, err := captcha.NewWork(captcha.Settings{Key: [32]byte{1}, Nonces: w.engine, Now: clockAhead,
		Random: rand.Reader}, 50)
	must(err)
	var human captcha.Engine = work
	if s.captcha != nil {
		human = s.captcha(human)
	}
	sandbox, err := steam.NewSandbox(clockAhead, rand.Reader)
	must(err)
	var keys bytes.Buffer
	must(realname.Generate(&keys))
	vault, err := realname.New(&keys)
	must(err)
	w.outbox = &sms.Outbox{}
	var numbers *player.Numbers
	if s.ready {
		numbers, err = player.OpenNumbers(ctx, player.NumbersPorts{Store: w.engine, Beacon: chain, Now: clockAhead,
			Rand: rand.Reader, Log: logger})
		must(err)
		must(numbers.Refill(ctx))
		time.Sleep(fairness.BeaconDelayMS*time.Millisecond + time.Second)
	}
	var registry realname.Registry
	if !s.nobody {
		registry = realname.Sandbox{}
	}
	var rows call.Store = asked
	if s.watch != nil {
		rows = s.watch(rows)
	}
	w.api = New(Ports{Beacon: chain, Captcha: human, SMS: w.outbox, Outbox: w.outbox, Steam: sandbox.Source(w.engine),
		Sandbox: sandbox, Vault: vault, Registry: registry,
		Site: call.Site{Store: rows, Directory: d, Kinds: kinds.All, RoomKinds: rooms.All, Catalog: goods,
			Limits: limits, Now: clockAhead, FreeLoopback: !s.limited, Settings: w.watch},
		Numbers:  numbers,
		Sessions: session.New(rows, clockAhead, rand.Reader), Passwords: w.passwords,
		DeviceKey: []byte("of this world"),
		Log:       w.log, Random: rand.Reader, Logger: logger,
		Payments: w.payments(), Bot: bot, WelcomeCents: welcomeCents, Demo: true, OwnSeeds: s.ownSeeds,
		Proxies: s.proxies, Version: "test",
		Cards: sharecard.NewService(s.pictures.Art(func(address string) []byte {
			w.painted.Store(address,
				true)
			return nil
		})),
		Pictures: s.pictures.Origins(),
		EndSession: func(hash [32]byte, _ protocol.Code) {
			w.ending.Lock()
			defer w.ending.Unlock()
			w.ended = append(w.ended, hash)
		},
		Ticket:      func(s store.Session) string { return "ticket of " + itoa(int64(s.Player)) },
		Maintenance: func() maintain.Window { return w.window },
		Ready:       func(context.Context) error { return w.ready }})
	w.http = w.recorded(w.api.Handler(http.NotFoundHandler()))
	t.Cleanup(func() {
		end, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		d.Drain(end)
		w.everyOpIsOnAStatement()
		_ = w.engine.Close()
		// virtual: timers that were set run into protoactor's counter of dead letters, a goroutine that ends
		time.Sleep(time.Hour)
	})
	return w
}

// everyOpIsOnAStatement holds what a test has done to the closed list of names (actors/lists/statement). What tests
// themselves commit has kinds of its own.
func (w *world) everyOpIsOnAStatement() {
	view, err := w.engine.Snapshot(context.Background())
	if err == nil {
		err = view.JournalAfter(context.Background(), nil, func(e *store.JournalEntry) error {
			if statement.Moves(&e.Op) && w.api.recordOps.Of(e.Kind) == "" && !strings.HasPrefix(e.Kind, "test.") {
				w.Errorf("STMT op %s changes the balance of a player and has no name in actors/lists/statement", e.Kind)
			}
			return nil
		})
	}
	if err != nil {
		w.Error(err)
	}
}

// stock has three items, a box on sale and one that is not.
func (w *world) stock() {
	ctx := w.Context()
	defs := []store.ItemDef{
		{ID: 1, Slug: "blade-jade", Brand: store.Text{Zh: "玉刃", En: "Blade", Pt: "Lâmina"},
			Name:   store.Text{Zh: "翡翠", En: "Jade", Pt: "Jade"},
			Rarity: "ancient", Category: "knife", PriceCents: 4000, Image: "/art/items/1.webp",
			Thumb: "/art/items/1-t.webp"},
		{ID: 2, Slug: "bow-reed", Brand: store.Text{Zh: "弓", En: "Bow", Pt: "Arco"},
			Name:   store.Text{Zh: "芦苇", En: "Reed", Pt: "Junco"},
			Rarity: "rare", Category: "weapon", PriceCents: 300, Image: "/art/items/2.webp",
			Thumb: "/art/items/2-t.webp"},
		{ID: 3, Slug: "pin-tin", Brand: store.Text{Zh: "徽章", En: "Pin", Pt: "Broche"},
			Name:   store.Text{Zh: "锡", En: "Tin", Pt: "Estanho"},
			Rarity: "common", Category: "other", PriceCents: 100, Image: "/art/items/3.webp",
			Thumb: "/art/items/3-t.webp"},
	}
	if err := w.engine.PutItemDefs(ctx, defs); err != nil {
		w.Fatal(err)
	}
	for _, b := range []store.Box{
		{ID: openID, Slug: "first", Name: store.Text{Zh: "第一", En: "First Light", Pt: "Primeira"}, Type: "csgo",
			Enabled: true, Weight: 2,
			Image: "/art/boxes/1.webp"},
		{ID: disabledID, Slug: "gone", Name: store.Text{Zh: "没有", En: "Gone", Pt: "Fora"}, Type: "hash", Weight: 1},
		{ID: 3, Slug: "third", Name: store.Text{Zh: "第三", En: "Third", Pt: "Terceira"}, Type: "hash", Enabled: true,
			Weight: 5},
	} {
		b.Version, b.PriceCents, b.At = 1, priceCents*int64(b.ID), clockAhead()
		b.Entries = []store.BoxEntry{{Def: 1, Weight: 10_000_000}, {Def: 2, Weight: 10_000_000},
			{Def: 3, Weight: 80_000_000}}
		if err := w.engine.PutBox(ctx, b); err != nil {
			w.Fatal(err)
		}
	}
}

// reply is a decoded envelope.
type reply struct {
	status int
	header http.Header
	raw    []byte

	Code    protocol.Code   `json:"code"`
	Msg     string          `json:"msg"`
	Data    json.RawMessage `json:"data"`
	ErrCode protocol.Code   `json:"errCode"`
	ErrMsg  string          `json:"errMsg"`
	SysTime int64           `json:"sysTime"`
}

// client is a player or, with an empty token, a visitor.
type client struct {
	*world
	name, token string
}

func (w *world) visitor() *client { return &client{world: w} }

// newPlayer registers and logs in.
func (w *world) newPlayer(name string) *client {
	w.Helper()
	c := w.visitor()
	a := c.post("/api/user/register", map[string]any{"phone": name, "password": pass, "fingerprinId": "device of " +
		name})
	a.want(w, protocol.OK)
	c.name, c.token = name, into[registered](w, a).Token
	return c
}

func (c *client) get(path string) reply { return c.do(http.MethodGet, path, nil, nil) }

// post sends a fresh idempotency key.
func (c *client) post(path string, body any) reply {
	return c.keyed(path, "key-"+itoa(c.keys.Add(1)), body)
}

func (c *client) keyed(path, key string, body any) reply {
	return c.do(http.MethodPost, path, body, http.Header{"Idempotency-Key": {key}})
}

// do sends body as JSON; a string is sent as it is.
func (c *client) do(method, path string, body any, header http.Header) reply {
	c.Helper()
	var reader io.Reader
	switch b := body.(type) {
	case nil:
	case string:
		reader = strings.NewReader(b)
	default:
		raw, err := json.Marshal(body)
		if err != nil {
			c.Fatal(err)
		}
		reader = bytes.NewReader(raw)
	}
	r := httptest.NewRequestWithContext(c.Context(), method, path, reader)
	r.RemoteAddr = "127.0.0.1:5000"
	r.Header.Set("lang", "en")
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	if c.token != "" {
		r.Header.Set("token", c.token)
	}
	for name, values := range header {
		r.Header[name] = values
	}
	if from := header.Get("From-Address"); from != "" {
		r.RemoteAddr = from + ":5000"
	}
	rec := httptest.NewRecorder()
	c.http.ServeHTTP(rec, r)
	a := reply{status: rec.Code, header: rec.Header(), raw: rec.Body.Bytes()}
	if strings.HasPrefix(rec.Header().Get("Content-Type"), "application/json") && (strings.HasPrefix(path, "/api/") ||
		strings.HasPrefix(path, "/finance/") || strings.HasPrefix(path, publiclog.FilesPath)) {
		if err := json.Unmarshal(a.raw, &a); err != nil {
			c.Fatalf("%s %s: %v in %s", method, path, err, a.raw)
		}
	}
	return a
}

// want asserts the number, its status and its text.
func (a reply) want(w *world, code protocol.Code) {
	w.Helper()
	switch {
	case a.Code != code:
		w.Fatalf("code %d %s, want %d", a.Code, a.ErrMsg, code)
	case code == protocol.OK && (a.status != http.StatusOK || a.ErrCode != 0 || a.ErrMsg != ""):
		w.Errorf("a success with status %d, errCode %d, errMsg %q", a.status, a.ErrCode, a.ErrMsg)
	case code != protocol.OK && (a.status != code.Status() || a.ErrCode != code || a.ErrMsg == "" ||
		string(a.Data) != "null" && code != protocol.CodeConfirm && code != protocol.CodeSecondFactor &&
			!slices.Contains(w.api.tellsField(), code)):
		w.Errorf("code %d with status %d, errCode %d, errMsg %q, data %s", code, a.status, a.ErrCode, a.ErrMsg, a.Data)
	}
}

// into decodes the data of an answer and refuses fields that the type does not have.
func into[T any](w *world, a reply) T {
	w.Helper()
	var v T
	d := json.NewDecoder(bytes.NewReader(a.Data))
	d.DisallowUnknownFields()
	if err := d.Decode(&v); err != nil {
		w.Fatalf("%v in %s", err, a.Data)
	}
	return v
}

// worth is everything that a request could have changed for a player.
type worth struct {
	GemsCents int64
	WishCards int64
	Fragments int64
	BagCount  int
	NextNonce uint64
	Ops       int
}

func (c *client) worth() worth {
	c.Helper()
	p, err := c.engine.PlayerByName(c.Context(), c.name)
	if err != nil {
		c.Fatal(err)
	}
	_, ops, err := c.engine.Ops(c.Context(), store.OpQuery{Player: p.ID, Kinds: []string{player.KindOpen,
		player.KindSell, player.KindUpgrade, player.KindTrade, player.KindBuy, delivery.KindRequest, "battle.create",
		"battle.join",
		"battle.leave", "battle.bots", wish.KindTake, wishtree.KindClaim, luckycard.KindFlip, player.KindExchange,
		player.KindUseVoucher, sign.KindClaim, benefit.KindClaim}, Page: store.Page{Limit: 1}})
	if err != nil {
		c.Fatal(err)
	}
	return worth{p.GemsCents, p.WishCards, p.Fragments, p.BagCount, p.NextNonce, ops}
}

// unchanged asserts what did not happen.
func (c *client) unchanged(act func()) {
	c.Helper()
	before := c.worth()
	act()
	synctest.Wait()
	if after := c.worth(); after != before {
		c.Errorf("%s had %+v and has %+v", c.name, before, after)
	}
}

// open opens one box of the usual kind.
func (c *client) open() opened {
	c.Helper()
	a := c.post("/api/box/1/open", map[string]any{"count": 1, "priceCents": priceCents})
	a.want(c.world, protocol.OK)
	return into[opened](c.world, a)
}
