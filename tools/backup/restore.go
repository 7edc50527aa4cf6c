package backup

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/rs/zerolog"

	"jadebox/actors/operators"
	"jadebox/server/notice"
	"jadebox/server/publiclog"
	"jadebox/server/registry"
	"jadebox/store"
	"jadebox/store/backup"
	"jadebox/store/embedded"
	"jadebox/store/postgres"
	"jadebox/tools/operator"
)

// Restore is `jadebox restore`.
type Restore struct {
	operator.By
	From  string `env:"-" placeholder:"DEST" help:"Where backups are kept."`
	Data  string `env:"-" placeholder:"DIR" help:"New data directory: empty, or not there yet."`
	To    string `placeholder:"TIME" help:"The moment to go back to; without it, the end of what was kept."`
	Quiet bool   `help:"Show no progress."`

	Archive string `env:"-" placeholder:"DIR" help:"Directory of the journal's archived months, where the list of what is lost reaches back into them."`

	Copied bool `env:"-" help:"With --data instead of --from: DIR is a copy of an embedded server's directory (cp -a, a disk's snapshot), of the moment --to or of its newest operation. It is marked where it is."`

	// A container has the running site's directory and database in its environment: here it is said which is meant.
	DatabaseURL string `name:"database-url" env:"-" placeholder:"URL" help:"Instead of --from and --data: a PostgreSQL server that was restored by its own tools to the moment --to, and no site runs on; env for that of JADEBOX_DATABASE_URL."`
	NothingLost bool   `name:"nothing-lost" help:"With --database-url: the server was promoted with every change, nothing is to be closed."`
}

// ofEnvironment stands for the address of the site's database, which has a password that process lists would show.
const ofEnvironment = "env"

// Names in the data directory while a restore is on its way. The cluster gets its own when it is marked, and not
// before: no server can start on one that is not.
const (
	restoring = "pg.restoring"
	listing   = "pg.listing"
	final     = "pg"
)

// Run restores.
func (c *Restore) Run(ctx context.Context, s *operator.Session) error {
	to, err := moment(c.To)
	if err != nil {
		return err
	}
	if c.DatabaseURL == ofEnvironment {
		if c.DatabaseURL = os.Getenv("JADEBOX_DATABASE_URL"); c.DatabaseURL == "" {
			return errors.New("--database-url env: JADEBOX_DATABASE_URL is not set")
		}
	}
	if c.DatabaseURL != "" {
		return c.marked(ctx, s, to)
	}
	if c.Copied {
		return c.copied(ctx, s, to)
	}
	if c.From == "" || c.Data == "" || c.NothingLost {
		return errors.New("give --from and --data, or --database-url")
	}
	from, err := destination(c.From)
	if err != nil {
		return err
	}
	if err := emptyDir(c.Data); err != nil {
		return err
	}
	job := restore{Session: s, from: from, dir: c.Data, to: to, who: c.By, archive: c.Archive,
		tell: progress(s, c.Quiet)}
	return job.run(ctx)
}

// marked marks a database that was restored by other means.
func (c *Restore) marked(ctx context.Context, s *operator.Session, to time.Time) error {
	switch {
	case c.From != "" || c.Data != "" || c.Copied:
		return errors.New("--database-url stands instead of --from and --data")
	case c.NothingLost && !to.IsZero() || !c.NothingLost && to.IsZero():
		return errors.New("with --database-url give --to with the moment that was restored, or --nothing-lost")
	case c.NothingLost:
		if err := postgres.CheckSite(ctx, c.DatabaseURL); err != nil {
			return err
		}
		if err := c.takeOver(ctx, s); err != nil {
			return err
		}
		s.Printf("The next start takes the database as it is.\n")
		return nil
	}
	job := restore{Session: s, who: c.By}
	if _, _, err := job.mark(ctx, c.DatabaseURL, to); err != nil {
		return err
	}
	s.Printf("The database is marked as that of %s.\n%s", to.Format(time.RFC3339Nano), closes)
	return nil
}

// takeOver lets the next start take the database as it is, in the name of the operator who says that nothing is lost.
func (c *Restore) takeOver(ctx context.Context, s *operator.Session) error {
	timeline, err := postgres.Timeline(ctx, c.DatabaseURL)
	if err != nil {
		return err
	}
	at := operator.Database{DatabaseURL: c.DatabaseURL, Archive: c.Archive}
	return s.Act(ctx, at, c.By, func(db operator.Ledger) error {
		operator.Free(db)
		who := c.Who(s.Now())
		op, err := backup.TakenOver{Timeline: timeline, By: who.Author, Note: who.Note}.Op(who.At)
		if err == nil {
			_, err = db.Commit(ctx, op)
		}
		if err != nil {
			return err
		}
		return postgres.AcceptTimeline(ctx, c.DatabaseURL)
	})
}

