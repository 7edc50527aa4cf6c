package httpapi

import (
	"bytes"
	"net/http"
	"testing"
	"time"

	"jadebox/actors/settings/period"
	"jadebox/actors/settings/settingstest"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
)

// What was there at the beginning of a time and the sums of its kinds are what was there at its end, and the end of now
// is the balance.
func TestAStatementOfATimeAddsUp(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c, other := w.newPlayer("alice01"), w.newPlayer("bobby02")
		c.paid(1_000)
		c.open()
		time.Sleep(time.Hour)
		middle := c.worth()
		since := clockAhead().UnixMilli()
		o := c.open()
		c.post("/api/bag/sell", map[string]any{"items": []call.ID{o.Results[0].ItemID}}).want(w, protocol.OK)
		b := c.create(setup(2))
		other.post("/api/battle/"+itoa(int64(b.BattleID))+"/join",
			map[string]any{"seat": -1, "priceCents": 4 * priceCents}).want(w, protocol.OK)
		time.Sleep(2 * time.Minute) // played to its end: what it pays is another's op
		until := clockAhead().UnixMilli()
		last := c.worth()
		time.Sleep(time.Hour)
		c.open()
		of := func(query string) accountStatement {
			t.Helper()
			a := c.get("/api/user/statement?" + query)
			a.want(w, protocol.OK)
			s := into[accountStatement](w, a)
			sum, records := s.Opening, int64(0)
			for _, k := range s.Sums {
				list := into[ownRecords](w, c.get("/api/user/records?size=50&kind="+k.Kind+"&"+query))
				var gems int64
				for _, r := range list.Records {
					gems += r.GemsCents
				}
				if int64(list.Total) != k.Records || gems != k.GemsCents {
					t.Errorf("%s: %d records of %d, the list has %d of %d", k.Kind, k.Records, k.GemsCents, list.Total,
						gems)
				}
				sum = balances{sum.GemsCents + k.GemsCents, sum.RealCents + k.RealCents, sum.WishCards + k.WishCards,
					sum.Fragments + k.Fragments, sum.Tokens + k.Tokens}
				records += k.Records
			}
			if sum != s.Closing || records != s.Records {
				t.Errorf("%+v and its sums make %+v", s, sum)
			}
			return s
		}
		if s := of(""); s.Closing.GemsCents != c.worth().GemsCents || s.Opening != (balances{}) ||
			s.Player != "alice01" || int64(s.PlayerID) != c.playerID() || s.Zone != "UTC" {
			t.Errorf("ever: %+v, the balance is %d", s, c.worth().GemsCents)
		}
		s := of("since=" + itoa(since) + "&until=" + itoa(until))
		if s.Opening.GemsCents != middle.GemsCents || s.Closing.GemsCents != last.GemsCents || s.Records < 3 {
			t.Errorf("in between: %+v, from %d to %d", s, middle.GemsCents, last.GemsCents)
		}
		c.get("/api/user/statement?since=9&until=3").want(w, protocol.CodeBadRequest)
		w.visitor().get("/api/user/statement").want(w, protocol.CodeTokenInvalid)
	})
}

func TestAStatementIsPrinted(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		if err := settingstest.Put(w.Context(), w.engine, period.Setting, []byte(`"Asia/Shanghai"`)); err != nil {
			t.Fatal(err)
		}
		if err := w.watch.Refresh(w.Context()); err != nil {
			t.Fatal(err)
		}
		c := w.newPlayer("alice01")
		for range 3 {
			c.open()
		}
		print := func(query, lang string) reply {
			return c.do(http.MethodGet, "/api/user/records/export?of=records&format=pdf"+query, nil,
				http.Header{"lang": {lang}})
		}
		for _, lang := range []string{"zh", "en", "pt", "vi"} {
			a := print("", lang)
			if a.status != http.StatusOK || a.header.Get("Content-Type") != "application/pdf" ||
				!bytes.HasPrefix(a.raw, []byte("%PDF-")) {
				t.Errorf("%s: %d %s %.40q", lang, a.status, a.header, a.raw)
			}
		}
		if whole, one := print("", "en"), print("&kind=bonus", "en"); len(one.raw) >= len(whole.raw) {
			t.Errorf("lines of one kind take %d bytes of %d", len(one.raw), len(whole.raw))
		}
		print("&kind=secrets", "en").want(w, protocol.CodeBadRequest)
		for _, query := range []string{"of=records&format=xls", "of=openings&format=pdf", "of=nothing"} {
			a := c.get("/api/user/records/export?" + query)
			a.want(w, protocol.CodeBadRequest)
			if told := into[invalid](w, a); told.Field == "" || told.Reason == "" {
				t.Errorf("%s: %s", query, a.Data)
			}
		}
		w.visitor().get("/api/user/records/export?of=records&format=pdf").want(w, protocol.CodeTokenInvalid)
	})
}

// What is printed is in the site's zone, with the balances before and after it and what lies between.
func TestAPrintedStatementSaysWhoseAndWhenItIs(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		if err := settingstest.Put(w.Context(), w.engine, period.Setting, []byte(`"Asia/Shanghai"`)); err != nil {
			t.Fatal(err)
		}
		if err := w.watch.Refresh(w.Context()); err != nil {
			t.Fatal(err)
		}
		c := w.newPlayer("alice01")
		c.open()
		p, err := w.engine.PlayerByName(w.Context(), "alice01")
		if err != nil {
			t.Fatal(err)
		}
		caller := &call.Caller{Language: protocol.Chinese}
		caller.Session.Player = p.ID
		d, err := w.api.statementDocument(w.Context(), caller, exportQuery{Of: "records"})
		if err != nil {
			t.Fatal(err)
		}
		facts := map[string]string{}
		for _, f := range d.Facts {
			facts[f[0]] = f[1]
		}
		shanghai, err := period.Named("Asia/Shanghai")
		if err != nil {
			t.Fatal(err)
		}
		now := clockAhead().In(shanghai).Format(time.DateTime)
		if facts["玩家"] != "alice01" || facts["玩家编号"] != itoa(int64(p.ID)) || facts["时区"] != "Asia/Shanghai" ||
			facts["期间"] != "开户 – "+now {
			t.Errorf("%v at %s", facts, now)
		}
		sums := map[string][]string{}
		for _, row := range d.Sums.Rows {
			sums[row[0]] = row[1:]
		}
		left := call.Cents(c.worth().GemsCents)
		if sums["期初余额"][1] != "0.00" || sums["期末余额"][1] != left || sums["变动合计"][1] != left ||
			sums["变动合计"][0] != "2" || sums["开箱"][1] != call.Cents(-priceCents) || len(d.Lines.Rows) != 2 ||
			d.Lines.Rows[0][2] != "开箱" || d.Lines.Rows[0][0] > now {
			t.Errorf("%v\n%v", d.Sums.Rows, d.Lines.Rows)
		}
	})
}
