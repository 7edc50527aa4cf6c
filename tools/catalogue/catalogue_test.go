package catalogue

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"jadebox/actors/rewards/promotion"
	"jadebox/actors/settings"
	"jadebox/actors/shop/mall"
	"jadebox/server/catalogue"
	"jadebox/server/registry"
	"jadebox/server/registry/economy"
	"jadebox/store"
	"jadebox/store/memory"
	"jadebox/tools/audit"
	"jadebox/tools/operator/operatortest"
)

const first = `{"version": 1,
 "items": [
  {"id":1,"slug":"blade","brand":{"zh":"刃","en":"Blade","pt":"Lâmina"},"name":{"zh":"一","en":"One","pt":"Um"},"rarity":"rare","category":"knife","priceCents":1000,"image":"/art/1.webp","thumb":"/art/1-t.webp"},
  {"id":2,"slug":"glove","brand":{"zh":"手","en":"Glove","pt":"Luva"},"name":{"zh":"二","en":"Two","pt":"Dois"},"rarity":"common","category":"hands","priceCents":100,"image":"/art/2.webp","thumb":"/art/2-t.webp"}],
 "boxes": [
  {"id":1,"slug":"vault","type":"csgo","accent":"#fff","image":"/art/v.webp","name":{"zh":"库","en":"Vault","pt":"Cofre"},"tagline":{"zh":"库","en":"Vault","pt":"Cofre"},"tags":["new"],"priceCents":200,
   "entries":[{"item":1,"weight":8000000},{"item":2,"weight":92000000}]}]}`

// counter is an operator before a database, whose clock the test moves.
type counter struct {
	*testing.T
	db  *memory.Engine
	now time.Time
}

func newCounter(t *testing.T) *counter {
	d := &counter{T: t, now: time.Date(2030, 5, 6, 7, 8, 9, 0, time.UTC)}
	d.db = memory.New(memory.Options{Clock: func() time.Time { return d.now }})
	t.Cleanup(func() { d.db.Close() })
	return d
}

// run is one step; text is what the file "-" says.
func (d *counter) run(text, args string) (string, error) {
	d.Helper()
	return operatortest.Run(d.Context(), &Command{}, d.db, d.now, text, strings.Fields(args)...)
}

func (d *counter) does(text, args string, wants ...string) string {
	d.Helper()
	out, err := d.run(text, args)
	if err != nil {
		d.Fatalf("%s: %v\n%s", args, err, out)
	}
	for _, want := range wants {
		if !strings.Contains(out, want) {
			d.Errorf("%s does not say %q:\n%s", args, want, out)
		}
	}
	return out
}

func (d *counter) sold() map[store.BoxID]store.Box {
	d.Helper()
	boxes, err := d.db.Boxes(d.Context())
	if err != nil {
		d.Fatal(err)
	}
	list := map[store.BoxID]store.Box{}
	for _, b := range boxes {
		list[b.ID] = b
	}
	return list
}

// changes is how many changes the chain has.
func (d *counter) changes() (n int64) {
	for {
		if _, err := d.db.Lookup(d.Context(), 0, store.RulesKey(n+1)); err != nil {
			return n
		}
		n++
	}
}

func (d *counter) sound() {
	d.Helper()
	report, err := audit.Check(d.Context(), d.db, audit.Options{})
	if err != nil || !report.OK() {
		d.Errorf("%+v, %v", report, err)
	}
}

func edit(text string, pairs ...string) string { return strings.NewReplacer(pairs...).Replace(text) }

func TestTheSameFileTwiceChangesNothing(t *testing.T) {
	d := newCounter(t)
	d.does(first, "import - --openings 1000 --as ana", "+ item 1 blade", "+ 1 vault", "86.00 %", "imported by ana")
	n := d.changes()
	d.now = d.now.Add(time.Hour)
	d.does(first, "import -", "nothing changes")
	out := d.does("", "export -")
	d.does(out, "import -", "nothing changes")
	if d.changes() != n || n != 1 || len(d.sold()) != 1 {
		t.Errorf("%d changes after %d, %v", d.changes(), n, d.sold())
	}
	d.sound()
}

