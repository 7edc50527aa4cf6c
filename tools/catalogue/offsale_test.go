package catalogue

import (
	"testing"
	"time"
)

func TestABoxIsTakenOffSaleAtOnceByOneSignedChange(t *testing.T) {
	d := newCounter(t)
	hosted := edit(first, "/art/v.webp", "https://market.test/v.webp")
	d.does(hosted, "import - --openings 0 --picture-allow https://market.test")
	d.now = d.now.Add(time.Hour)
	d.does("", "off-sale 1 --as ana --note prices", "box 1 (vault) is off sale", "by ana")
	if b := d.sold()[1]; b.Enabled || b.PriceCents != 200 || len(b.Entries) != 2 {
		t.Errorf("%+v", b)
	}
	d.does("", "history", "ana", "prices")
	for _, args := range []string{"off-sale 1", "off-sale 2"} { // already, and none of that number
		n := d.changes()
		if out, err := d.run("", args); err == nil || d.changes() != n {
			t.Errorf("%s: %v, %d changes after %d\n%s", args, err, d.changes(), n, out)
		}
	}
	d.does(hosted, "import - --openings 0 --picture-allow https://market.test", "vault")
	if !d.sold()[1].Enabled {
		t.Error("its file does not put it on sale again")
	}
	d.sound()
}

func TestASaleThatIsStillToEndEndsNow(t *testing.T) {
	d := newCounter(t)
	until := d.now.Add(48 * time.Hour).Format(time.RFC3339)
	d.does(edit(first, `"priceCents":200,`, `"priceCents":200,"until":"`+until+`",`), "import - --openings 0")
	d.now = d.now.Add(time.Hour)
	d.does("", "off-sale 1", "off sale")
	if d.sold()[1].Enabled {
		t.Error("on sale")
	}
	d.now = d.now.Add(72 * time.Hour)
	if d.sold()[1].Enabled {
		t.Error("on sale after its end")
	}
	d.sound()
}