// copied marks a directory that was copied: PostgreSQL cannot see that it is one, and draws from it would be those of
// the site that it was copied from.
func (c *Restore) copied(ctx context.Context, s *operator.Session, to time.Time) (err error) {
	if c.From != "" || c.NothingLost || c.Data == "" {
		return errors.New("--copied goes with --data alone, or with --data and --to")
	}
	if _, err := os.Stat(filepath.Join(c.Data, final, "PG_VERSION")); err != nil {
		return fmt.Errorf("%s holds no database: %w", c.Data, err)
	}
	server, err := embedded.Start(ctx, embedded.Options{DataDir: c.Data, NoRestart: true})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.Stop()) }()
	job := restore{Session: s, who: c.By}
	_, moment, err := job.mark(ctx, server.DSN(), to)
	if err != nil {
		return err
	}
	s.Printf("%s is marked as a copy of %s.\n%s", c.Data, moment.Format(time.RFC3339Nano), closes)
	return nil
}

// closes says what a mark does.
const closes = "Seed epochs and rooms of then end with the next start, everybody has to log in again, and a notice says " +
	"so.\n"

// emptyDir refuses a directory in which anything stands but what a restore that was broken off has left, and the keys
// that are kept apart.
func emptyDir(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		name := e.Name()
		ours := strings.HasPrefix(name, restoring) || strings.HasPrefix(name, listing) ||
			slices.Contains([]string{"lock", "run", "postgres.log", "identity.keys"}, name) ||
			strings.HasPrefix(name, "postgres-") || strings.HasPrefix(name, "unpack")
		if !ours {
			return fmt.Errorf("%s is not empty (%s): a site is restored into a new directory", dir, name)
		}
	}
	return nil
}

type restore struct {
	*operator.Session
	from backup.Destination
	dir  string
	to   time.Time
	who  operator.By
	tell func(backup.Progress)

	archive string
}

func (r *restore) run(ctx context.Context) error {
	server, got, err := backup.Recover(ctx, r.recovery(restoring, r.to))
	if err != nil {
		return err
	}
	moment := r.to
	if moment.IsZero() {
		moment = got.Until
	}
	heads, _, err := r.mark(ctx, server.DSN(), moment)
	guarded := map[store.PlayerID]postgres.Guarded(nil)
	if err == nil {
		guarded, err = postgres.GuardedAccounts(ctx, server.DSN())
	}
	if err := errors.Join(err, server.Stop()); err != nil {
		return err
	}
	cluster := filepath.Join(r.dir, final)
	var lost later
	var why error
	if !r.to.IsZero() {
		lost, why = r.lost(ctx, heads)
	}
	if err := os.Rename(filepath.Join(r.dir, restoring), cluster); err != nil {
		return err
	}
	if err := backup.SyncDir(r.dir); err != nil {
		return err
	}
	r.Printf("%s holds the site as it was at %s, from copy %s; the newest change is of %s.\n", r.dir,
		moment.Format(time.RFC3339Nano), got.Base.Name, got.LastCommit.Format(time.RFC3339Nano))
	r.Printf("%s\n", holds(got.Base.Site))
	r.Printf("%sBring identity.keys from where it is kept, into %s, before the start.\n", closes, r.dir)
	if err := r.tellLost(lost.ops, why); err != nil || why != nil {
		return err
	}
	r.tellRoster(lost.roster)
	return r.tellGuarded(unguarded(guarded, lost.guarded, moment))
}

// holds says which database was found, and how much of its journal was there when the copy was made.
func holds(s backup.Site) string {
	if s.Database == "" {
		return "The copy does not say what its journal held: it is of an older release."
	}
	return fmt.Sprintf("Database %s, owner %s: all %d operations of before the copy are there.", s.Database, s.Owner,
		s.Operations)
}

func (r *restore) recovery(cluster string, to time.Time) backup.Recovery {
	return backup.Recovery{From: r.from, DataDir: r.dir, Cluster: cluster, To: to, Tell: r.tell, Log: zerolog.Nop()}
}

