package endtoend

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"jadebox/actors/player"
	"jadebox/protocol"
	servercatalogue "jadebox/server/catalogue"
	"jadebox/store"
	"jadebox/store/postgres"
	"jadebox/tools/catalogue"
	"jadebox/tools/loadsim/client"
	"jadebox/tools/operator/operatortest"
)

// counter is an operator's command beside a running server.
type counter struct {
	*testing.T
	db *postgres.Engine
}

func (c *counter) try(ctx context.Context, in string, args ...string) (string, error) {
	return operatortest.Run(ctx, &catalogue.Command{}, c.db, time.Now(), in, args...)
}

func (c *counter) run(in string, args ...string) string {
	c.Helper()
	out, err := c.try(c.Context(), in, args...)
	if err != nil {
		c.Fatalf("%v: %v\n%s", args, err, out)
	}
	return out
}

// edited is what is sold as a file, with one box changed.
func (c *counter) edited(id int, change func(b *servercatalogue.Box)) string {
	c.Helper()
	f, err := servercatalogue.Read([]byte(c.run("", "export", "-")))
	if err != nil {
		c.Fatal(err)
	}
	for i := range f.Boxes {
		if b := &f.Boxes[i]; int(b.ID) == id {
			change(b)
		}
	}
	text, err := f.Text()
	if err != nil {
		c.Fatal(err)
	}
	return string(text)
}

// changes is how many changes of the rules there are.
func (c *counter) changes() (n int64) {
	c.Helper()
	for {
		if _, err := c.db.Lookup(c.Context(), 0, store.RulesKey(n+1)); err != nil {
			return n
		}
		n++
	}
}

// listed is a box as the home page has it.
func listed(p *person, id int) (client.Box, bool) {
	p.Helper()
	for _, b := range get[client.BoxList](p, client.PathBoxes).Boxes {
		if b.ID == id {
			return b, true
		}
	}
	return client.Box{}, false
}

// until waits for what a running server will do by itself.
func until(t *testing.T, what string, done func() bool) {
	t.Helper()
	for give := time.Now().Add(30 * time.Second); !done(); time.Sleep(100 * time.Millisecond) {
		if time.Now().After(give) {
			t.Fatal(what)
		}
	}
}

// An operator makes a box dearer from a time on beside the running server, while players open it: it is sold at the old
// price and odds until then and at the new ones afterwards, without a restart; a client that has the old price is told;
// and what was opened on both sides proves.
func TestAnImportedCatalogueIsSoldFromItsTimeOnWithoutARestart(t *testing.T) {
	s := fresh(t)
	c := &counter{t, s.store()}
	p := s.register("catalogue0")
	box := cheapest(p)
	if out := c.run(c.run("", "export", "-"), "import", "-"); !strings.Contains(out, "nothing changes") {
		t.Fatalf("what is sold is no change:\n%s", out)
	}
	old, err := c.db.BoxVersion(t.Context(), store.BoxID(box.ID), 1)
	if err != nil {
		t.Fatal(err)
	}
	dearer := c.edited(box.ID, func(b *servercatalogue.Box) {
		b.PriceCents += 10
		b.Entries[0].Weight, b.Entries[1].Weight = b.Entries[0].Weight+10, b.Entries[1].Weight-10
	})
	people := []*person{p}
	for n := range 3 {
		people = append(people, s.register(fmt.Sprint("catalogue", n+1)))
	}
	from := time.Now().Add(20 * time.Second).Truncate(time.Second)
	t.Log(c.run(dearer, "import", "-", "--openings", "1000", "--as", "ana", "--from", from.UTC().Format(time.RFC3339)))
	if b := cheapest(p); time.Now().Before(from) && b.PriceCents != box.PriceCents {
		t.Errorf("sold at %d before its time", b.PriceCents)
	}
	var players sync.WaitGroup
	for _, p := range people {
		players.Go(func() { opensAcross(p, box, from.Add(5*time.Second)) })
	}
	players.Wait()
	if b, _ := listed(p, box.ID); b.PriceCents != box.PriceCents+10 {
		t.Errorf("%+v on the home page", b)
	}
	for _, p := range people {
		sides := map[uint32]int{}
		who, err := c.db.PlayerByName(t.Context(), p.name)
		if err != nil {
			t.Fatal(err)
		}
		ops, _, err := c.db.Ops(t.Context(), store.OpQuery{Player: who.ID, Kinds: []string{player.KindOpen},
			Page: store.Page{Limit: 200}})
		if err != nil {
			t.Fatal(err)
		}
		for i, op := range ops {
			var o player.Opened
			if err := json.Unmarshal(op.Result, &o); err != nil {
				t.Fatal(err)
			}
			sides[o.Version]++
			early, late := op.At.Before(from), op.At.After(from.Add(3*time.Second))
			if early && o.Version != old.Version || late && o.Version == old.Version {
				t.Errorf("version %d at %v, in force from %v", o.Version, op.At, from)
			}
			if i == 0 || i == len(ops)-1 {
				verified(p, fmt.Sprintf("%d-0", op.ID))
			}
		}
		if sides[1] == 0 || sides[2] == 0 || len(sides) != 2 {
			t.Errorf("%s opened %v, by version", p.name, sides)
		}
	}
}

