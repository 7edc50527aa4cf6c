package players_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"jadebox/actors/kinds/battle"
	"jadebox/actors/player"
	"jadebox/actors/player/limits"
	"jadebox/actors/shop/delivery"
	"jadebox/fairness"
	"jadebox/store"
	"jadebox/store/memory"
	"jadebox/tools/operator/operatortest"
	"jadebox/tools/players"
)

func TestAnAccountIsFoundByWhatItsOwnerNames(t *testing.T) {
	now := time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	db := memory.New(memory.Options{})
	p, err := db.Register(t.Context(), store.NewPlayer{Name: "Alice01", SpreadCode: "ALICE", UserSeed: "seed",
		Language: "zh", At: now}, nil)
	if err != nil {
		t.Fatal(err)
	}
	other, err := db.Register(t.Context(), store.NewPlayer{Name: "Bob0001", SpreadCode: "BOB", UserSeed: "seed",
		At: now}, nil)
	if err != nil {
		t.Fatal(err)
	}
	phone, steam := "13912345678", "76561198000000001"
	if err := db.SetContact(t.Context(), p.ID, store.ContactChange{Phone: &phone, SteamID: &steam}); err != nil {
		t.Fatal(err)
	}
	if err := db.PutItemDefs(t.Context(), []store.ItemDef{{ID: 7, Name: store.Text{En: "Jade ring"},
		PriceCents: 250}}); err != nil {
		t.Fatal(err)
	}
	commit := func(op store.Op) store.Receipt {
		t.Helper()
		r, err := db.Commit(t.Context(), &op)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	given := commit(store.Op{Key: "gift", Kind: "props.give", At: now, Postings: []store.Posting{
		{Debit: store.House, Credit: store.PlayerGems(p.ID), AmountCents: 12_345}},
		NewItems: []store.NewItem{{Owner: p.ID, Def: 7, ValueCents: 250}}, Result: []byte(`{}`)})
	paid := commit(store.Op{Player: p.ID, Key: "buy", Kind: "mall.buy", At: now.Add(time.Minute),
		Postings: []store.Posting{{Debit: store.PlayerGems(p.ID), Credit: store.House, AmountCents: 45}},
		Leaves: []store.LogLeaf{{Key: player.LeafKey(fairness.SoloScope(int64(p.ID), 1), 0),
			Data: []byte("leaf")}}, Result: []byte(`{}`)})
	rooms := map[string]store.RoomID{}
	for kind, step := range map[string]string{battle.Kind: battle.KindCreate, delivery.Kind: delivery.KindRequest} {
		id, err := db.NewRoomID(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		rooms[kind] = id
		commit(store.Op{Player: other.ID, Key: step, Kind: step, At: now,
			Room: &store.RoomWrite{Room: id, Kind: kind, Epoch: 1, Status: store.RoomOpen, State: []byte(`{}`),
				Deadline: now.Add(time.Hour), Member: other.ID}, Result: []byte(`{}`)})
	}

	if _, err := db.SetName(t.Context(), store.NameChange{Name: "JadeFox", Before: now}, &store.Op{Player: other.ID,
		Key: "name", Kind: "player.name", At: now}); err != nil {
		t.Fatal(err)
	}
	run := func(args ...string) (string, error) {
		return operatortest.Run(t.Context(), &players.Command{}, db, now, "", args...)
	}
	whose := fmt.Sprintf("Alice01, #%d", p.ID)
	for _, args := range [][]string{
		{"show", "alice01"}, {"show", fmt.Sprintf("#%d", p.ID)},
		{"find", "--phone", phone}, {"find", "--steam", steam}, {"find", "--code", "ALICE"},
		{"find", "--op", fmt.Sprint(paid.Op)}, {"find", "--op", fmt.Sprint(given.Op)},
		{"find", "--item", fmt.Sprint(given.ItemID(0))},
	} {
		out, err := run(args...)
		if err != nil || !strings.Contains(out, whose) || !strings.Contains(out, "123.00") ||
			!strings.Contains(out, "1 items") || strings.Contains(out, phone) || strings.Contains(out, other.Name) {
			t.Errorf("%v: %v\n%s", args, err, out)
		}
	}
	for _, name := range []string{"bob0001", "jadefox"} { // what its player logs in by, and what others know
		out, err := run("show", name)
		if err != nil || !strings.Contains(out, fmt.Sprintf("JadeFox, #%d", other.ID)) ||
			!strings.Contains(out, "logs in as") || !strings.Contains(out, "Bob0001") {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
	out, err := run("records", "Alice01")
	if at, bt := strings.Index(out, "mall.buy"), strings.Index(out, "props.give"); err != nil || at < 0 || bt < at ||
		!strings.Contains(out, "-0.45") || !strings.Contains(out, fmt.Sprintf(" %d-0\n", paid.Op)) ||
		!strings.Contains(out, "123.45") || !strings.Contains(out, "+1") || !strings.Contains(out, "2 of 2 records") {
		t.Errorf("%v\n%s", err, out)
	}
	// A room that is played has a proof, an order that lies in one has none.
	out, err = run("records", fmt.Sprintf("#%d", other.ID))
	if err != nil || !strings.Contains(out, fmt.Sprintf(" battle-%d\n", rooms[battle.Kind])) ||
		strings.Contains(out, delivery.Kind+"-") {
		t.Errorf("%v\n%s", err, out)
	}
	item := fmt.Sprint(given.ItemID(0))
	for args, want := range map[string]string{
		"items Alice01":          "Jade ring  2.50  in the backpack  " + fmt.Sprint(given.Op),
		"items Alice01 --skip 1": "0 of 1 items", "items Bob0001": "0 of 0 items",
		"find --item " + item: "250 cents, in the backpack, made by",
	} {
		if out, err := run(strings.Fields(args)...); err != nil || !strings.Contains(out, want) {
			t.Errorf("%s: %v\n%s", args, err, out)
		}
	}
	for args, want := range map[string]string{"--kind mall": "1 of 1 records", "--most 1": "1 of 2 records",
		"--skip 1 --kind mall": "0 of 1 records", "--until 2026-05-04T12:01:00Z": "1 of 1 records",
		"--since 2026-05-04T12:01:00Z": "1 of 1 records"} {
		if out, err := run(append([]string{"records", "Alice01"}, strings.Fields(args)...)...); err != nil ||
			!strings.Contains(out, want) {
			t.Errorf("%s: %v\n%s", args, err, out)
		}
	}
	commit(store.Op{Player: p.ID, Key: "sale", Kind: "item.sell", At: now.Add(time.Minute), Moves: []store.ItemMove{
		{Item: given.ItemID(0), From: store.ItemPlace{Owner: p.ID, Status: store.ItemInBackpack},
			To: store.ItemPlace{Owner: p.ID, Status: store.ItemSold}}}, Result: []byte(`{}`)})
	for args, want := range map[string]string{
		"items Alice01": "0 of 0 items", "items Alice01 --gone": "  sold  ",
		"find --item " + item: "cents, sold, made",
	} {
		if out, err := run(strings.Fields(args)...); err != nil || !strings.Contains(out, want) {
			t.Errorf("%s: %v\n%s", args, err, out)
		}
	}
	for _, args := range []string{"find", "find --phone 1 --steam 2", "find --phone 13900000000", "find --op 999",
		"find --item 999", "show nobody99", "show #0", "show #1x", "show #99", "records Alice01 --most 0",
		"records Alice01 --most 1001", "records Alice01 --skip -1", "records Alice01 --kind nothing",
		"items Alice01 --most 0", "items Alice01 --most 1001", "items Alice01 --skip -1", "items nobody99"} {
		if out, err := run(strings.Fields(args)...); err == nil {
			t.Errorf("%s: %s", args, out)
		}
	}
}

// What is done to an account is one op each, shown with who did it and why.
func TestAnAccountIsActedOnInTheNameOfWhoDoesIt(t *testing.T) {
	now := time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	db := memory.New(memory.Options{Clock: func() time.Time { return now }})
	p, err := db.Register(t.Context(), store.NewPlayer{Name: "Alice01", At: now}, nil)
	if err != nil {
		t.Fatal(err)
	}
	phone := "13912345678"
	if err := db.SetContact(t.Context(), p.ID, store.ContactChange{Phone: &phone}); err != nil {
		t.Fatal(err)
	}
	used := store.Factor{ID: [32]byte{4}, Kind: store.FactorPasskey, Name: "phone", At: now.Add(time.Minute),
		Sealed: []byte("s")}
	if err := db.PutFactors(t.Context(), p.ID, nil, []store.Factor{{ID: [32]byte{1}, Kind: store.FactorApp, At: now},
		{ID: [32]byte{2}, Kind: store.FactorRecovery, At: now}, used, {ID: [32]byte{3}, Kind: store.FactorPasskey,
			Name: "key", At: now.Add(time.Hour)}}); err != nil {
		t.Fatal(err)
	}
	used.Used = now.Add(2 * time.Hour)
	if ok, err := db.UseFactor(t.Context(), p.ID, used, used.Sealed); !ok || err != nil {
		t.Fatal(ok, err)
	}
	session := func() {
		t.Helper()
		if err := db.CreateSession(t.Context(), store.Session{TokenHash: [32]byte{1}, Player: p.ID, At: now,
			Expires: now.Add(time.Hour)}); err != nil {
			t.Fatal(err)
		}
	}
	loggedIn := func() bool {
		_, err := db.SessionByHash(t.Context(), [32]byte{1})
		return err == nil
	}
	acts := 0
	signed := []string{"--reason", "by mail", "--as", "ana"}
	for n, c := range []struct {
		args   string
		signed []string
		want   string // "": refused
		act    bool
		ends   bool
	}{
		{"show alice01", nil, "authenticator app, set up at 2026-05-04T12:00:00Z", false, false},
		{"show alice01", nil, `passkey "phone", set up at 2026-05-04T12:01:00Z, last used at 2026-05-04T14:00:00Z`,
			false, false},
		{"show alice01", nil, `passkey "key", set up at 2026-05-04T13:00:00Z, not used yet`, false, false},
		{"show alice01", nil, "recovery codes  1 left", false, false},
		{"suspend alice01 --for 72h", nil, "", false, false},
		{"suspend alice01 --for 72h", []string{"--reason", ""}, "", false, false},
		{"suspend alice01", signed, "", false, false},
		{"suspend alice01 --for 72h --until 2027-01-01T00:00:00Z", signed, "", false, false},
		{"suspend alice01 --until 2026-05-04T11:59:59Z", signed, "", false, false},
		{"suspend alice01 --for 72h --class whim", signed, "", false, false},
		{"suspend nobody01 --for 72h", signed, "", false, false},
		{"lift alice01", signed, "", false, false},
		{"suspend alice01 --for 72h", signed, "suspended until 2026-05-07T12:12:00Z (review), by ana: by mail", true,
			true},
		{"show alice01", nil, "until 2026-05-07T12:12:00Z (review), by ana: by mail", false, false},
		{fmt.Sprintf("suspend #%d --until 2027-01-01T00:00:00Z --class rules",
			p.ID), signed, "until 2027-01-01T00:00:00Z (rules)", true,
			true},
		{"show alice01", nil, "act, 2 of 2", false, false},
		{"lift alice01", signed, "lifted, by ana: by mail", true, false},
		{"lift alice01", signed, "", false, false},
		{"end-sessions alice01", signed, "end-sessions, by ana: by mail", true, true},
		{"reset-phone alice01", signed, "reset-phone, by ana: by mail", true, true},
		{"reset-phone alice01", signed, "", false, false},
		{"reset-second-factor alice01", signed, "reset-second-factor, by ana: by mail", true, true},
		{"reset-second-factor alice01", signed, "", false, false},
		{"show alice01", nil, "act, 6 of 6", false, false},
		{"show alice01", nil, "second factor  none", false, false},
	} {
		session()
		out, err := operatortest.Run(t.Context(), &players.Command{}, db, now.Add(time.Duration(n)*time.Minute), "",
			append(strings.Fields(c.args), c.signed...)...)
		if (err == nil) != (c.want != "") || !strings.Contains(out, c.want) {
			t.Errorf("%s: %v\n%s", c.args, err, out)
		}
		if c.act {
			acts++
		}
		if _, all, err := db.Ops(t.Context(), store.OpQuery{Player: p.ID, Kinds: limits.ActKinds,
			Page: store.Page{Limit: 1}}); err != nil || all != acts {
			t.Errorf("%s: %d acts, want %d, %v", c.args, all, acts, err)
		}
		if loggedIn() == c.ends {
			t.Errorf("%s: logged in %v", c.args, loggedIn())
		}
		if _, err := db.DeleteSessions(t.Context(), p.ID); err != nil {
			t.Fatal(err)
		}
	}
	if c, err := db.Contact(t.Context(), p.ID); err != nil || c.Phone != "" {
		t.Errorf("%+v, %v", c, err)
	}
	if left, err := db.Factors(t.Context(), p.ID); err != nil || len(left) != 0 {
		t.Errorf("%+v, %v", left, err)
	}
	if out, err := operatortest.Run(t.Context(), &players.Command{}, db, now.Add(time.Hour), "", "show",
		"alice01"); err != nil || strings.Contains(out, "shut out") {
		t.Errorf("%v\n%s", err, out)
	}
}
