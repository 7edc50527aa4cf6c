package mall

import (
	"strings"
	"testing"
	"time"

	"jadebox/actors/shop/mall"
	"jadebox/store/memory"
	"jadebox/tools/operator/operatortest"
)

func TestALotIsPutUpAndTakenAway(t *testing.T) {
	db := memory.New(memory.Options{})
	defer db.Close()
	run := func(line string) (mall.Terms, error) {
		if _, err := operatortest.Run(t.Context(), &Command{}, db, time.Now(), "", strings.Fields(line)...); err != nil {
			return mall.Terms{}, err
		}
		return mall.Setting.Read(t.Context(), db)
	}
	if now, err := run("stock 7 3"); err != nil || now.Own[7].Lot == 0 || now.MarkupPPM != 30_000 {
		t.Fatalf("%+v, %v", now, err)
	}
	for _, bad := range []string{"", "stock 7", "stock 7 -1", "stock 7 1.5", "stock 0 1", "stock x 1", "stock 7 1000001"} {
		if now, err := run(bad); err == nil {
			t.Errorf("%q: %+v", bad, now)
		}
	}
	if now, err := run("stock 7 0"); err != nil || now.Own[7].Lot != 0 {
		t.Fatalf("%+v, %v", now, err)
	}
}