// mark makes the database one that can be served from, as it was at a moment (zero: that of its newest operation), and
// returns where its journal ends but for the mark.
func (r *restore) mark(ctx context.Context, dsn string, to time.Time) (heads map[int64]store.ChainHead,
	moment time.Time, err error) {
	fail := func(err error) (map[int64]store.ChainHead, time.Time, error) { return nil, time.Time{}, err }
	if err := postgres.CheckSite(ctx, dsn); err != nil { // what opens an empty database makes a site of it
		return fail(err)
	}
	var at time.Time // a demo's clock may be moved: its time is not before that of its newest operation
	clock := func() time.Time {
		if now := r.Now(); now.After(at) {
			return now
		}
		return at
	}
	db, err := postgres.Open(ctx, dsn, postgres.Options{Writers: 1, Archived: r.archive, Clock: clock})
	if err != nil {
		return fail(err)
	}
	defer db.Close()
	if heads, err = db.ChainHeads(ctx); err != nil {
		return fail(err)
	}
	newest, err := db.NewestTime(ctx)
	if err != nil {
		return fail(err)
	}
	at = newest
	if moment = to; moment.IsZero() {
		moment = at
	}
	mode, err := db.Mode(ctx)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return fail(err)
	}
	now := r.Now().UTC()
	if ahead := at.Sub(now); ahead > 0 && mode == store.ModeLive { // a demo's clock may be moved
		return fail(fmt.Errorf("the newest operation is of %s, and this machine's clock is %v behind it: set it first",
			at.Format(time.RFC3339), ahead.Round(time.Second)))
	}
	if now.After(at) {
		at = now
	}
	at = at.Truncate(time.Millisecond).Add(time.Millisecond)
	log, err := publiclog.Continue(ctx, db, rand.Reader, "jadebox", moment, at)
	if err != nil {
		return fail(err)
	}
	who := r.who.Who(at)
	if log.Op.Result, err = json.Marshal(Restored{By: who.Author, Note: who.Note}); err != nil {
		return fail(err)
	}
	if err := postgres.MarkRestored(ctx, dsn, postgres.Restored{LogKey: log.Key,
		Checkpoint: log.Checkpoint}); err != nil {
		return fail(err)
	}
	if _, err := db.Commit(ctx, log.Op); err != nil {
		return fail(err)
	}
	tell := func(b notice.Centre) (notice.Centre, error) {
		b.Notices = slices.Clone(b.Notices)
		_, err := b.Add(at, restoredNotice(moment))
		return b, err
	}
	return heads, moment, registry.Set(ctx, db, notice.Setting, who, tell)
}

// Restored is the result of the operation of a restore (publiclog.KindRestored). No operator signs it: who is one went
// back with the site.
type Restored struct {
	By   string `json:"by"`
	Note string `json:"note,omitempty"`
}

// restoredNotice is the notice to the players.
func restoredNotice(moment time.Time) notice.Notice {
	when := moment.UTC().Format("2006-01-02 15:04") + " UTC"
	return notice.Notice{Type: "website", State: notice.AutoShows, Title: store.Text{Zh: "网站已从备份恢复",
		En: "The site was restored from a backup", Pt: "O site foi restaurado de um backup"},
		Text: store.Text{
			Zh: "网站回到了 " + when + " 的状态。此后的操作已丢失。\n进行中的房间已取消并退款，每位玩家的种子已公开并更换，公开日志以新的密钥继续。密码和双重验证也回到当时的设置，请重新登录并检查，之后所做的更改需重新设置。如有缺失，请联系客服。",
			En: "The site is as it was at " + when + ". What was done after that is lost.\nRooms that were open have ended and stakes are back, each player's seeds are revealed and replaced, and the public log goes on under a new key. Passwords and second factors are those of then, too: log in again, and set up anew what you have changed since. Write to support if something is missing.",
			Pt: "O site está como em " + when + ". O que foi feito depois foi perdido.\nAs salas abertas terminaram e as apostas foram devolvidas, as sementes de cada jogador foram reveladas e trocadas, e o registro público continua com uma nova chave. Senhas e segundos fatores também são os de então: entre novamente e refaça o que mudou depois. Fale com o suporte se algo faltar."}}
}

// Lost is an operation that was done after the moment that was restored.
type Lost struct {
	Op     store.OpID      `json:"op"`
	At     time.Time       `json:"at"`
	Player store.PlayerID  `json:"player"`
	Key    string          `json:"key"`
	Kind   string          `json:"kind"`
	Moves  []store.Posting `json:"postings,omitempty"`
}

// later is what the archive knows of the time after the moment that was restored.
type later struct {
	ops     []Lost
	guarded map[store.PlayerID]postgres.Guarded
	roster  []operators.Change // in their order
}

