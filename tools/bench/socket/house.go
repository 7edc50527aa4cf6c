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

// house is the real server with its database and a session for every socket.
type house struct {
	cluster *embedded.Server
	process *process.Server
	tokens  []string
	host    client.Conn // of the account that opens battles
	box     client.Box
	door    net.Conn
}

func openHouse(ctx context.Context, dir, bin string, sessions int) (h *house, err error) {
	h = &house{}
	defer func() {
		if err != nil {
			err = errors.Join(err, h.close())
		}
	}()
	if h.cluster, err = embedded.Start(ctx, embedded.Options{DataDir: filepath.Join(dir, "pg"),
		OrphanGrace: time.Second}); err != nil {
		return h, err
	}
	listen, err := process.FreeAddress()
	if err != nil {
		return h, err
	}
	log, err := os.Create(filepath.Join(dir, "server.log"))
	if err != nil {
		return h, err
	}
	defer log.Close()
	h.process, err = process.Start(ctx, process.Options{Bin: bin, Data: filepath.Join(dir, "data"), Listen: listen,
		Log:         log,
		DatabaseURL: asURL(h.cluster.DSN()), Args: []string{"--log-level", "warn"}})
	if err != nil {
		words, _ := os.ReadFile(log.Name())
		return h, fmt.Errorf("%w\n%s", err, words)
	}
	if err = h.enrol(ctx, sessions); err != nil {
		return h, err
	}
	h.door, err = net.Dial("unix", filepath.Join(h.process.Data, "door"))
	return h, err
}

func (h *house) close() (err error) {
	if h.door != nil {
		h.door.Close()
	}
	if h.process != nil {
		stopping, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		err = h.process.Terminate(stopping)
		cancel()
	}
	if h.cluster != nil {
		err = errors.Join(err, h.cluster.Stop())
	}
	return err
}

// asURL writes the key-value DSN of a Unix socket as the URL that the server's settings want.
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
func (h *house) enrol(ctx context.Context, sessions int) error {
	h.host = client.Conn{Target: client.Target{Host: h.process.Listen}}
	data, err := h.host.Post(ctx, client.NewCall(client.PathRegister, "", client.Credentials{Phone: "bench00000",
		Password: "Bench-7-jade", Fingerprint: "bench"}))
	if err != nil {
		return err
	}
	var s client.Session
	if err := client.Decode(data, &s); err != nil {
		return err
	}
	h.host.Token = s.Token
	var list client.BoxList
	if err := h.host.Get(ctx, client.PathBoxes+"?type=all", &list); err != nil {
		return err
	}
	if len(list.Boxes) == 0 {
		return errors.New("the server has no boxes")
	}
	h.box = slices.MinFunc(list.Boxes, func(x, y client.Box) int { return cmp.Compare(x.PriceCents, y.PriceCents) })
	db, err := pgx.Connect(ctx, h.cluster.DSN())
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
			h.tokens = append(h.tokens, token)
			hash := sha256.Sum256([]byte(token))
			return []any{hash[:], firstPlayer + i, now, now.Add(60 * 24 * time.Hour), "bench"}, nil
		}))
	return err
}

// start opens a new room in the running server: a private battle that nobody joins.
func (h *house) start(ctx context.Context) (*server, error) {
	data, err := h.host.Post(ctx, client.NewCall(client.PathCreate, rand.Text(),
		client.CreateBattle{Boxes: []int{h.box.ID}, Seats: 2, Mode: protocol.ModeNormal, Private: true,
			PriceCents: h.box.PriceCents}))
	if err != nil {
		return nil, fmt.Errorf("a battle: %w", err)
	}
	var made client.CreatedBattle
	if err := client.Decode(data, &made); err != nil {
		return nil, err
	}
	topic := protocol.BattleTopic(made.BattleID)
	return &server{addr: h.process.Listen, pid: h.process.PID(), speech: jadebox(h.tokens, topic, made.Code),
		orders: h.door,
		order:  order{Topic: topic, Code: made.Code}, stop: func() error { return nil }}, nil
}

// collect returns the server's memory to the machine.
func (h *house) collect() error {
	if err := json.NewEncoder(h.door).Encode(order{Collect: true}); err != nil {
		return err
	}
	_, err := bufio.NewReader(h.door).ReadString('\n')
	return err
}