func TestAChangeIsInForceFromItsTimeOn(t *testing.T) {
	d := newCounter(t)
	d.does(first, "import - --openings 0")
	then := d.now.Add(2 * time.Hour)
	dearer := edit(first, `"priceCents":1000`, `"priceCents":1500`, `"priceCents":200`, `"priceCents":250`)
	d.does(dearer, "import - --openings 0 --from "+then.Format(time.RFC3339), "2.00 → 2.50", "86.00 % → 84.80 %",
		"10.00 → 15.00")
	price := func() int64 {
		defs, err := d.db.ItemDefs(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return defs[0].PriceCents
	}
	d.now = then.Add(-time.Millisecond)
	if b := d.sold()[1]; b.Version != 1 || b.PriceCents != 200 || price() != 1000 {
		t.Errorf("before its time: %+v, item at %d", b, price())
	}
	d.now = then
	b := d.sold()[1]
	if b.Version != 2 || b.PriceCents != 250 || price() != 1500 {
		t.Errorf("at its time: %+v, item at %d", b, price())
	}
	if _, err := d.db.Lookup(t.Context(), 0, "odds:"+b.OddsHash); err != nil {
		t.Errorf("its odds are not in the public log: %v", err)
	}
	d.does(dearer, "import -", "nothing changes")
	d.sound()
}

func TestANewerImportTakesBackWhatWaits(t *testing.T) {
	d := newCounter(t)
	d.does(first, "import - --openings 0")
	then := d.now.Add(2 * time.Hour)
	d.does(edit(first, `"priceCents":1000`, `"priceCents":1100`), "import - --openings 0 --from "+
		then.Format(time.RFC3339))
	d.does("", "export -", "item 1 changes later")
	d.now = d.now.Add(time.Hour)
	d.does(first, "import - --openings 0", "imported by")
	d.now = then.Add(time.Hour)
	if b := d.sold()[1]; b.Version != 3 {
		t.Errorf("%+v", b)
	}
	defs, err := d.db.ItemDefs(t.Context())
	if err != nil || defs[0].PriceCents != 1000 {
		t.Errorf("%+v, %v", defs, err)
	}
	d.does(first, "import -", "nothing changes")
	d.sound()
}

// What waits is part of what settings are held to, and of what a season promises.
func TestSettingsAreHeldToWhatWaits(t *testing.T) {
	d := newCounter(t)
	closed := edit(first, `"weight":8000000`, `"weight":9300000`, `"weight":92000000`, `"weight":90700000`) // 91.85 %
	d.does(closed, "import - --openings 0")
	who := settings.Who{Author: "ana", At: d.now}
	if err := registry.Set(t.Context(), d.db, mall.Setting, who, func(held mall.Settings) (mall.Settings, error) {
		held.MarkupPPM = 900_000 // no player buys there
		return held, nil
	}); err != nil {
		t.Fatal(err)
	}
	share := func(more int64) error {
		return registry.Set(t.Context(), d.db, promotion.Setting, who,
			func(held promotion.Settings) (promotion.Settings, error) {
				held.SharePPM += more
				return held, nil
			})
	}
	if err := share(10_000); err != nil {
		t.Fatal(err)
	}
	then := d.now.Add(2 * time.Hour)
	d.does(edit(closed, `"priceCents":200`, `"priceCents":199`), "import - --openings 0 --from "+
		then.Format(time.RFC3339))
	if err := share(5_000); !errors.Is(err, economy.ErrLoop) {
		t.Errorf("a share that pays with the prices of later: %v", err)
	}
	// A box that keeps less than what is given beside it is refused, whatever it costs.
	if out, err := d.run(edit(closed, `"priceCents":200`, `"priceCents":186`), "import - --openings 0"); err == nil ||
		!strings.Contains(err.Error(), "open boxes") {
		t.Errorf("a box that gives back 98.8 %%: %v\n%s", err, out)
	}
	d.does(closed, "import - --openings 0", "imported by")
	if err := share(5_000); err != nil {
		t.Errorf("once nothing waits: %v", err)
	}
	d.sound()
}

func TestABoxIsOnSaleFromAndUntil(t *testing.T) {
	d := newCounter(t)
	from, until := d.now.Add(time.Hour), d.now.Add(3*time.Hour)
	timed := edit(first, `"tags":["new"]`, `"tags":["new"],"from":"`+from.Format(time.RFC3339)+`","until":"`+
		until.Format(time.RFC3339)+`"`)
	d.does(timed, "import - --openings 0", "on sale", "off sale")
	d.does(timed, "import -", "nothing changes")
	out := d.does("", "export -", `"from":"2030-05-06T08:08:09Z"`, `"until":"2030-05-06T10:08:09Z"`)
	d.does(out, "import -", "nothing changes")
	for _, step := range []struct {
		at   time.Time
		sold bool
	}{{from.Add(-1), false}, {from, true}, {until.Add(-1), true}, {until, false}} {
		d.now = step.at
		if b := d.sold()[1]; b.Enabled != step.sold {
			t.Errorf("%v: %+v", step.at, b)
		}
		d.does(timed, "import -", "nothing changes")
	}
	d.does(first, "import - --openings 0", "on sale")
	if b := d.sold()[1]; !b.Enabled {
		t.Errorf("%+v", b)
	}
	d.does(edit(first, `"tags":["new"]`, `"tags":["new"],"offSale":true`), "import - --openings 0", "off sale")
	if b := d.sold()[1]; b.Enabled {
		t.Errorf("%+v", b)
	}
	d.sound()
}

func TestAPriceOfAnItemMovesTheBoxesThatTheFileLeavesOut(t *testing.T) {
	d := newCounter(t)
	d.does(first, "import - --openings 0")
	start, end := strings.Index(first, ` "boxes"`), strings.LastIndex(first, "}")
	items := strings.TrimRight(strings.TrimSpace(first[:start]), ",") + first[end:]
	d.now = d.now.Add(time.Hour)
	d.does(edit(items, `"priceCents":1000`, `"priceCents":1100`), "import - --openings 0", "86.00 % → 90.00 %")
	if b := d.sold()[1]; b.Version != 2 {
		t.Errorf("%+v", b)
	}
	d.sound()
}

func TestABadFileIsRefusedWithItsPlaceAndChangesNothing(t *testing.T) {
	d := newCounter(t)
	d.does(first, "import - --openings 0")
	n := d.changes()
	d.now = d.now.Add(time.Hour)
	for name, c := range map[string]struct{ from, to, want string }{
		"an unknown field":    {`"tags":["new"]`, `"tags":["new"],"colour":"red"`, "line 6, /boxes/0/colour"},
		"a field twice":       {`"tags":["new"]`, `"tags":["new"],"tags":[]`, "/boxes/0/tags"},
		"no JSON":             {`"boxes"`, `boxes`, "line 5"},
		"a word for a number": {`"priceCents":1000`, `"priceCents":"dear"`, "line 3, /items/0/priceCents"},
		"another form":        {`"version": 1`, `"version": 2`, "/version"},
		"weights that come to less": {`"weight":8000000`, `"weight":7000000`,
			"/boxes/0 (1 vault)/entries: the weights come to 99000000"},
		"a weight of nothing":       {`"weight":8000000`, `"weight":0`, "/boxes/0 (1 vault)/entries/0: a weight of 0"},
		"an unknown item":           {`"item":1,`, `"item":7,`, "/boxes/0 (1 vault)/entries/0: there is no item 7"},
		"an item twice":             {`"item":1,`, `"item":2,`, "/boxes/0 (1 vault)/entries/1: item 2 stands twice"},
		"two of one number":         {`{"id":2,`, `{"id":1,`, "item 1 stands twice in the file"},
		"two of one name":           {`"slug":"glove"`, `"slug":"blade"`, "/slug: \"blade\" is the name of another"},
		"a host of nobody":          {`"/art/v.webp"`, `"https://evil.example/v.webp"`, "/boxes/0 (1 vault)/image"},
		"an address that is none":   {`"/art/v.webp"`, `"javascript:x"`, "neither a path of the site"},
		"a missing language":        {`"pt":"Um"`, `"pt":""`, "/items/0 (1 blade)/name/pt"},
		"a return beyond the price": {`"priceCents":200`, `"priceCents":100`, "gives back 172.00 %"},
		"a return below the bounds": {`"priceCents":200`, `"priceCents":400`, "gives back 43.00 %"},
		"a box for nothing":         {`"priceCents":200`, `"priceCents":0`, "a box on sale cannot cost 0"},
		"a rarity of nobody":        {`"rare"`, `"precious"`, "/items/0 (1 blade)/rarity"},
		"an end before the begin": {`"tags":["new"]`,
			`"tags":["new"],"from":"2031-01-01T00:00:00Z","until":"2030-12-31T00:00:00Z"`, "/until"},
	} {
		bad := edit(first, c.from, c.to)
		if bad == first {
			t.Fatalf("%s is no other file", name)
		}
		for _, step := range []string{"import -", "check -", "diff -"} {
			if out, err := d.run(bad, step); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %s says %v, want %q\n%s", name, step, err, c.want, out)
			}
		}
	}
	past := d.now.Add(-time.Second).Format(time.RFC3339)
	if _, err := d.run(edit(first, `"priceCents":200`, `"priceCents":210`), "import - --from "+past); err == nil {
		t.Error("what was sold before now was changed")
	}
	if d.changes() != n || d.sold()[1].Version != 1 {
		t.Errorf("%d changes after %d: %+v", d.changes(), n, d.sold())
	}
	d.sound()
}

