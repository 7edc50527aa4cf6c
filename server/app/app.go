// Package app is the composition root: it opens the engine, gives actors, sockets and calls their ports, and takes them
// down in the order that loses nothing.
//
// Of the server, only this package names engines; the kinds of rooms it takes from their list (actors/kinds), and names
// none. Deliberately absent: rules, and anything that a part could decide itself.
package app

import (
	"context"
	"crypto/rand"
	stdlog "log"
	"net"
	"net/http"
	"os"
	"runtime"
	"slices"
	"sync/atomic"
	"time"

	"github.com/rs/zerolog"

	"jadebox/actors/lists/snapshots"
	"jadebox/actors/player"
	"jadebox/actors/room"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/runtime/follow"
	"jadebox/actors/runtime/siteclock"
	"jadebox/actors/shop/catalog"
	"jadebox/protocol"
	"jadebox/server/config"
	"jadebox/server/demo"
	"jadebox/server/httpapi"
	"jadebox/server/httpapi/call"
	"jadebox/server/password"
	"jadebox/server/picture"
	"jadebox/server/publiclog"
	"jadebox/server/rooms"
	"jadebox/server/session"
	"jadebox/server/sharecard"
	"jadebox/server/traces"
	"jadebox/server/web"
	"jadebox/server/ws"
	"jadebox/store"
)

// Version and Commit are set by the build of a release.
var Version, Commit = "dev", ""

const (
	logOrigin      = "jadebox" // name of the public log in its checkpoints
	headersWithin  = 10 * time.Second
	requestWithin  = 20 * time.Second // the whole body: 64 KiB
	answerWithin   = time.Minute      // product-spec §9: no caller waits longer
	idleConnection = 2 * time.Minute
	headerBytes    = 16 << 10
)

// App is one running server.
type App struct {
	config  *config.Serve
	log     zerolog.Logger
	clock   *siteclock.Clock
	now     store.Clock // the clock's
	auditor Auditor

	db         *database
	directory  *directory.Embedded
	traces     *traces.Traces // nil: off
	pictures   picture.Hosts
	catalog    *catalog.Catalog
	beacon     source
	numbers    *player.Numbers
	hub        *ws.Server
	sessions   *session.Sessions
	publicLog  *publiclog.Log
	kinds      room.Specs
	singletons []address // actors that there is one of
	restored   map[store.RoomID]bool
	api        *httpapi.API
	http       *http.Server
	counters   func(protocol.Counters) protocol.Counters
	lags       follow.Lags
	followers  int // whose lags these are, the public log among them
	readings   *lastReading

	listener net.Listener
	meter    *http.Server // of --metrics-listen
	profiler *http.Server // of --pprof
	ready    atomic.Bool
	leaving  atomic.Bool  // no connection is kept for another call
	players  background   // house players: stop first
	workers  background   // public log and auditor: stop after the last op
	limited  func() error // why this process counts attempts for itself; nil error: it need not
	closers  []func()
}

// euid is who runs this; tests run as others.
var euid = os.Geteuid

// Start brings a server up; it takes connections when Start returns. A failure leaves nothing running.
func Start(ctx context.Context, c *config.Serve, log zerolog.Logger, auditor Auditor) (_ *App, err error) {
	a := &App{config: c, log: log, auditor: auditor, readings: newLastReading(), clock: siteclock.New(c.DemoClock),
		pictures: picture.New(c.PictureHost, c.PictureAllow), players: newBackground(), workers: newBackground()}
	a.now = a.clock.Now
	log.Info().Str("version", Version).EmbedObject(c).Msg("starting")
	if euid() == 0 && !c.Demo {
		log.Warn().Msg("this runs as root: a user of its own can do less harm")
	}
	defer func() {
		if err != nil {
			a.Stop(context.WithoutCancel(ctx))
		}
	}()
	if a.listener, err = passedSocket(); err != nil { // before any child could inherit it
		return nil, err
	}
	if c.TraceEndpoint != "" {
		a.traces = traces.New(c.TraceEndpoint.Reveal(), c.TraceShare, Version, log)
	}
	if a.db, err = openDatabase(ctx, c, a.clock, a.traces, log); err != nil {
		return nil, err
	}
	a.kinds = kindsOf(c, a.now())
	if a.restored, err = readRestored(ctx, a.db); err != nil {
		return nil, err
	}
	a.workers.wait.Go(func() { a.clock.Run(a.workers.ctx, a.db, c.DemoClock, log) })
	passwords, err := a.hasher()
	if err != nil {
		return nil, err
	}
	a.closers = append(a.closers, passwords.Close)
	if err := a.fill(ctx, passwords); err != nil {
		return nil, err
	}
	if err := a.assemble(ctx, passwords); err != nil {
		return nil, err
	}
	if err := a.endRestored(ctx); err != nil {
		return nil, err
	}
	if err := a.wake(ctx); err != nil {
		return nil, err
	}
	if err := a.listen(); err != nil {
		return nil, err
	}
	a.work()
	a.ready.Store(true)
	return a, nil
}

// hasher leaves every second core to the rest of the process.
func (a *App) hasher() (*password.Hasher, error) {
	o := password.Options{Random: rand.Reader, Now: a.now, AtOnce: max(1, runtime.NumCPU()/2),
		Bounds: password.Standard}
	if command := a.config.HashWorker; len(command) > 0 {
		return password.Apart(o, command)
	}
	return password.New(o)
}

