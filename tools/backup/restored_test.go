//go:build linux

package backup_test

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"jadebox/actors/operators"
	"jadebox/actors/room"
	"jadebox/fairness/log"
	"jadebox/protocol"
	"jadebox/store"
	storebackup "jadebox/store/backup"
	"jadebox/store/embedded"
	"jadebox/store/postgres"
	"jadebox/tools/audit"
	"jadebox/tools/backup"
	"jadebox/tools/kill/process"
	"jadebox/tools/loadsim"
	"jadebox/tools/loadsim/client"
	"jadebox/tools/operator"
)

// opened is an opening with what shows whether a draw repeats.
type opened struct {
	Results []struct {
		ResultID   string `json:"resultId"`
		ServerSeed string `json:"serverSeed"`
	} `json:"results"`
}

// player is one account over one connection.
type player struct {
	*testing.T
	client.Conn
	name string
	keys int
}

const secret = "vane7harbor"

func dial(t *testing.T, s *process.Server, name string, path string) *player {
	t.Helper()
	p := &player{T: t, name: name, Conn: client.Conn{Target: client.Target{Host: s.Listen, Language: "en"}}}
	t.Cleanup(p.Conn.Close)
	who := client.Credentials{Phone: name, Password: secret}
	if path == client.PathRegister {
		who.Fingerprint = "device " + name
	}
	p.Token = post[client.Session](p, path, who).Token
	return p
}

func post[Out any](p *player, path string, body any) (out Out) {
	p.Helper()
	p.keys++
	call := client.NewCall(path, fmt.Sprintf("%s-%d-%d", p.name, p.keys, time.Now().UnixNano()), body)
	data, err := p.Post(p.Context(), call)
	for give := time.Now().Add(time.Minute); err != nil && client.Retryable(err) && time.Now().Before(give); {
		time.Sleep(200 * time.Millisecond)
		data, err = p.Post(p.Context(), call)
	}
	if err == nil {
		err = client.Decode(data, &out)
	}
	if err != nil {
		p.Fatalf("%s %s: %v", p.name, path, err)
	}
	return out
}

func get[Out any](p *player, path string) (out Out) {
	p.Helper()
	if err := p.Get(p.Context(), path, &out); err != nil {
		p.Fatalf("%s %s: %v", p.name, path, err)
	}
	return out
}

// open opens the cheapest box and returns the server seeds of its draws.
func (p *player) open(times int) (seeds []string) {
	p.Helper()
	boxes := get[client.BoxList](p, client.PathBoxes).Boxes
	box := boxes[0]
	for _, b := range boxes {
		if b.PriceCents < box.PriceCents {
			box = b
		}
	}
	for range times {
		o := post[opened](p, client.PathOpen(box.ID), client.OpenBox{Count: 1, PriceCents: box.PriceCents})
		for _, r := range o.Results {
			seeds = append(seeds, r.ServerSeed)
		}
	}
	return seeds
}

func session(out io.Writer) *operator.Session {
	return &operator.Session{In: strings.NewReader(""), Out: out, Err: out, Now: time.Now}
}

func start(t *testing.T, o process.Options) *process.Server {
	t.Helper()
	s, err := process.Start(t.Context(), o)
	if err != nil {
		words, _ := os.ReadFile(filepath.Join(filepath.Dir(o.Data), process.LogName))
		t.Fatalf("the server does not start: %v\n%s", err, words)
	}
	t.Cleanup(func() {
		s.Kill()
		process.StopPostgres(o.Data)
	})
	return s
}

