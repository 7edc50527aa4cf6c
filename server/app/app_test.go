package app

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/rs/zerolog"

	support "jadebox/actors/player/limits"
	"jadebox/actors/rewards/promotion"
	"jadebox/actors/settings/period"
	"jadebox/actors/settings/settingstest"
	"jadebox/server/config"
	"jadebox/server/demo"
	"jadebox/server/limit"
	"jadebox/server/realname"
	"jadebox/server/ws"
	"jadebox/store"
	"jadebox/store/postgres"
	"jadebox/store/storetest/pgtest"
)

// What players do on a whole server, with an audit of it, is tools/endtoend's to show.

func flagsFor(dsn string) *config.Serve {
	return &config.Serve{Steam: "sandbox", RealName: "sandbox", Listen: "127.0.0.1:0", Demo: true,
		DatabaseURL: config.Secret(dsn),
		LogLevel:    "warn", Drain: 9 * time.Second}
}

func unaudited(store.Auditable, func() time.Time, func(store.Room) (int64, bool),
	func(store.Room) (int64, bool)) func(context.Context) (int, any, error) {
	return func(context.Context) (int, any, error) { return 0, nil, nil }
}

// server stops with its test.
func startWith(t *testing.T, c *config.Serve) *App {
	t.Helper()
	if c.IdentityKeys == "" {
		c.IdentityKeys = pgtest.KeysOf(t, c.DatabaseURL.Reveal())
	}
	a, err := Start(t.Context(), c, zerolog.New(zerolog.NewTestWriter(t)).Level(zerolog.WarnLevel), unaudited)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 9*time.Second)
		defer cancel()
		a.Stop(ctx)
	})
	return a
}

func fresh(t *testing.T) *App {
	t.Helper()
	return startWith(t, flagsFor(pgtest.MigratedDSN(t)))
}

const key = "both-ways"

type opened struct {
	OpID         string `json:"opId"`
	BalanceCents int64  `json:"balanceCents"`
}