// Where nothing was on sale there is nothing to compare with: no loop may be open.
func TestTheFirstImportOpensNoLoop(t *testing.T) {
	d := newCounter(t)
	thin := edit(first, `"priceCents":200`, `"priceCents":174`) // 98.85 %
	refused := func() {
		t.Helper()
		if out, err := d.run(thin, "import - --openings 0"); err == nil ||
			!strings.Contains(err.Error(), "1 keeps the least: it gives back 98.85 %") {
			t.Errorf("%v\n%s", err, out)
		}
	}
	refused()
	d.does(first, "import - --openings 0")
	d.now = d.now.Add(time.Hour)
	d.does(edit(first, `"tags":["new"]`, `"tags":["new"],"offSale":true`), "import - --openings 0", "off sale")
	d.now = d.now.Add(time.Hour)
	refused()
	d.sound()
}

func TestWhatABoxMayGiveBackIsANumber(t *testing.T) {
	d := newCounter(t)
	for _, args := range []string{"--least-return NaN", "--least-return=-1", "--least-return 101",
		"--most-return 1e9"} {
		if out, err := d.run(first, "import - --openings 0 "+args); err == nil {
			t.Errorf("%s: %s", args, out)
		}
	}
	if d.changes() != 0 {
		t.Error("something was imported")
	}
}

