package httpapi

import (
	"testing"

	"jadebox/protocol"
	"jadebox/server/httpapi/call"
)

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
		if sum != p.worth().GemsCents || all.Total != 4 || kinds["open"] != 1 || kinds["sell"] != 1 || kinds["battle"] != 1 || kinds["bonus"] != 1 {
			t.Errorf("sum %d of %d, %v", sum, p.worth().GemsCents, kinds)
		}
		if sold := list("&kind=sell"); sold.Total != 1 || sold.Records[0].Gave != 1 || sold.Records[0].GemsCents <= 0 {
			t.Errorf("%+v", sold)
		}
		if opened := list("&kind=open"); opened.Total != 1 || opened.Records[0].Got != 1 || opened.Records[0].GemsCents != -priceCents {
			t.Errorf("%+v", opened)
		}
		p.get("/api/user/records?kind=secrets").want(w, protocol.CodeBadRequest)
		w.visitor().get("/api/user/records").want(w, protocol.CodeTokenInvalid)
	})
}
