package httpapi

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"jadebox/protocol"
	"jadebox/server/httpapi/call"
)

// What others and rooms gave stands there too, whichever actor made the op: the pay of a battle and what came back of
// one. Every test of this package holds its own ops to the same list (everyOpIsOnAStatement).
func TestTheStatementHasWhatRoomsPaid(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		p, q := w.newPlayer("alice01"), w.newPlayer("bobby02")
		b := p.create(setup(2))
		q.post("/api/battle/"+itoa(int64(b.BattleID))+"/join",
			map[string]any{"seat": -1, "priceCents": 4 * priceCents}).want(w, protocol.OK)
		time.Sleep(2 * time.Minute) // played to its end
		got := 0
		for _, c := range []*client{p, q} {
			list := into[ownRecords](w, c.get("/api/user/records?size=50&kind=battle"))
			var sum int64
			for _, r := range into[ownRecords](w, c.get("/api/user/records?size=50")).Records {
				sum += r.GemsCents
			}
			for _, r := range list.Records {
				got += r.Got
			}
			if sum != c.worth().GemsCents {
				t.Errorf("the statement adds up to %d, the balance is %d", sum, c.worth().GemsCents)
			}
			sheet := string(c.do(http.MethodGet, "/api/user/records/export?of=records&kind=battle", nil, nil).raw)
			if lines := strings.Count(sheet, "\r\n"); lines != list.Total+1 {
				t.Errorf("%d lines for %d records: %s", lines, list.Total, sheet)
			}
		}
		if got == 0 {
			t.Error("nobody's statement has what the battle gave")
		}
	})
}

// Everything that a player did is in one list, each with what it changed; the sum is the balance.
func TestOwnRecordsSumUpToTheBalance(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		p, q := w.newPlayer("alice01"), w.newPlayer("bobby02")
		o := p.open()
		p.post("/api/bag/sell", map[string]any{"items": []call.ID{o.Results[0].ItemID}}).want(w, protocol.OK)
		p.create(setup(2))
		q.open()
		list := func(query string) ownRecords {
			t.Helper()
			return into[ownRecords](w, p.get("/api/user/records?size=50"+query))
		}
		all := list("")
		var sum int64
		kinds := map[string]int{}
		for _, r := range all.Records {
			sum += r.GemsCents
			kinds[r.Kind]++
		}
		if sum != p.worth().GemsCents || all.Total != 4 || kinds["open"] != 1 || kinds["sell"] != 1 ||
			kinds["battle"] != 1 || kinds["bonus"] != 1 {
			t.Errorf("sum %d of %d, %v", sum, p.worth().GemsCents, kinds)
		}
		if sold := list("&kind=sell"); sold.Total != 1 || sold.Records[0].Gave != 1 || sold.Records[0].GemsCents <= 0 {
			t.Errorf("%+v", sold)
		}
		if opened := list("&kind=open"); opened.Total != 1 || opened.Records[0].Got != 1 ||
			opened.Records[0].GemsCents != -priceCents {
			t.Errorf("%+v", opened)
		}
		p.get("/api/user/records?kind=secrets").want(w, protocol.CodeBadRequest)
		w.visitor().get("/api/user/records").want(w, protocol.CodeTokenInvalid)
	})
}