// ask calls, again while the beacon of a first opening is on its way, and wants success.
func ask[Out any](t *testing.T, s *App, token, path, body string) Out {
	t.Helper()
	method := http.MethodGet
	if body != "" {
		method = http.MethodPost
	}
	for give := time.Now().Add(time.Minute); ; time.Sleep(500 * time.Millisecond) {
		r, err := http.NewRequestWithContext(t.Context(), method, "http://"+s.Addr()+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header = http.Header{"Content-Type": {"application/json"}, "Idempotency-Key": {key}, "Token": {token}}
		a, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		var answer struct {
			Code    int
			Message string
			Data    Out
		}
		err = json.NewDecoder(a.Body).Decode(&answer)
		_ = a.Body.Close()
		if err == nil && a.StatusCode == http.StatusOK {
			return answer.Data
		}
		if time.Now().After(give) {
			t.Fatalf("%s: %d %+v, %v", path, a.StatusCode, answer, err)
		}
	}
}

func TestReadinessFollowsTheStore(t *testing.T) {
	s := fresh(t)
	if err := s.Ready(t.Context()); err != nil {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.Ready(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("a store that does not answer is ready: %v", err)
	}
}

// A full disk answers every question.
func TestADatabaseThatTakesNothingIsNotReady(t *testing.T) {
	dsn := pgtest.MigratedDSN(t)
	s := startWith(t, flagsFor(dsn))
	c, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(context.Background())
	if _, err := c.Exec(t.Context(), `CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$
		BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = '53100'; END $$;
		CREATE TRIGGER full_disk BEFORE INSERT ON op EXECUTE FUNCTION full_disk();
		CREATE TRIGGER full_disk BEFORE UPDATE ON schema_floor EXECUTE FUNCTION full_disk()`); err != nil {
		t.Fatal(err)
	}
	if _, err := s.db.Commit(t.Context(), &store.Op{Key: "none", Kind: "test", At: s.now()}); !errors.Is(err,
		store.ErrFull) {
		t.Fatal(err)
	}
	if err := s.Ready(t.Context()); err == nil || !strings.Contains(err.Error(), "writes fail") {
		t.Errorf("it is ready: %v", err)
	}
	if _, err := c.Exec(t.Context(), `DROP FUNCTION full_disk CASCADE`); err != nil {
		t.Fatal(err)
	}
	for s.Ready(t.Context()) != nil {
		if t.Context().Err() != nil {
			t.Fatal("it does not become ready again")
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// What another process writes of an account reaches a running server, which ends the sessions itself.
func TestAnActOfAnotherProcessLogsItsPlayerOut(t *testing.T) {
	c := flagsFor(pgtest.MigratedDSN(t))
	s := startWith(t, c)
	token := ask[struct{ Token string }](t, s, "", "/api/user/register",
		`{"phone":"actedon1","password":"vane7harbor","fingerprinId":"device actedon1"}`).Token
	session, err := s.session(t.Context(), token)
	if err != nil {
		t.Fatal(err)
	}
	other, err := postgres.Open(t.Context(), c.DatabaseURL.Reveal(), postgres.Options{Writers: 1, KeepSchema: true})
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	op, err := support.Act{Player: session.Player, Do: support.DoEndSessions, Author: "ana", Reason: "why",
		AtMS: s.now().UnixMilli()}.Op(support.KindSupport, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := other.Commit(t.Context(), op); err != nil {
		t.Fatal(err)
	}
	for give := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
		if _, err := s.session(t.Context(), token); errors.Is(err, store.ErrNotFound) {
			return
		}
		if time.Now().After(give) {
			t.Fatal("the session goes on")
		}
	}
}

func TestACommandIsTheCallOfItsName(t *testing.T) {
	s := fresh(t)
	token := ask[struct{ Token string }](t, s, "", "/api/user/register",
		`{"phone":"commander1","password":"vane7harbor","fingerprinId":"device commander1"}`).Token
	box := ask[struct {
		Boxes []struct {
			ID         int
			PriceCents int64
		}
	}](t, s, "", "/api/box/list?sort=price_asc", "").Boxes[0]
	body := fmt.Sprintf(`{"count":1,"priceCents":%d}`, box.PriceCents)
	byHTTP := ask[opened](t, s, token, fmt.Sprintf("/api/box/%d/open", box.ID), body)
	session, err := s.session(t.Context(), token)
	if err != nil {
		t.Fatal(err)
	}
	data, err := s.command(t.Context(), session, ws.Command{Name: "box.open", Key: key,
		Body: fmt.Appendf(nil, `{"id":%d,"count":1,"priceCents":%d}`, box.ID, box.PriceCents)})
	if err != nil {
		t.Fatal(err)
	}
	var bySocket opened
	if err := json.Unmarshal(data, &bySocket); err != nil || bySocket.OpID != byHTTP.OpID ||
		bySocket.BalanceCents != demo.WelcomeCents-box.PriceCents {
		t.Errorf("%+v and %+v, %v", byHTTP, bySocket, err)
	}
	if _, err := s.session(t.Context(), strings.Repeat("A", 43)); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("an unknown token: %v", err)
	}
}

func TestLimitsInARedisThatIsAwayTellNoSecret(t *testing.T) {
	var said strings.Builder
	log := zerolog.New(&said)
	_, err := openLimits(&config.Serve{RedisURL: "redis://:s3cretword@127.0.0.1:x/0"}, time.Now, log)
	if err == nil || strings.Contains(err.Error(), "s3cretword") {
		t.Errorf("an address that cannot be: %v", err)
	}
	limits, err := openLimits(&config.Serve{RedisURL: "redis://:s3cretword@127.0.0.1:1/0"}, time.Now, log)
	if err != nil {
		t.Fatal(err)
	}
	_, err = limits.Take(t.Context(), "login", limit.Rate{Burst: 1, Per: time.Hour})
	if err != nil || !errors.Is(limits.degraded(), limit.ErrDegraded) {
		t.Errorf("a Redis that is dead from the start: %v, %v", err, limits.degraded())
	}
	limits.end()
	if !strings.Contains(said.String(), "each process limits for itself") ||
		strings.Contains(said.String(), "s3cretword") {
		t.Errorf("the log: %s", said.String())
	}
}

func TestAStartThatFailsTellsNoSecretAndLeavesNothing(t *testing.T) {
	c := flagsFor("postgres://jade:s3cretword@127.0.0.1:1/none")
	var log strings.Builder
	_, err := Start(t.Context(), c, zerolog.New(&log), unaudited)
	if err == nil {
		t.Fatal("started without a database")
	}
	if text := err.Error() + log.String(); strings.Contains(text, "s3cretword") {
		t.Errorf("the password is told: %s", text)
	}
}

// live is a server that is no demo, on a database.
func live(dsn string) *config.Serve {
	c := flagsFor(dsn)
	c.Demo, c.Steam, c.PublicURL, c.Zone = false, "auto", "https://play.example", "America/Sao_Paulo"
	return c
}

func TestLiveAndDemoAreTwoThings(t *testing.T) {
	for _, c := range []struct {
		name         string
		first, other func(dsn string) *config.Serve
		want         string
	}{
		{"a demo's database", flagsFor, live, "with --demo"},
		{"a live site's database", live, flagsFor, "without --demo"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dsn := pgtest.MigratedDSN(t)
			a := startWith(t, c.first(dsn))
			a.Stop(t.Context())
			other := c.other(dsn)
			other.IdentityKeys = pgtest.KeysOf(t, dsn)
			_, err := Start(t.Context(), other, zerolog.Nop(), unaudited)
			if !errors.Is(err, store.ErrMode) || !strings.Contains(err.Error(), c.want) {
				t.Fatalf("the other way: %v", err)
			}
			startWith(t, c.first(dsn))
		})
	}
}

func TestALiveSiteHasNoDemoAccountAndIsAskedForByTLSOnly(t *testing.T) {
	a := startWith(t, live(pgtest.MigratedDSN(t)))
	for _, l := range demo.Logins {
		if _, err := a.db.PlayerByName(t.Context(), l.Name); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("%s: %v", l.Name, err)
		}
	}
	resp, err := http.Get("http://" + a.Addr() + "/livez")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if got := resp.Header.Get("Strict-Transport-Security"); got != "max-age=31536000" {
		t.Errorf("Strict-Transport-Security: %q", got)
	}
}

func TestLostOrOtherIdentityKeysStopTheStart(t *testing.T) {
	dsn := pgtest.MigratedDSN(t)
	path := pgtest.KeysOf(t, dsn)
	a := startWith(t, flagsFor(dsn))
	a.Stop(t.Context())
	aside := path + ".aside"
	start := func(want string) {
		t.Helper()
		c := flagsFor(dsn)
		c.IdentityKeys = path
		if _, err := Start(t.Context(), c, zerolog.Nop(), unaudited); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Fatalf("%v, want an error that says %q", err, want)
		}
	}
	if err := os.Rename(path, aside); err != nil {
		t.Fatal(err)
	}
	start("missing")
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("keys were made anew: %v", err)
	}
	if _, err := realname.Open(path); err != nil { // others
		t.Fatal(err)
	}
	start("other keys")
	if err := os.Rename(aside, path); err != nil {
		t.Fatal(err)
	}
	startWith(t, flagsFor(dsn))
}

