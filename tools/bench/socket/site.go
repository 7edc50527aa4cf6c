//go:build linux

package main

import (
	"bufio"
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"jadebox/protocol"
	"jadebox/store/embedded"
	"jadebox/tools/kill/process"
	"jadebox/tools/loadsim/client"
)

// site is the real server with its database and a session for every socket.
type site struct {
	cluster *embedded.Server
	process *process.Server
	tokens  []string
	host    client.Conn // of the account that opens battles
	box     client.Box
	orders  net.Conn
}

// openSite starts a server whose sockets have so many loops; 0: as many as it has by itself.
func openSite(ctx context.Context, dir, bin string, sessions, loops int) (s *site, err error) {
	s = &site{}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.close())
		}
	}()
	if s.cluster, err = embedded.Start(ctx, embedded.Options{DataDir: filepath.Join(dir, "pg"),
		OrphanGrace: time.Second}); err != nil {
		return s, err
	}
	listen, err := process.FreeAddress()
	if err != nil {
		return s, err
	}
	log, err := os.Create(filepath.Join(dir, "server.log"))
	if err != nil {
		return s, err
	}
	defer log.Close()
	s.process, err = process.Start(ctx, process.Options{Bin: bin, Data: filepath.Join(dir, "data"), Listen: listen,
		Log:         log,
		DatabaseURL: asURL(s.cluster.DSN()), Args: []string{"--log-level", "warn"},
		Env: []string{fmt.Sprintf("JADEBOX_BENCH_LOOPS=%d", loops)}}) // read with the tag benchsocket alone
	if err != nil {
		words, _ := os.ReadFile(log.Name())
		return s, fmt.Errorf("%w\n%s", err, words)
	}
	if err = s.enrol(ctx, sessions); err != nil {
		return s, err
	}
	s.orders, err = net.Dial("unix", filepath.Join(s.process.Data, "bench.sock"))
	return s, err
}

func (s *site) close() (err error) {
	if s.orders != nil {
		s.orders.Close()
	}
	if s.process != nil {
		stopping, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		err = s.process.Terminate(stopping)
		cancel()
	}
	if s.cluster != nil {
		err = errors.Join(err, s.cluster.Stop())
	}
	return err
}

// asURL writes the key-value DSN of a Unix socket as the URL that the server's flags want.
func asURL(dsn string) string {
	var database string
	var query []string
	for _, field := range strings.Fields(dsn) {
		if name, value, _ := strings.Cut(field, "="); name == "dbname" {
			database = value
		} else {
			query = append(query, field)
		}
	}
	return "postgres:///" + database + "?" + strings.Join(query, "&")
}

// enrol registers the host and gives every socket a player and a session. Passwords would take half a minute a
// thousand.
func (s *site) enrol(ctx context.Context, sessions int) error {
	s.host = client.Conn{Target: client.Target{Host: s.process.Listen}}
	data, err := s.host.Post(ctx, client.NewCall(client.PathRegister, "", client.Credentials{Phone: "bench00000",
		Password: "Bench-7-jade", Fingerprint: "bench"}))
	if err != nil {
		return err
	}
	var session client.Session
	if err := client.Decode(data, &session); err != nil {
		return err
	}
	s.host.Token = session.Token
	var list client.BoxList
	if err := s.host.Get(ctx, client.PathBoxes+"?type=all", &list); err != nil {
		return err
	}
	if len(list.Boxes) == 0 {
		return errors.New("the server has no boxes")
	}
	s.box = slices.MinFunc(list.Boxes, func(x, y client.Box) int { return cmp.Compare(x.PriceCents, y.PriceCents) })
	db, err := pgx.Connect(ctx, s.cluster.DSN())
	if err != nil {
		return err
	}
	defer db.Close(ctx)
	const firstPlayer = 1_000_000
	now := time.Now().Truncate(time.Millisecond)
	_, err = db.CopyFrom(ctx, pgx.Identifier{"session"}, []string{"token_hash", "player", "at", "expires", "device"},
		pgx.CopyFromSlice(sessions, func(i int) ([]any, error) {
			var secret [32]byte
			rand.Read(secret[:]) // never fails
			token := base64.RawURLEncoding.EncodeToString(secret[:])
			s.tokens = append(s.tokens, token)
			hash := sha256.Sum256([]byte(token))
			return []any{hash[:], firstPlayer + i, now, now.Add(60 * 24 * time.Hour), "bench"}, nil
		}))
	return err
}

// start opens a new room in the running server: a private battle without an opponent.
func (s *site) start(ctx context.Context) (*server, error) {
	data, err := s.host.Post(ctx, client.NewCall(client.PathCreate, rand.Text(),
		client.CreateBattle{Boxes: []int{s.box.ID}, Seats: 2, Mode: protocol.ModeNormal, Private: true,
			PriceCents: s.box.PriceCents}))
	if err != nil {
		return nil, fmt.Errorf("a battle: %w", err)
	}
	var made client.CreatedBattle
	if err := client.Decode(data, &made); err != nil {
		return nil, err
	}
	topic := protocol.BattleTopic(made.BattleID)
	return &server{addr: s.process.Listen, pid: s.process.PID(), speech: jadebox(s.tokens, topic, made.Code),
		orders: s.orders,
		order:  order{Topic: topic, Code: made.Code}, collect: s.collect, stop: func() error { return nil }}, nil
}

// collect returns the server's memory to the machine.
func (s *site) collect() error {
	if err := json.NewEncoder(s.orders).Encode(order{Collect: true}); err != nil {
		return err
	}
	_, err := bufio.NewReader(s.orders).ReadString('\n')
	return err
}