// opensAcross opens a box again and again until a time, at the price that holds.
func opensAcross(p *person, box client.Box, until time.Time) {
	open := client.OpenBox{Count: 1, PriceCents: box.PriceCents}
	for changed := false; time.Now().Before(until); time.Sleep(200 * time.Millisecond) {
		p.keys++
		_, err := p.Post(p.Context(), client.NewCall(client.PathOpen(box.ID), fmt.Sprint(p.name, "-", p.keys), open))
		switch {
		case err == nil, client.Retryable(err):
		case client.CodeOf(err) == protocol.CodePriceChanged && !changed:
			changed, open.PriceCents = true, open.PriceCents+10
		default:
			p.Errorf("%s: %v", p.name, err)
			return
		}
	}
}

// A box that is taken off sale leaves the list and is refused by name, within seconds, and so it is after a restart,
// for which the demo's own catalogue is no reason to put it back.
func TestABoxOffSaleIsRefusedAndARestartKeepsIt(t *testing.T) {
	s := fresh(t)
	c := &counter{t, s.store()}
	p := s.register("catalogue5")
	box := cheapest(p)
	open := client.OpenBox{Count: 1, PriceCents: box.PriceCents}
	ask[client.Opened](p, client.PathOpen(box.ID), open)
	gone := c.edited(box.ID, func(b *servercatalogue.Box) { b.OffSale = true })
	if out := c.run(gone, "import", "-", "--openings", "0"); !strings.Contains(out, "off sale") {
		t.Errorf("%s", out)
	}
	refused := func(p *person) {
		t.Helper()
		until(t, "it stays in the list", func() bool { _, there := listed(p, box.ID); return !there })
		p.keys++
		_, err := p.Post(t.Context(), client.NewCall(client.PathOpen(box.ID), fmt.Sprint("gone", p.keys), open))
		if client.CodeOf(err) != protocol.CodeBoxDisabled {
			t.Errorf("opened off sale: %v", err)
		}
	}
	refused(p)
	n := c.changes()
	s.stop()
	again := start(t, s.dsn)
	t.Cleanup(again.stop)
	q := again.register("catalogue6")
	refused(q)
	if c.changes() != n {
		t.Errorf("%d changes after a restart, %d before", c.changes(), n)
	}
}

