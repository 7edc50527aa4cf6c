package props

import (
	"slices"
	"strings"
	"testing"
	"time"

	"jadebox/actors/rewards/prize"
	"jadebox/actors/rewards/props"
	"jadebox/store"
	"jadebox/store/memory"
	"jadebox/tools/operator/operatortest"
)

func TestGiftsAreOrderedAsAsked(t *testing.T) {
	db, now := memory.New(memory.Options{}), time.Now()
	if err := db.PutItemDefs(t.Context(), []store.ItemDef{{ID: 7, Slug: "knife-jade", PriceCents: 900},
		{ID: 8, Slug: "glove", PriceCents: 100}}); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Register(t.Context(), store.NewPlayer{Name: "Player1", At: now}, nil); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args string
		want string // in what is printed; "" for a refusal
	}{
		{"give Player1 knife-jade 8", "gives Player1 what is worth 10.00 gems\norder "},
		{"give Player1 nothing", ""},
		{"give Player1 --gems 1.50 --fragments 200 --voucher discount --voucher 2,2 --voucher 2",
			"gives Player1 what is worth 3.10 gems to a player who does not play, "},
		{"give Player1 --fragments=-1", ""},
		{"give Player1 --voucher 99", ""},
		{"give Player1 --voucher nothing", ""},
		{"give Player1 --gems much", ""},
		{"give Player1 --gems 1.505", ""},
		{"give Player1 --gems 0.001 --fragments 1", ""},
		{"give Player1 --gems nan --fragments 1", ""},
		{"give Player1 --gems inf", ""},
		{"give Player1 knife-jade,8", ""},
		{"give nobody 7", ""},
		{"give Player1", ""},
		{"", ""},
		{"drop", ""},
	} {
		out, err := operatortest.Run(t.Context(), &Command{}, db, now, "", strings.Fields(c.args)...)
		if (err == nil) != (c.want != "") || !strings.Contains(out, c.want) {
			t.Errorf("%q: %v, %s", c.args, err, out)
		}
	}
	prizes := []prize.Prize{{Kind: prize.Diamond, Num: 150}, {Kind: prize.Debris, Num: 200},
		{Kind: prize.OpenBox, Num: 1}, {Kind: prize.TrendChart, Num: 3, Voucher: 2}}
	held, err := props.OrdersSetting.Read(t.Context(), db)
	if err != nil || len(held.Orders) != 2 || len(held.Orders[1].Defs) != 0 || !slices.Equal(held.Orders[1].Prizes,
		prizes) || held.Orders[0].AtMS != now.UnixMilli() || len(held.Orders[0].Defs) != 2 ||
		held.Orders[0].Defs[0] != 7 {
		t.Errorf("%+v %v", held, err)
	}
	operatortest.KeepsHistory(t, &Command{}, db, props.OrdersSetting.Name, "give", "Player1", "8")
}
