// Package house does what only the house can, in the database beside a running server: it gives bots the streamer role,
// opens rooms of its own, and makes accounts without the 50 ms of a core that hashing a password
// takes.
//
// Rooms are opened by the kinds' own commands through a directory of this process, which lets go of them at once: the
// server activates them with a later epoch, as it would after a crash. Deliberately absent: playing, which is the bots'
// part over HTTP, and anything that a player could not see.
package house

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"jadebox/actors/room"
	"jadebox/actors/runtime/beacon"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/runtime/publish"
	"jadebox/actors/runtime/siteclock"
	"jadebox/actors/shop/catalog"
	"jadebox/server/session"
	"jadebox/store"
	"jadebox/store/embedded"
	"jadebox/store/postgres"
	"jadebox/tools/grant"
)

// House holds the database. Safe for concurrent use.
type House struct {
	db       *postgres.Engine
	beacon   *beacon.Local
	sessions *session.Sessions
	catalog  *catalog.Catalog
}

// ErrAbsent means that there is no running database where it was looked for.
var ErrAbsent = errors.New("house: no running server has its database there")

// Open connects to the database of a running server: its data directory, or a URL.
func Open(ctx context.Context, data, url string) (*House, error) {
	if url == "" {
		dsn, running := embedded.RunningDSN(data)
		if !running {
			return nil, fmt.Errorf("%w: %q", ErrAbsent, data)
		}
		url = dsn
	}
	db, err := postgres.Open(ctx, url, postgres.Options{Writers: 1, KeepSchema: true})
	if err != nil {
		return nil, err
	}
	h := &House{db: db, sessions: session.New(db, time.Now, rand.Reader)}
	if err := h.furnish(ctx); err != nil {
		db.Close()
		return nil, err
	}
	return h, nil
}

func (h *House) furnish(ctx context.Context) (err error) {
	if h.beacon, err = beacon.OpenLocal(ctx, h.db, rand.Reader, siteclock.New(0).Now); err != nil {
		return err
	}
	h.catalog = catalog.New(h.db, time.Now)
	return h.catalog.Load(ctx)
}

// Close lets the database go.
func (h *House) Close() { h.db.Close() }

// Streamer gives an account the role.
func (h *House) Streamer(ctx context.Context, account string) error {
	return grant.Set(ctx, h.db, store.RoleStreamer, account, false)
}

// Enrol makes an account, or takes one of an earlier run, and returns the token of a new session. It has no password,
// so that no client can log into it.
func (h *House) Enrol(ctx context.Context, name string, cents int64) (token string, err error) {
	return h.EnrolBy(ctx, name, "", cents)
}

// EnrolBy is Enrol of an account that the player of that id invited; "" for none.
func (h *House) EnrolBy(ctx context.Context, name, inviter string, cents int64) (token string, err error) {
	var by int64
	if inviter != "" {
		if by, err = strconv.ParseInt(inviter, 10, 64); err != nil {
			return "", fmt.Errorf("house: player %q: %w", inviter, err)
		}
	}
	p, err := h.db.Register(ctx, store.NewPlayer{Name: name, PasswordHash: "-", Avatar: "/art/avatars/01.svg",
		Language: "en", SpreadCode: name, UserSeed: name,
		Fingerprint: name, InvitedBy: store.PlayerID(by), At: time.Now()},
		&store.Op{Key: "welcome", Kind: "loadsim.welcome", At: time.Now(),
			Postings: []store.Posting{{Debit: store.Bonus, Credit: store.PlayerGems(0), AmountCents: cents}}})
	if errors.Is(err, store.ErrNameTaken) {
		p, err = h.db.PlayerByName(ctx, name)
	}
	if err != nil {
		return "", fmt.Errorf("house: account %s: %w", name, err)
	}
	token, err = h.sessions.Open(ctx, p.ID, session.From{Device: "loadsim"}, true)
	if err != nil {
		return "", err
	}
	// it cannot prove who it is by a password when it publishes a room hours later
	hash := sha256.Sum256([]byte(token))
	return token, h.db.RenewSession(ctx, hash, hash, time.Now(), time.Now().Add(session.Life))
}

// Real gives an account R$.
func (h *House) Real(ctx context.Context, player string, cents int64) error {
	id, err := strconv.ParseInt(player, 10, 64)
	if err != nil {
		return fmt.Errorf("house: player %q: %w", player, err)
	}
	_, err = h.db.Commit(ctx, &store.Op{Player: store.PlayerID(id), Key: "house:real", Kind: "loadsim.real",
		At: time.Now(),
		Postings: []store.Posting{{Debit: store.HouseReal, Credit: store.PlayerReal(store.PlayerID(id)),
			AmountCents: cents}}})
	return err
}

// Rooms has a kind open rooms, each by open, and returns their ids.
func (h *House) Rooms(ctx context.Context, kind room.Spec, n int,
	open func(room.Numbers, directory.Directory) (store.RoomID, error)) ([]string, error) {
	d := directory.NewEmbedded(directory.Options{Log: zerolog.Nop()})
	d.Register(kind.Rooms(room.Deps{Ports: room.Ports{Store: h.db, Directory: d, Publish: nobody{}, Now: time.Now,
		Log: zerolog.Nop()}, Catalog: h.catalog, Beacon: h.beacon, Rand: rand.Reader}))
	ids, errs := make([]string, n), make([]error, n)
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() {
			id, err := open(h.db, d)
			ids[i], errs[i] = room.ID(id), err
		})
	}
	all.Wait()
	stopping, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	d.Drain(stopping)
	if err := errors.Join(errs...); err != nil {
		return nil, fmt.Errorf("house: %w", err)
	}
	return ids, nil
}

// nobody is a publisher without subscribers, of which this process has none.
type nobody struct{}

func (nobody) Publish(publish.Event) {}
func (nobody) Presence(string) int   { return 0 }

// stockName lists these rooms apart from those that the lobby keeps: it counts its own by their name.
const stockName = "loadsim"