func TestTheHistoryTellsEveryImport(t *testing.T) {
	d := newCounter(t)
	d.does(first, "import - --openings 0 --as ana --note opening")
	then := d.now.Add(time.Hour).Format(time.RFC3339)
	d.does(edit(first, `"priceCents":1000`, `"priceCents":1100`), "import - --openings 0 --as bea --from "+then)
	d.does("", "history", "2030-05-06T07:08:09Z", "ana", "opening", "bea", then)
	d.does("", "show 1", "import 1 by ana", "item 1 blade", "box 1 vault version 1", d.sold()[1].OddsHash)
	d.does("", "show 2", "10.00 → 11.00", "version 2", "from "+then)
	if out, err := d.run("", "show 3"); err == nil {
		t.Errorf("an import of nobody: %s", out)
	}
}

func TestAnExportedFileIsReadAgain(t *testing.T) {
	d := newCounter(t)
	d.does(first, "import - --openings 0")
	file := filepath.Join(t.TempDir(), "catalogue.json")
	d.does("", "export "+file)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	f, err := catalogue.Read(text)
	if err != nil || len(f.Items) != 2 || len(f.Boxes) != 1 || f.Boxes[0].Name.Pt != "Cofre" {
		t.Errorf("%+v, %v", f, err)
	}
}

func TestAMillionSimulatedOpeningsComeToTheExpectedValue(t *testing.T) {
	f, err := catalogue.Read([]byte(first))
	if err != nil {
		t.Fatal(err)
	}
	p, err := f.Compare(store.Rules{}, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	got, err := p.Moves[0].After[0].Figures(catalogue.Openings)
	if err != nil {
		t.Fatal(err)
	}
	// 8 % of 1000 and 92 % of 100; the deviation of a mean of a million is a thousandth of one opening's
	if d := got.Expected - 172; d > 0.01 || d < -0.01 || got.Deviation < 244 || got.Deviation > 244.3 {
		t.Errorf("%+v", got)
	}
	if d := got.Simulated - got.Expected; d > 5*got.Deviation/1000 || d < -5*got.Deviation/1000 || d == 0 {
		t.Errorf("%+v", got)
	}
}
