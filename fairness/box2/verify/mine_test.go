package verify

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	sumdb "golang.org/x/mod/sumdb/note"

	"jadebox/fairness"
	"jadebox/fairness/box2"
	"jadebox/fairness/log"
)

var receiptsKey = newSigner(origin+"/receipts", "receipts")

// receipt promises a ticket beside one of another player.
func receipt(ticket string, by signer) box2.Receipt {
	var tree log.Memory
	must(tree.Append([]byte("of somebody else"), []byte(ticket)))
	text := strings.Join([]string{"BOX2/receipts", "log=" + origin, "tree-size=5", "tree-root=" + other, "count=2",
		"root=" + must(log.Root(2, &tree)), "log-by=1800000060", "end-by=1800000600", ""}, "\n")
	note := must(sumdb.Sign(&sumdb.Note{Text: text}, must(sumdb.NewSigner(by.secret))))
	r := box2.Receipt{Ticket: ticket, Index: 1, Note: string(note), Path: []string{}}
	for _, h := range must(log.ProveInclusion(2, 1, &tree)) {
		r.Path = append(r.Path, base64.StdEncoding.EncodeToString(must(hex.DecodeString(h))))
	}
	return r
}

// kept is what an honest page has kept of the request of a bundle.
func kept(b *Bundle) *Mine {
	t := must(parse[box2.Ticket](b.Tickets[0]))
	m := &Mine{
		Asked: Asked{Scope: t.Scope, N: t.N, Count: 3, UserSeed: t.UserSeed, Box: t.Box, OddsHash: t.Odds,
			PriceCents: t.StakeCents, Commit: must(parse[box2.EpochOpen](b.Context)).Commit, AtMS: 1_800_000_019_000},
		Receipt: receipt(b.Tickets[0], receiptsKey),
		Shown:   Shown{Items: []int64{11, 13, 11}, V: []int64{1, 2, 3}, ServerHashes: t.ServerHashes},
	}
	if b.Kind == fairness.KindUpgrade {
		r := must(parse[box2.Upgrade](b.Results[0]))
		m.Shown.Items[1], m.Shown.V[1] = r.Target, r.V
	} else {
		r := must(parse[box2.Result](b.Results[0]))
		m.Shown.Items[1], m.Shown.V[1] = r.Item, r.V
	}
	return m
}

func TestWhatIsNotAsTheDeviceKeptItIsToldByItsField(t *testing.T) {
	for _, kind := range []string{fairness.KindBox, fairness.KindUpgrade} {
		b := (&build{kind: kind}).make()
		for name, c := range map[string]struct {
			differs []string
			change  func(*Mine)
		}{
			"as kept":        {nil, func(*Mine) {}},
			"user seed":      {[]string{"user-seed"}, func(m *Mine) { m.Asked.UserSeed = "another" }},
			"box":            {[]string{"box"}, func(m *Mine) { m.Asked.Box++ }},
			"odds":           {[]string{"odds"}, func(m *Mine) { m.Asked.OddsHash = other }},
			"price":          {[]string{"price-cents"}, func(m *Mine) { m.Asked.PriceCents-- }},
			"commit":         {[]string{"commit"}, func(m *Mine) { m.Asked.Commit = other }},
			"count":          {[]string{"count"}, func(m *Mine) { m.Asked.Count = 2 }},
			"item":           {[]string{"item"}, func(m *Mine) { m.Shown.Items[1]++ }},
			"v":              {[]string{"v"}, func(m *Mine) { m.Shown.V[1]++ }},
			"v not shown":    {[]string{"v"}, func(m *Mine) { m.Shown.V = nil }},
			"server hash":    {[]string{"server-hash"}, func(m *Mine) { m.Shown.ServerHashes[1] = other }},
			"another ticket": {[]string{"ticket"}, func(m *Mine) { m.Receipt = receipt("another", receiptsKey) }},
			"a forged receipt": {[]string{"receipt"}, func(m *Mine) {
				m.Receipt = receipt(m.Receipt.Ticket, newSigner(origin+"/receipts", "another"))
			}},
			"two of them": {[]string{"user-seed", "v"}, func(m *Mine) { m.Asked.UserSeed, m.Shown.V[1] = "x", 4 }},
			"the nonce":   {[]string{"n", "server-hash", "item", "v"}, func(m *Mine) { m.Asked.N++ }},
		} {
			trust := pinned("two")
			trust.Mine, trust.ReceiptsKey = kept(b), receiptsKey.vkey
			c.change(trust.Mine)
			report := checked(t, b, trust)
			v := Judge(b, report, trust, "", b.ID)
			var fields []string
			for _, d := range v.Differs {
				if fields = append(fields, d.What); d.Yours == d.Theirs {
					t.Errorf("%s, %s: %+v", kind, name, d)
				}
			}
			last := report.Checks[len(report.Checks)-1]
			if strings.Join(fields, " ") != strings.Join(c.differs, " ") || !report.OK || last.Name != CheckMine ||
				last.OK != (fields == nil) || last.Skipped || (v.State == fairness.StateDiffers) != (fields != nil) {
				t.Errorf("%s, %s: %+v, %+v", kind, name, v, last)
			}
		}
	}
}

func TestALineOfAnotherRequestIsNotCompared(t *testing.T) {
	b := (&build{kind: fairness.KindBox}).make()
	for name, change := range map[string]func(*Mine){
		"another scope": func(m *Mine) { m.Asked.Scope = "solo:u7:e3" },
		"later nonces":  func(m *Mine) { m.Asked.N = soloNonce + 1 },
		"fewer nonces":  func(m *Mine) { m.Asked.Count = 1 },
		"no nonces":     func(m *Mine) { m.Asked.Count = -1 },
	} {
		trust := pinned("two")
		trust.Mine, trust.ReceiptsKey = kept(b), receiptsKey.vkey
		change(trust.Mine)
		report := checked(t, b, trust)
		if last := report.Checks[len(report.Checks)-1]; !last.Skipped || len(report.Differs) != 0 {
			t.Errorf("%s: %+v", name, last)
		}
		if v := Judge(b, report, trust, "", ""); v.State != fairness.StateVerified {
			t.Errorf("%s: %+v", name, v)
		}
	}
	trust := pinned("two")
	trust.Mine = kept(b)
	if _, err := Verify(b, trust); !errors.Is(err, fairness.ErrInput) {
		t.Errorf("without the key of receipts: %v", err)
	}
	trust.ReceiptsKey = receiptsKey.vkey
	report := checked(t, (&build{kind: fairness.KindWish}).make(), trust)
	if last := report.Checks[len(report.Checks)-1]; !last.Skipped {
		t.Errorf("a wish: %+v", last)
	}
}

func TestAnOwnLineIsReadInOneWayOnly(t *testing.T) {
	m := kept((&build{kind: fairness.KindBox}).make())
	line := must(json.Marshal(m))
	again, err := ParseMine(line)
	if err != nil || string(must(json.Marshal(again))) != string(line) {
		t.Errorf("%+v, %v", again, err)
	}
	for _, text := range []string{
		"", "{}", string(line) + string(line), strings.Replace(string(line), `"v":[`, `"v":null,"w":[`, 1),
		strings.Replace(string(line), `"n":`, `"n":1,"n":`, 1), string(line) + strings.Repeat(" ", bundleMax),
	} {
		if m, err := ParseMine([]byte(text)); !errors.Is(err, fairness.ErrInput) {
			t.Errorf("%.60q: %+v, %v", text, m, err)
		}
	}
}