// The whole of it: a site is backed up under load, dies, and is restored to a moment before its end. What was drawn
// after that moment is known to a player who has seen it, and must not be drawn again; with the closing taken out it
// is.
func TestNoDrawRepeatsAfterARestore(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a server three times")
	}
	dir := t.TempDir()
	bin, _, err := process.Binary(dir)
	if err != nil {
		t.Fatal(err)
	}
	o, words, err := process.In(dir, bin)
	if err != nil {
		t.Fatal(err)
	}
	defer words.Close()
	s := start(t, o)
	kept := filepath.Join(dir, "kept")
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	var said lockedBuffer
	go func() {
		ended <- (&backup.Take{Database: operator.Database{Data: o.Data}, To: kept, Follow: true,
			Every: 200 * time.Millisecond}).Run(ctx, session(&said))
	}()
	loaded := make(chan error, 1)
	go func() {
		_, err := loadsim.Run(ctx, loadsim.Options{URL: s.URL(), Bots: 8, Duration: 20 * time.Second, Seed: 5,
			Scenario: "open", Unaudited: true})
		loaded <- err
	}()
	p := dial(t, s, "restored1", client.PathRegister)
	before := p.open(3)
	based := func() bool {
		list, err := storebackup.Bases(t.Context(), storebackup.Directory(kept))
		return err == nil && len(list) > 0
	}
	for end := time.Now().Add(time.Minute); !based(); time.Sleep(100 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("no base: %s", said.String())
		}
	}
	before = append(before, p.open(2)...)
	gems := get[client.User](p, client.PathInfo).Balance
	boxes := get[client.BoxList](p, client.PathBoxes).Boxes
	battle := post[client.CreatedBattle](p, client.PathCreate, client.CreateBattle{Boxes: []int{boxes[0].ID}, Seats: 2,
		Mode: protocol.ModeNormal, Private: true, PriceCents: boxes[0].PriceCents})
	ana, bob, cyd := signer(t, "ana"), signer(t, "bob"), signer(t, "cyd")
	roster := func(name string, key ed25519.PrivateKey) {
		t.Helper()
		changeRoster(t, o.Data, ana, name, key)
	}
	roster("ana", ana.Key)
	roster("bob", bob.Key)
	early := headOf(t, o.Data)
	moment := time.Now().Add(100 * time.Millisecond)
	time.Sleep(300 * time.Millisecond)
	lost := p.open(5)
	setUpFactor(t, o.Data, "restored1")
	roster("bob", nil)
	roster("cyd", cyd.Key)
	time.Sleep(1500 * time.Millisecond) // the public log takes it in
	late := headOf(t, o.Data)
	if err := s.Kill(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(time.Second) // what PostgreSQL has sent is kept
	if err := process.KillPostgres(o.Data); err != nil {
		t.Fatal(err)
	}
	<-loaded
	cancel()
	if err := <-ended; err != nil {
		t.Fatalf("backup: %v\n%s", err, said.String())
	}

	var verified bytes.Buffer
	err = (&backup.Verify{From: kept, Work: dir}).Run(t.Context(), session(&verified))
	if said := verified.String(); err != nil || !strings.Contains(said, "can be restored") ||
		!strings.Contains(said, "0 violations") {
		t.Errorf("verify-backup: %v\n%s", err, said)
	}
	restore := func(name string) process.Options {
		t.Helper()
		again := o
		again.Data = filepath.Join(dir, name)
		var out bytes.Buffer
		to := moment.UTC().Format(time.RFC3339Nano)
		err := (&backup.Restore{From: kept, Data: again.Data, To: to}).Run(t.Context(), session(&out))
		if err != nil {
			t.Fatalf("restore: %v\n%s", err, out.String())
		}
		t.Log(out.String())
		if !strings.Contains(out.String(), "operations are lost") || !strings.Contains(out.String(), "box.open") {
			t.Errorf("lost operations are not listed:\n%s", out.String())
		}
		if !strings.Contains(out.String(), "1 accounts had other second factors") ||
			!strings.Contains(out.String(), "restored1: has 0, had 1") {
			t.Errorf("an account lost its second factor in silence:\n%s", out.String())
		}
		for _, told := range []string{"bob, whom ana retired", "jadebox operators retire bob\n",
			"jadebox operators add cyd --public " + hex.EncodeToString(cyd.Key.Public().(ed25519.PublicKey)) + "\n"} {
			if !strings.Contains(out.String(), told) {
				t.Errorf("a retired key signs again in silence, without %q:\n%s", told, out.String())
			}
		}
		keys, err := os.ReadFile(filepath.Join(o.Data, "identity.keys")) // is in no backup, and kept beside them
		if err == nil {
			err = os.WriteFile(filepath.Join(again.Data, "identity.keys"), keys, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		return again
	}
	audited := func(o process.Options, key string, heads ...string) *audit.Report {
		t.Helper()
		dsn := runningDSN(t, o.Data)
		opt := audit.OfSite(true)
		opt.LogKey, opt.Checkpoints = key, heads
		report, err := audit.CheckDSN(t.Context(), dsn, opt)
		if err != nil {
			t.Fatal(err)
		}
		return report
	}

	o2 := restore("restored")
	s = start(t, o2)
	if err := p.Get(t.Context(), client.PathInfo, new(client.User)); err == nil {
		t.Error("a session of before the restore still holds")
	}
	p = dial(t, s, "restored1", client.PathLogin)
	if now := get[client.User](p, client.PathInfo).Balance; now != gems {
		t.Errorf("%v gems after the restore, want %v: the battle's entry is back, later openings never were", now, gems)
	}
	view := get[protocol.BattleSnapshot](p, client.PathBattle(battle.BattleID, ""))
	if view.Summary.Status != protocol.BattleVoid || view.VoidReason != room.ReasonRestored {
		t.Errorf("the battle that was open is %s (%s)", view.Summary.Status, view.VoidReason)
	}
	if again := repeated(append(before, lost...), p.open(8)); len(again) > 0 {
		t.Errorf("drawn again after the restore: %v", again)
	}
	notices := get[any](p, "/api/home/notice")
	if told := fmt.Sprint(notices); !strings.Contains(told, "restored from a backup") ||
		!strings.Contains(told, "second factors are those of then") {
		t.Errorf("players are not told: %v", notices)
	}
	time.Sleep(2 * time.Second) // the log takes the leaves in
	report := audited(o2, early.key, early.signed, late.signed)
	if notes := fmt.Sprint(report.Notes); !report.OK() || !strings.Contains(notes, "the site went back") ||
		!strings.Contains(notes, "were lost with the restore") || !strings.Contains(notes, "has named its successor") {
		t.Errorf("%+v", report)
	}
	if _, other, err := log.GenerateKey(rand.Reader, "jadebox"); err != nil || audited(o2, other).OK() {
		t.Errorf("a key that never signed the log is taken: %v", err)
	}
	stop, done := context.WithTimeout(t.Context(), 20*time.Second)
	defer done()
	if err := s.Terminate(stop); err != nil {
		t.Fatal(err)
	}

	// The plant: the epoch is as it was, and the restore went unmarked for it.
	o3 := restore("planted")
	plant(t, o3.Data, len(before))
	s = start(t, o3)
	p = dial(t, s, "restored1", client.PathLogin)
	if again := repeated(lost, p.open(len(lost))); len(again) == 0 {
		t.Error("with the closing taken out nothing repeats: this test shows nothing")
	}
	time.Sleep(2 * time.Second)
	if report := audited(o3, ""); report.OK() || !strings.Contains(fmt.Sprint(report.Violations), "is not closed") ||
		!strings.Contains(fmt.Sprint(report.Violations), "was drawn from after the restore") {
		t.Errorf("the audit does not see a closing that was taken out: %+v", report)
	}
}

// signer is a person who is to be an operator.
func signer(t *testing.T, name string) operators.Signer {
	t.Helper()
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return operators.Signer{Name: name, Key: key}
}

// changeRoster adds an operator beside the running server, or retires one for want of a key.
func changeRoster(t *testing.T, data string, by operators.Signer, name string, key ed25519.PrivateKey) {
	t.Helper()
	db, err := postgres.Open(t.Context(), runningDSN(t, data), postgres.Options{Writers: 1, KeepSchema: true})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var public ed25519.PublicKey
	if key != nil {
		public = key.Public().(ed25519.PublicKey)
	}
	if _, err := operators.Add(t.Context(), db, by, name, public, time.Now()); err != nil {
		t.Fatal(err)
	}
}

// runningDSN is of the database that runs in a data directory.
func runningDSN(t *testing.T, data string) string {
	t.Helper()
	dsn, running := embedded.RunningDSN(data)
	if !running {
		t.Fatal("no database")
	}
	return dsn
}

func connected(t *testing.T, data string) *pgx.Conn {
	t.Helper()
	c, err := pgx.Connect(t.Context(), runningDSN(t, data))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// setUpFactor gives an account a second factor of which only the row matters.
func setUpFactor(t *testing.T, data, name string) {
	t.Helper()
	c := connected(t, data)
	defer c.Close(context.Background())
	tag, err := c.Exec(t.Context(), `INSERT INTO factor (player, id, kind, sealed, name, at)
		SELECT id, '\x01', $2, '\x01', '', now() FROM player WHERE name = $1`, name, int16(store.FactorApp))
	if err != nil || tag.RowsAffected() != 1 {
		t.Fatalf("%v, %d rows", err, tag.RowsAffected())
	}
}

// head is a checkpoint of a public log that was kept elsewhere.
type head struct{ key, signed string }

func headOf(t *testing.T, data string) (h head) {
	t.Helper()
	c := connected(t, data)
	defer c.Close(context.Background())
	if err := c.QueryRow(t.Context(), `SELECT convert_from(checkpoint, 'UTF8'),
		(SELECT convert_from(value, 'UTF8')::json->>'public' FROM setting WHERE key = 'log.key') FROM log_head`).Scan(&h.signed,
		&h.key); err != nil {
		t.Fatal(err)
	}
	return h
}

// plant takes the closing of the newest player's epoch out again.
func plant(t *testing.T, data string, used int) {
	t.Helper()
	db, err := embedded.Start(t.Context(), embedded.Options{DataDir: data})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Stop()
	c, err := pgx.Connect(t.Context(), db.DSN())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(context.Background())
	tag, err := c.Exec(t.Context(), `UPDATE account a SET next_nonce = $1 FROM player p
		WHERE p.name = 'restored1' AND a.id = p.id << 8 | $2 AND a.next_nonce = $3`, used, store.ClassPlayerGems, store.NonceClosed)
	if err != nil || tag.RowsAffected() != 1 {
		t.Fatalf("%v, %d rows", err, tag.RowsAffected())
	}
}

func repeated(known, now []string) (again []string) {
	for _, seed := range now {
		for _, k := range known {
			if seed == k {
				again = append(again, seed)
			}
		}
	}
	return again
}