// fill brings catalogue, beacon and public log into memory, after demo data when asked for.
func (a *App) fill(ctx context.Context, passwords *password.Hasher) (err error) {
	if err := a.holdZone(ctx); err != nil { // before a demo's first players, by whom a new one is known
		return err
	}
	if a.config.Demo {
		hash := func(p string) (string, error) { return passwords.Hash(ctx, password.Who{}, p) }
		if err := demo.Seed(ctx, a.db, a.now(), hash); err != nil {
			return err
		}
		a.counters = demo.Counters(a.now)
	}
	a.catalog = catalog.New(a.pictures.Shelf(a.db), a.now)
	if err := a.catalog.Load(ctx); err != nil {
		return err
	}
	a.refusedPictures()
	if err := a.holdLoops(ctx); err != nil {
		return err
	}
	if a.beacon, err = a.openBeacon(ctx); err != nil {
		return err
	}
	a.numbers, err = player.OpenNumbers(ctx, player.NumbersPorts{Store: a.db, Beacon: a.beacon, Now: a.now,
		Rand: rand.Reader, Log: a.log})
	if err != nil {
		return err
	}
	if a.publicLog, err = publiclog.Open(ctx, a.db, rand.Reader, logOrigin, a.log); err != nil {
		return err
	}
	a.publicLog.Lags = &a.lags
	a.followers++
	return nil
}

// refusedPictures logs the pictures that will not be shown.
func (a *App) refusedPictures() {
	var refused []string
	take := func(pictures ...string) {
		refused = append(refused, slices.DeleteFunc(pictures, func(p string) bool { return !a.pictures.Refuses(p) })...)
	}
	for _, d := range a.catalog.Items() {
		take(d.Image, d.Thumb)
	}
	for _, b := range a.catalog.Enabled() {
		take(b.Image)
	}
	if len(refused) > 0 {
		a.log.Warn().Int("pictures", len(refused)).Str("first",
			refused[0]).Msg("pictures of the catalogue name hosts that no page may load from: see --picture-allow")
	}
}

// assemble gives each part its ports.
func (a *App) assemble(ctx context.Context, passwords *password.Hasher) error {
	c := a.config
	limits, err := openLimits(c, a.now, a.log)
	if err != nil {
		return err
	}
	a.limited = limits.degraded
	a.closers = append(a.closers, limits.end)
	a.sessions = session.New(a.db, a.now, rand.Reader)
	a.sessions.Idle = func() time.Duration { return session.Setting.Cached(a.db.watch).Idle() }
	a.directory = directory.NewEmbedded(directory.Options{Log: a.log})
	tickets := ws.NewTickets(a.now)
	a.hub, err = ws.New(ws.Options{
		Sessions: a.session, Tickets: tickets, Snapshots: snapshots.From(a.directory, a.kinds), Commands: a.command,
		Items: a.item, Texts: rooms.All.Texts(),
		PresenceChanged: a.present, Origins: c.Pages(), Proxies: c.TrustedProxy, ProxyProtocol: c.ProxyProtocol,
		Clock: a.now, Logger: a.log, Loops: benchLoops(),
	})
	if err != nil {
		return err
	}
	a.register()
	files, err := web.New()
	if err != nil {
		return err
	}
	a.metrics(passwords)
	ports := httpapi.Ports{Site: call.Site{Store: a.db, Directory: a.traces.Directory(a.directory),
		Kinds: a.kinds, RoomKinds: rooms.All,
		Catalog: a.catalog,
		Limits:  limits.Limiter, Now: a.now, FreeLoopback: c.Demo, Settings: a.db.watch},
		Sessions: a.sessions, Passwords: passwords,
		Log: a.publicLog, Beacon: a.beacon, Numbers: a.numbers, EndSession: a.hub.EndSession,
		Ready: a.Ready, Degraded: a.degraded, Random: rand.Reader, Logger: a.log,
		Demo: c.Demo, OwnSeeds: !c.Demo, Proxies: c.TrustedProxy, CountryHeader: c.CountryHeader, Version: Version,
		Ticket:      tickets.Issue,
		Maintenance: a.maintenance, Cards: sharecard.NewService(a.pictures.Art(files.Art)),
		Pictures: a.pictures.Origins()}
	if err := a.identify(ctx, &ports); err != nil {
		return err
	}
	if a.traces != nil {
		ports.Traced = a.traces.Call
	}
	ports.Bot = a.bot()
	if c.Demo {
		ports.WelcomeCents, ports.CodePause = demo.WelcomeCents, c.DemoCodePause
	}
	var sandbox http.Handler
	if ports.Payments, sandbox, err = a.payments(ctx); err != nil {
		return err
	}
	a.api = httpapi.New(ports)
	files.Preview(a.api.Origin, a.kinds)
	a.http = &http.Server{Handler: a.untilLeaving(withSockets(a.hub, a.api.Handler(withSandbox(sandbox, files)))),
		ReadHeaderTimeout: headersWithin,
		ReadTimeout:       requestWithin, WriteTimeout: answerWithin,
		IdleTimeout: idleConnection, MaxHeaderBytes: headerBytes, ConnState: a.hub.HTTPState,
		ErrorLog: stdlog.New(a.log.With().Str("part", "http").Logger(), "", 0)}
	return nil
}

// withSockets lets every request of a connection become a socket: a proxy asks for one on a connection that has carried
// other calls before. The first request of a connection has not come this far.
func withSockets(hub, rest http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if ws.Serves(r.URL.Path) {
			hub.ServeHTTP(w, r)
			return
		}
		rest.ServeHTTP(w, r)
	})
}

// untilLeaving has every connection end with its answer from then on: a proxy's next call goes to a new one.
func (a *App) untilLeaving(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if a.leaving.Load() {
			w.Header().Set("Connection", "close")
		}
		next.ServeHTTP(w, r)
	})
}
