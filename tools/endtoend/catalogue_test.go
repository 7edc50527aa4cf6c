package endtoend

import (
	"bytes"
	"strconv"
	"strings"
	"testing"
	"time"

	"jadebox/protocol"
	servercatalogue "jadebox/server/catalogue"
	"jadebox/tools/catalogue"
	"jadebox/tools/loadsim/client"
	"jadebox/tools/operator/operatortest"
)

// An operator exports what is sold, makes a box dearer from a time on, and imports it beside the running server: it is
// sold at the old price until then and at the new one afterwards, without a restart; who has seen the old one is told,
// and what was opened before still proves.
func TestAnImportedCatalogueIsSoldFromItsTimeOnWithoutARestart(t *testing.T) {
	s := fresh(t)
	db := s.store()
	command := func(in string, args ...string) string {
		t.Helper()
		out, err := operatortest.Run(t.Context(), &catalogue.Command{}, db, time.Now(), in, args...)
		if err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
		return out
	}
	p := s.register("catalogue1")
	box := cheapest(p)
	open := client.OpenBox{Count: 1, PriceCents: box.PriceCents}
	before := ask[client.Opened](p, client.PathOpen(box.ID), open)

	text := command("", "export", "-")
	f, err := servercatalogue.Read([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if out := command(text, "import", "-"); !strings.Contains(out, "nothing changes") {
		t.Fatalf("what is sold is no change:\n%s", out)
	}
	var price int64
	for i := range f.Boxes {
		if b := &f.Boxes[i]; int(b.ID) == box.ID {
			b.PriceCents += 10
			price = b.PriceCents
		}
	}
	dearer, err := f.Text()
	if err != nil || !bytes.Contains(dearer, []byte(strconv.FormatInt(price, 10))) {
		t.Fatal(err)
	}
	from := time.Now().Add(6 * time.Second).Truncate(time.Second)
	t.Log(command(string(dearer), "import", "-", "--openings", "1000", "--as", "ana", "--from",
		from.UTC().Format(time.RFC3339)))
	if b := cheapest(p); time.Now().Before(from) && b.PriceCents != box.PriceCents {
		t.Errorf("sold at %d before its time", b.PriceCents)
	}
	ask[client.Opened](p, client.PathOpen(box.ID), open)
	for give := from.Add(20 * time.Second); cheapest(p).PriceCents != price; time.Sleep(100 * time.Millisecond) {
		if time.Now().After(give) {
			t.Fatal("the running server never sold it")
		}
	}
	if time.Now().Before(from) {
		t.Error("sold before its time")
	}
	p.keys++
	if _, err := p.Post(t.Context(), client.NewCall(client.PathOpen(box.ID), "late", open)); client.CodeOf(err) !=
		protocol.CodePriceChanged {
		t.Errorf("the old price: %v", err)
	}
	open.PriceCents = price
	after := ask[client.Opened](p, client.PathOpen(box.ID), open)
	verified(p, before.Results[0].ResultID)
	verified(p, after.Results[0].ResultID)
}