// lost reads, from a second recovery up to the end of the archive, what is behind the heads, and which accounts had
// which second factors.
func (r *restore) lost(ctx context.Context, heads map[int64]store.ChainHead) (of later, err error) {
	server, _, err := backup.Recover(ctx, r.recovery(listing, time.Time{}))
	if err != nil {
		return of, err
	}
	defer func() {
		err = errors.Join(err, server.Stop(), os.RemoveAll(filepath.Join(r.dir, listing)))
	}()
	if of.guarded, err = postgres.GuardedAccounts(ctx, server.DSN()); err != nil {
		return of, err
	}
	db, err := postgres.Inspect(ctx, server.DSN(), r.archive)
	if err != nil {
		return of, err
	}
	defer db.Close()
	view, err := db.Snapshot(ctx)
	if err != nil {
		return of, err
	}
	defer view.Close()
	from := store.Cursor{}
	for w, h := range heads {
		from[w] = h.Seq
	}
	err = view.JournalAfter(ctx, from, func(e *store.JournalEntry) error {
		of.ops = append(of.ops, Lost{e.ID, e.At, e.Player, e.Key, e.Kind, e.Transfers})
		if e.Kind != operators.KindRoster {
			return nil
		}
		c, err := operators.ReadChange(&e.Op)
		of.roster = append(of.roster, c)
		return err
	})
	slices.SortFunc(of.ops, func(a, b Lost) int { return a.At.Compare(b.At) })
	slices.SortFunc(of.roster, func(a, b operators.Change) int { return cmp.Compare(a.N, b.N) })
	return of, err
}

// tellRoster names who is an operator again, or no more: a key that was retired because it was stolen signs
// once more.
func (r *restore) tellRoster(lost []operators.Change) {
	if len(lost) == 0 {
		return
	}
	r.Printf("Who is an operator went back, too:\n")
	for _, c := range lost {
		if c.Key == "" {
			r.Printf("  %s, whom %s retired at %s, is an operator again: jadebox operators retire %s\n", c.Name, c.By,
				operator.Stamp(c.AtMS), c.Name)
		} else {
			r.Printf("  %s, whom %s added at %s, is no operator: jadebox operators add %s --public %s\n", c.Name, c.By,
				operator.Stamp(c.AtMS), c.Name, c.Key)
		}
	}
}

// Unguarded is an account whose second factors are not those that it had at the end.
type Unguarded struct {
	Player store.PlayerID `json:"player"`
	Name   string         `json:"name"`
	Now    int            `json:"now"` // second factors of it as it was restored; recovery codes are none
	Had    int            `json:"had"` // at the end of what was kept
}

// unguarded compares what accounts of before a moment have with what they had later, by account.
func unguarded(now, had map[store.PlayerID]postgres.Guarded, moment time.Time) (list []Unguarded) {
	for id, then := range had {
		if is := now[id]; !then.Registered.After(moment) && !slices.Equal(is.Factors, then.Factors) {
			list = append(list, Unguarded{id, then.Name, len(is.Factors), len(then.Factors)})
		}
	}
	for id, is := range now {
		if _, there := had[id]; !there { // which the player has taken off since
			list = append(list, Unguarded{id, is.Name, len(is.Factors), 0})
		}
	}
	slices.SortFunc(list, func(a, b Unguarded) int { return cmp.Compare(a.Player, b.Player) })
	return list
}

// unguardedShown bounds how many accounts are printed.
const unguardedShown = 20

// tellGuarded names the accounts whose second factors went back with the site, and writes all of them beside the
// database.
func (r *restore) tellGuarded(list []Unguarded) error {
	if len(list) == 0 {
		return nil
	}
	name := filepath.Join(r.dir, "factors.json")
	if err := write(name, list); err != nil {
		return err
	}
	r.Printf("%d accounts had other second factors at the end than they have now, all of them in %s. Whoever has the "+
		"password comes in without what was set up since: tell their players, and suspend those that hold much until they "+
		"have answered.\n", len(list), name)
	for _, u := range list[:min(len(list), unguardedShown)] {
		r.Printf("%8d  %s: has %d, had %d\n", u.Player, u.Name, u.Now, u.Had)
	}
	return nil
}

// write keeps a list as a file for the operator alone.
func write(name string, list any) error {
	text, err := json.MarshalIndent(list, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(name, append(text, '\n'), 0o600)
}

// tellLost sums up what is lost, and writes all of it beside the database.
func (r *restore) tellLost(list []Lost, why error) error {
	switch {
	case why != nil:
		r.Printf("What was done after that moment could not be read: %v\n", why)
		return nil
	case r.to.IsZero():
		r.Printf("Nothing of what was kept is lost; what was done after its end, if anything, is known to nobody.\n")
		return nil
	case len(list) == 0:
		r.Printf("Nothing that was kept is of a later time.\n")
		return nil
	}
	name := filepath.Join(r.dir, "lost.json")
	if err := write(name, list); err != nil {
		return err
	}
	kinds := map[string]int{}
	for _, l := range list {
		kinds[l.Kind]++
	}
	var names []string
	for kind := range kinds {
		names = append(names, kind)
	}
	slices.Sort(names)
	r.Printf("%d operations are lost, of %s to %s, all of them in %s:\n", len(list),
		list[0].At.UTC().Format(time.RFC3339), list[len(list)-1].At.UTC().Format(time.RFC3339), name)
	for _, kind := range names {
		r.Printf("%8d  %s\n", kinds[kind], kind)
	}
	return nil
}