func TestEveryRequestOfAConnectionMayBecomeASocket(t *testing.T) {
	a := fresh(t)
	conn, err := net.Dial("tcp", a.Addr())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(30 * time.Second))
	read := bufio.NewReader(conn)
	ask := func(head string) *http.Response {
		t.Helper()
		if _, err := fmt.Fprintf(conn, "%s\r\nHost: %s\r\n\r\n", head, a.Addr()); err != nil {
			t.Fatal(err)
		}
		resp, err := http.ReadResponse(read, nil)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(resp.Body)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(body), "<html") {
			t.Errorf("%s is answered by the page", head)
		}
		return resp
	}
	for range 3 { // what a proxy has sent for other people
		if got := ask("GET /livez HTTP/1.1").StatusCode; got != http.StatusOK {
			t.Fatalf("/livez: %d", got)
		}
	}
	for _, path := range []string{"/api", "/api/none", "/log", "/log/tile/none"} {
		if got := ask("GET " + path + " HTTP/1.1").StatusCode; got != http.StatusNotFound {
			t.Errorf("%s: %d", path, got)
		}
	}
	resp := ask("GET /ws HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n" +
		"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==")
	if resp.StatusCode != http.StatusSwitchingProtocols ||
		resp.Header.Get("Sec-WebSocket-Accept") != "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=" {
		t.Fatalf("the upgrade after other requests: %d %v", resp.StatusCode, resp.Header)
	}
}

