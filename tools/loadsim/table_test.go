package loadsim

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/tinylib/msgp/msgp"

	"jadebox/protocol"
	"jadebox/tools/loadsim/client"
)

// dealer turns cards and hands out bottles to one player; lies says how it goes wrong.
func dealer(t *testing.T, lies string) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		answer := func(code protocol.Code, data any) {
			_ = json.NewEncoder(w).Encode(map[string]any{"code": code, "errCode": code, "data": data})
		}
		who := "me"
		if lies == "to another" {
			who = "somebody"
		}
		switch {
		case lies == "odd number":
			answer(protocol.CodeItemForeign, nil)
		case lies == "taken": // by a player who was faster: that is no lie
			answer(map[bool]protocol.Code{true: protocol.CodeLuckycardTaken,
				false: protocol.CodeWishTaken}[r.URL.Path == client.PathFlip("1")], nil)
		case r.URL.Path == client.PathFlip("1"):
			var in client.FlipCard
			_ = json.Unmarshal(body, &in)
			got := client.FlippedCard{Flip: protocol.LuckycardFlip{Place: int32(in.Place), PlayerID: who,
				ValueCents: 30}, ItemID: "9"}
			if lies == "elsewhere" {
				got.Flip.Place++
			}
			answer(protocol.OK, got)
		case r.URL.Path == client.PathTake("1"):
			var in client.TakeBottles
			_ = json.Unmarshal(body, &in)
			n := max(len(in.Bottles), in.Count)
			if lies == "elsewhere" {
				n++
			}
			var got client.TakenBottles
			for i := range n {
				got.Bottles = append(got.Bottles, protocol.WishBottle{Number: int32(i + 1), PlayerID: who})
			}
			answer(protocol.OK, got)
		default: // proofs are another test's
			answer(protocol.CodeInternal, nil)
		}
	}))
	t.Cleanup(s.Close)
	return s
}

// at sits a bot down at a room that it has the snapshot of.
func at(t *testing.T, b *bot, name string, snapshot msgp.Marshaler) *topic {
	t.Helper()
	raw, err := snapshot.MarshalMsg(nil)
	if err != nil {
		t.Fatal(err)
	}
	b.account.Player, b.link = "me", &link{run: b.run}
	room := newTopic(name, "")
	if !room.room.Take(b.findings, "bot", raw) {
		t.Fatal(b.findings.Texts())
	}
	return room
}

func TestFlippersAndWishersPlay(t *testing.T) {
	for lies, found := range map[string]bool{"": false, "taken": false, "to another": true, "elsewhere": true,
		"odd number": true} {
		t.Run("server that "+lies, func(t *testing.T) {
			t.Parallel()
			b, findings := customer(dealer(t, lies))
			deck := protocol.LuckycardSnapshot{Summary: protocol.LuckycardSummary{ID: "1",
				Status: protocol.LuckycardOpen,
				Cards:  5, Left: 5}}
			b.turnCard(t.Context(), "1", at(t, b, "luckycard:1", &deck), 40)
			if (findings.Broken() > 0) != found {
				t.Errorf("flipping: %d findings: %v", findings.Broken(), findings.Texts())
			}
			if cents, bag := b.ledger.Now(); lies == "" && (cents != shopCents-40 || bag != shopBag+1) ||
				lies == "taken" && (cents != shopCents || bag != shopBag) {
				t.Errorf("after a flip: %d cents, %d items", cents, bag)
			}
			b, findings = customer(dealer(t, lies))
			summary := protocol.WishSummary{ID: "1", Status: protocol.WishOpen, Bottles: 10, Most: 3, BottleCents: 20}
			b.takeBottles(t.Context(), "1", at(t, b, "wish:1", &protocol.WishSnapshot{Summary: summary}), summary, 2)
			if (findings.Broken() > 0) != found {
				t.Errorf("wishing: %d findings: %v", findings.Broken(), findings.Texts())
			}
			if cents, _ := b.ledger.Now(); lies == "" && cents != shopCents-40 || lies == "taken" &&
				cents != shopCents {
				t.Errorf("after bottles: %d cents", cents)
			}
		})
	}
}
