package mall

import (
	"strings"
	"testing"
	"time"

	"jadebox/actors/shop/mall"
	"jadebox/store/memory"
)

func TestTerms(t *testing.T) {
	db := memory.New(memory.Options{})
	run := func(line string) (mall.Terms, error) {
		var out strings.Builder
		if err := Do(t.Context(), db, time.Now(), strings.Fields(line), &out); err != nil {
			return mall.Terms{}, err
		}
		stands, err := mall.Load(t.Context(), db)
		if printed, perr := mall.Read([]byte(out.String())); perr != nil || printed.MarkupPPM != stands.MarkupPPM {
			t.Errorf("%q prints %s, %v", line, out.String(), perr)
		}
		return stands, err
	}
	for line, good := range map[string]func(mall.Terms) bool{
		"show":            func(s mall.Terms) bool { return s.MarkupPPM == 30_000 },
		"markup 12.5":     func(s mall.Terms) bool { return s.MarkupPPM == 125_000 },
		"range 1 20":      func(s mall.Terms) bool { return s.LeastCents == 100 && s.MostCents == 2_000 },
		"price 7 19.99":   func(s mall.Terms) bool { return s.Own[7].PriceCents == 1_999 },
		"hide 7":          func(s mall.Terms) bool { return s.Own[7].Hidden },
		"stock 7 3":       func(s mall.Terms) bool { return s.Own[7].Lot > 0 },
		"stock 7 0":       func(s mall.Terms) bool { return s.Own[7].Lot == 0 },
		"stock 7":         nil,
		"stock 7 -1":      nil,
		"stock 7 1.5":     nil,
		"usual 7":         func(s mall.Terms) bool { return len(s.Own) == 0 },
		"":                nil,
		"markup":          nil,
		"markup 101":      nil,
		"markup -1":       nil,
		"range 5 4":       nil,
		"price 7 0":       nil,
		"hide x":          nil,
		"show everything": nil,
	} {
		if _, err := run("standard"); err != nil {
			t.Fatal(err)
		}
		if stands, err := run(line); (err == nil) != (good != nil) || good != nil && !good(stands) {
			t.Errorf("%q: %+v, %v", line, stands, err)
		}
	}
}