// A site with people names its time zone at its first start, and is held to it; a demo need not.
func TestALiveSiteNamesItsTimeZone(t *testing.T) {
	dsn := pgtest.MigratedDSN(t)
	start := func(zone string) error {
		c := live(dsn)
		c.Zone, c.IdentityKeys = zone, pgtest.KeysOf(t, dsn)
		a, err := Start(t.Context(), c, zerolog.Nop(), unaudited)
		if err == nil {
			ctx, cancel := context.WithTimeout(context.Background(), 9*time.Second)
			defer cancel()
			a.Stop(ctx)
		}
		return err
	}
	for _, step := range []struct {
		zone, want string
	}{{"", "--zone America/Sao_Paulo"}, {"Asia/Tokyo", ""}, {"", ""}, {"Asia/Tokyo", ""},
		{"UTC", ""}} { // what holds is the setting's
		err := start(step.zone)
		if step.want == "" && err != nil || step.want != "" && (!errors.Is(err, ErrZone) ||
			!strings.Contains(err.Error(), step.want)) {
			t.Errorf("--zone %q: %v", step.zone, err)
		}
	}
	db, err := postgres.Open(t.Context(), dsn, postgres.Options{Writers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if held, err := period.Setting.Read(t.Context(), db); err != nil || held != "Asia/Tokyo" {
		t.Errorf("%s holds, %v", held, err)
	}
	// A site from before it was asked.
	if err := settingstest.Put(t.Context(), db, period.Setting, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Register(t.Context(), store.NewPlayer{Name: "alice01", UserSeed: "s", SpreadCode: "AB12",
		At: time.Now()}, nil); err != nil {
		t.Fatal(err)
	}
	if err := start(""); err != nil {
		t.Errorf("a site from before: %v", err)
	}
}

// A new demo counts the days of its own zone, or of the one that its first start names; one from before goes on in UTC.
func TestADemoHasAZoneOfItsOwn(t *testing.T) {
	for name, c := range map[string]struct {
		zone, want string
		before     bool
	}{"a new one": {want: "Asia/Shanghai"}, "one with --zone": {zone: "Asia/Tokyo", want: "Asia/Tokyo"},
		"one from before": {want: "UTC", before: true}} {
		dsn := pgtest.MigratedDSN(t)
		db, err := postgres.Open(t.Context(), dsn, postgres.Options{Writers: 1})
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		if c.before {
			if _, err := db.Register(t.Context(), store.NewPlayer{Name: "alice01", UserSeed: "s", SpreadCode: "AB12",
				At: time.Now()}, nil); err != nil {
				t.Fatal(err)
			}
		}
		flags := flagsFor(dsn)
		flags.Zone = c.zone
		startWith(t, flags)
		if held, err := period.Setting.Read(t.Context(), db); err != nil || held != c.want {
			t.Errorf("%s: %s holds, %v", name, held, err)
		}
	}
}

// A site with people does not start on settings that pay for a way to play, and is told the way, its figure and what
// contributes to it; a demo starts on them, and says so.
func TestASiteWhoseSettingsPayForAWayToPlayDoesNotStart(t *testing.T) {
	c := flagsFor(pgtest.MigratedDSN(t))
	c.IdentityKeys = pgtest.KeysOf(t, c.DatabaseURL.Reveal())
	start := func(demo bool) (string, error) {
		flags := *c
		flags.Demo, flags.PublicURL, flags.Zone = demo, "https://play.example", "UTC"
		// The live site has the goods of the demo.
		conn, err := pgx.Connect(t.Context(), c.DatabaseURL.Reveal())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close(t.Context())
		if _, err := conn.Exec(t.Context(), `UPDATE site_mode SET mode = $1`, flags.Mode()); err != nil {
			t.Fatal(err)
		}
		var lines strings.Builder
		a, err := Start(t.Context(), &flags, zerolog.New(zerolog.SyncWriter(&lines)), unaudited)
		if err == nil {
			ctx, cancel := context.WithTimeout(context.Background(), 9*time.Second)
			defer cancel()
			a.Stop(ctx)
		}
		return lines.String(), err
	}
	set := func(text string) {
		db, err := postgres.Open(t.Context(), c.DatabaseURL.Reveal(), postgres.Options{Writers: 1})
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		if err := settingstest.Put(t.Context(), db, promotion.Setting, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if lines, err := start(true); err != nil || strings.Contains(lines, "profitable loop") {
		t.Fatalf("a demo's own settings: %v, %s", err, lines)
	}
	set(`{"sharePpm":90000}`)
	if _, err := start(false); !errors.Is(err, ErrLoops) || !strings.Contains(err.Error(), "promotion 8.") ||
		!strings.Contains(err.Error(), "recharge, and buy items in the mall: a round brings 10") {
		t.Errorf("with a profitable loop: %v", err)
	}
	if lines, err := start(true); err != nil || !strings.Contains(lines, "recharge, and buy items in the mall") {
		t.Errorf("a demo with a profitable loop: %v, %s", err, lines)
	}
	set(`{"sharePpm":5000}`)
	if _, err := start(false); err != nil {
		t.Errorf("with the loop closed: %v", err)
	}
	cheaper(t, c.DatabaseURL.Reveal())
	if _, err := start(false); !errors.Is(err, ErrLoops) || !strings.Contains(err.Error(), "open boxes") {
		t.Errorf("with a box that gives back more than it costs: %v", err)
	}
}

// cheaper writes a version of a box at half its price, past what an import is held to.
func cheaper(t *testing.T, dsn string) {
	t.Helper()
	db, err := postgres.Open(t.Context(), dsn, postgres.Options{Writers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	boxes, err := db.Boxes(t.Context())
	if err != nil || len(boxes) == 0 {
		t.Fatal(err)
	}
	box := boxes[0]
	box.Version, box.PriceCents, box.OddsHash = box.Version+1, box.PriceCents/2, ""
	if err := db.PutBox(t.Context(), box); err != nil {
		t.Fatal(err)
	}
}