// An import that ends after its op is durable and before its rows are written is finished by the running server; one
// that ends before it has changed nothing. Either may be repeated.
func TestAnImportThatIsKilledHappensWholeOrNotAtAll(t *testing.T) {
	s := fresh(t)
	c := &counter{t, s.store()}
	p := s.register("catalogue7")
	box := cheapest(p)
	n := c.changes()
	dearer := c.edited(box.ID, func(b *servercatalogue.Box) { b.PriceCents += 10 })

	lock, err := pgx.Connect(t.Context(), s.dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Close(context.Background())
	held := func(what string) pgx.Tx {
		t.Helper()
		tx, err := lock.Begin(t.Context())
		if err == nil {
			_, err = tx.Exec(t.Context(), what)
		}
		if err != nil {
			t.Fatal(err)
		}
		return tx
	}
	killed := func(meanwhile func()) {
		t.Helper()
		ctx, kill := context.WithCancel(t.Context())
		defer kill()
		done := make(chan error)
		go func() {
			_, err := c.try(ctx, dearer, "import", "-", "--openings", "0")
			done <- err
		}()
		meanwhile()
		kill()
		if err := <-done; err == nil {
			t.Fatal("it was not killed")
		}
	}
	reads := held(`LOCK TABLE item_version IN ACCESS EXCLUSIVE MODE`)
	killed(func() { time.Sleep(200 * time.Millisecond) })
	if err := reads.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	if b, _ := listed(p, box.ID); c.changes() != n || b.PriceCents != box.PriceCents {
		t.Errorf("%d changes after %d, sold at %d", c.changes(), n, b.PriceCents)
	}

	writes := held(`LOCK TABLE box IN SHARE MODE`)
	killed(func() { until(t, "its op is not durable", func() bool { return c.changes() == n+1 }) })
	if err := writes.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	until(t, "the server does not finish it", func() bool {
		b, _ := listed(p, box.ID)
		return b.PriceCents == box.PriceCents+10
	})
	if out := c.run(dearer, "import", "-"); !strings.Contains(out, "nothing changes") || c.changes() != n+1 {
		t.Errorf("%d changes after %d: %s", c.changes(), n, out)
	}
	ask[client.Opened](p, client.PathOpen(box.ID), client.OpenBox{Count: 1, PriceCents: box.PriceCents + 10})
}

// Operators who import at once come one after the other: the same file has one effect, and of two files the one that
// comes last holds, whole.
func TestImportsAtOnceComeOneAfterTheOther(t *testing.T) {
	s := fresh(t)
	c := &counter{t, s.store()}
	p := s.register("catalogue8")
	box := cheapest(p)
	n := c.changes()
	files := []string{c.edited(box.ID, func(b *servercatalogue.Box) { b.PriceCents += 10 }),
		c.edited(box.ID, func(b *servercatalogue.Box) { b.PriceCents += 20 })}
	imports := func(files ...string) {
		t.Helper()
		var all sync.WaitGroup
		for i, text := range files {
			other := &counter{t, s.store()}
			all.Go(func() {
				if out, err := other.try(t.Context(), text, "import", "-", "--openings", "0"); err != nil {
					t.Errorf("import %d: %v\n%s", i, err, out)
				}
			})
		}
		all.Wait()
	}
	imports(files[0], files[0], files[0])
	if c.changes() != n+1 {
		t.Errorf("%d changes after %d: the same file thrice", c.changes(), n)
	}
	imports(files[1], files[0])
	until(t, "neither is sold", func() bool {
		b, _ := listed(p, box.ID)
		return b.PriceCents == box.PriceCents+10 || b.PriceCents == box.PriceCents+20
	})
	boxes, err := c.db.Boxes(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range boxes {
		if int(b.ID) == box.ID && (b.PriceCents-box.PriceCents)%10 != 0 {
			t.Errorf("%+v", b)
		}
	}
}

// What is not a catalogue is refused with its place, and changes nothing of what a running server sells.
func TestAnImportOfGarbageChangesNothing(t *testing.T) {
	s := fresh(t)
	c := &counter{t, s.store()}
	n := c.changes()
	whole := c.run("", "export", "-")
	for name, text := range map[string]string{"nothing": "", "noise": "\x00\xff\x7fELF",
		"half a file": whole[:len(whole)/2], "another file": `{"name": "jadebox", "dependencies": {}}`, "a list": `[1, 2]`, "null": `null`,
		"an unknown field": strings.Replace(whole, `"slug":`, `"slugg":`, 1)} {
		if out, err := c.try(t.Context(), text, "import", "-"); err == nil {
			t.Errorf("%s was imported:\n%s", name, out)
		} else {
			t.Logf("%s: %v", name, err)
		}
	}
	if c.changes() != n || c.run("", "export", "-") != whole {
		t.Errorf("%d changes after %d", c.changes(), n)
	}
}
