//go:build linux

// Package site is the real server under a benchmark: the built binary with a database of its own, accounts that cost no
// password, and readings of its process. Deliberately absent: what is measured.
package site

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"golang.org/x/sync/errgroup"

	"jadebox/tools/kill/process"
	"jadebox/tools/loadsim/client"
	"jadebox/tools/loadsim/house"
	"jadebox/tools/loadsim/journal"
)

// Site is a running server. Start makes one whole; a benchmark that runs the server on a database of its own fills in
// Server and Database.
type Site struct {
	Bin      string
	Server   *process.Server
	Database string // URL; empty = the server's own
	dir      string
	metrics  string // host:port
}

// Start builds the server unless bin or the checkout has one, and runs it in a directory of its own.
func Start(ctx context.Context, bin string) (s *Site, err error) {
	s = &Site{Bin: bin}
	if s.dir, err = os.MkdirTemp("", "jadebox-bench"); err != nil {
		return nil, err
	}
	if err = s.start(ctx); err != nil {
		return nil, errors.Join(err, os.RemoveAll(s.dir))
	}
	return s, nil
}

func (s *Site) start(ctx context.Context) (err error) {
	if s.Bin == "" {
		if s.Bin, _, err = process.Binary(s.dir); err != nil {
			return err
		}
	}
	listen, err := process.FreeAddress()
	if err != nil {
		return err
	}
	if s.metrics, err = process.FreeAddress(); err != nil {
		return err
	}
	log, err := os.Create(filepath.Join(s.dir, "server.log"))
	if err != nil {
		return err
	}
	defer log.Close()
	s.Server, err = process.Start(ctx, process.Options{Bin: s.Bin, Data: filepath.Join(s.dir, "data"), Listen: listen,
		Log: log, Args: []string{"--log-level", "warn", "--metrics-listen", s.metrics}})
	if err != nil {
		words, _ := os.ReadFile(log.Name())
		return fmt.Errorf("%w\n%s", err, words)
	}
	return nil
}

// Close stops the server and removes its data.
func (s *Site) Close() error {
	stopping, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	err := s.Server.Terminate(stopping)
	process.StopPostgres(s.Server.Data)
	return errors.Join(err, os.RemoveAll(s.dir))
}

// Player is an account with a connection of its own. One caller uses it at a time.
type Player struct {
	Conn client.Conn
	Name string
	keys int
}

// Target is where a caller calls.
func (s *Site) Target(caller int) client.Target {
	return client.Target{Host: s.Server.Listen, Forwarded: journal.ForwardedFor(caller)}
}

const enrolAtOnce = 16

// Players makes n accounts with so many cents.
func (s *Site) Players(ctx context.Context, n int, cents int64) ([]*Player, error) {
	h, err := house.Open(ctx, s.Server.Data, s.Database)
	if err != nil {
		return nil, err
	}
	defer h.Close()
	list := make([]*Player, n)
	var all errgroup.Group
	all.SetLimit(enrolAtOnce)
	for i := range list {
		all.Go(func() error {
			name := fmt.Sprintf("bench%06d", i)
			token, err := h.Enrol(ctx, name, cents)
			list[i] = &Player{Name: name, Conn: client.Conn{Target: s.Target(i), Token: token}}
			return err
		})
	}
	return list, all.Wait()
}

// Secret is the password of each player who registers.
const Secret = "Bench-7-jade"

// Register makes an account as a browser does, with a password to be hashed.
func (s *Site) Register(ctx context.Context, caller int, name string) (*Player, error) {
	p := &Player{Name: name, Conn: client.Conn{Target: s.Target(caller)}}
	data, err := p.Conn.Post(ctx, client.NewCall(client.PathRegister, "", client.Credentials{Phone: name,
		Password: Secret, Fingerprint: name}))
	if err != nil {
		return nil, fmt.Errorf("register %s: %w", name, err)
	}
	var session client.Session
	err = client.Decode(data, &session)
	p.Conn.Token = session.Token
	return p, err
}

// Key is a fresh idempotency key.
func (p *Player) Key() string {
	p.keys++
	return "bench-" + strconv.Itoa(p.keys)
}

// Box is the cheapest box on sale.
func (s *Site) Box(ctx context.Context) (client.Box, error) {
	c := client.Conn{Target: s.Target(0)}
	defer c.Close()
	var list client.BoxList
	if err := c.Get(ctx, client.PathBoxes+"?type=all", &list); err != nil {
		return client.Box{}, err
	}
	if len(list.Boxes) == 0 {
		return client.Box{}, errors.New("the server has no boxes")
	}
	return slices.MinFunc(list.Boxes, func(x, y client.Box) int { return cmp.Compare(x.PriceCents, y.PriceCents) }), nil
}

// Open is one opening of one box.
func (p *Player) Open(ctx context.Context, b client.Box) error {
	_, err := p.Conn.Post(ctx, client.NewCall(client.PathOpen(b.ID), p.Key(),
		client.OpenBox{Count: 1, PriceCents: b.PriceCents}))
	return err
}

// Warm opens a box each: the beacon of a first seed has come when it returns.
func Warm(ctx context.Context, list []*Player, b client.Box) error {
	var all errgroup.Group
	for _, p := range list {
		all.Go(func() error {
			for tries := 0; ; tries++ {
				if err := p.Open(ctx, b); err == nil || !client.Retryable(err) || tries == 10 {
					return err
				}
			}
		})
	}
	return all.Wait()
}

// RSS is the server's resident memory in bytes, without its children.
func (s *Site) RSS() (int64, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", s.Server.PID()))
	if err != nil {
		return 0, err
	}
	words := bytes.Fields(text)
	if len(words) < 2 {
		return 0, fmt.Errorf("statm: %q", text)
	}
	pages, err := strconv.ParseInt(string(words[1]), 10, 64)
	return pages * int64(os.Getpagesize()), err
}

// Metrics are the server's own readings by name; those with labels are left out.
func (s *Site) Metrics(ctx context.Context) (map[string]float64, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+s.metrics+"/metrics", nil)
	if err != nil {
		return nil, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("/metrics: %s", resp.Status)
	}
	list := map[string]float64{}
	lines := bufio.NewScanner(resp.Body)
	for lines.Scan() {
		name, text, _ := bytes.Cut(lines.Bytes(), []byte(" "))
		if value, err := strconv.ParseFloat(string(text), 64); err == nil {
			list[string(name)] = value
		}
	}
	return list, lines.Err()
}
