package endtoend

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"jadebox/actors/kinds/battle"
	"jadebox/fairness"
	"jadebox/protocol"
	"jadebox/tools/loadsim/client"
	"jadebox/tools/operator/operatortest"
	"jadebox/tools/players"
)

// The whole story in real time: two players register, open a box, verify it, play a battle with two bots to its result
// and sell what they have won; sockets tell everything in order, and the ledger is sound.
func TestTwoPlayersPlayTheWholeStory(t *testing.T) {
	if testing.Short() {
		t.Skip("a battle takes half a minute")
	}
	s := fresh(t)
	host, guest := s.register("storyhost"), s.register("storyguest")
	socket := host.listen(protocol.TopicPlayer, protocol.TopicLobby, protocol.TopicFeed)
	box := cheapest(host)

	opened := ask[client.Opened](host, client.PathOpen(box.ID), client.OpenBox{Count: 2, PriceCents: box.PriceCents})
	if opened.BalanceCents != welcome-2*box.PriceCents || opened.BagCount != 2 {
		t.Errorf("%+v", opened)
	}
	socket.until("the wallet and both drops", func() bool {
		return socket.saw(protocol.EventWallet) > 0 &&
			socket.saw(protocol.EventDrop) >= 2
	})
	verified(host, opened.Results[1].ResultID)

	entry := box.PriceCents
	created := ask[client.CreatedBattle](host, client.PathCreate, client.CreateBattle{Boxes: []int{box.ID}, Seats: 4,
		Mode: protocol.ModeNormal, PriceCents: entry})
	room := guest.listen(protocol.BattleTopic(created.BattleID))
	ask[protocol.BattleSnapshot](guest, client.PathBattle(created.BattleID, "join"),
		client.JoinBattle{Seat: 2, PriceCents: entry})
	room.until("the guest's seat", func() bool { return room.saw(protocol.EventBattleSeat) == 1 })
	time.Sleep(time.Until(botsFrom(host, created.BattleID)))
	ask[protocol.BattleSnapshot](host, client.PathBattle(created.BattleID, "bots"), client.TakeSeats{Seat: -1})
	room.until("the result", func() bool { return room.saw(protocol.EventBattleSettled) == 1 })
	if room.saw(protocol.EventBattleLocked) != 1 || room.saw(protocol.EventBattleStarted) != 1 ||
		room.saw(protocol.EventBattleRound) != 1 {
		t.Errorf("%+v", room.events)
	}
	view := get[protocol.BattleSnapshot](guest, client.PathBattle(created.BattleID, ""))
	if view.Summary.Status != protocol.BattleFinished || view.Result == nil {
		t.Fatalf("%+v", view)
	}
	verified(guest, view.Result.ResultID)
	for _, p := range []*person{host, guest} {
		sellOut(p)
	}
	host.proved(2) // the opening and the battle
	guest.proved(1)
}

// proved asks the site for every proof that an operator reads beside the records of a player, who has so many.
func (p *person) proved(want int) {
	p.Helper()
	said, err := operatortest.Run(p.Context(), &players.Command{}, p.store(), time.Now(), "", "records", p.name)
	if err != nil {
		p.Fatalf("%v\n%s", err, said)
	}
	head, lines, _ := strings.Cut(said, "\n")
	at, proofs := strings.Index(head, "proof"), map[string]bool{}
	for line := range strings.Lines(lines) {
		if at < len(line) && strings.TrimSpace(line[at:]) != "" {
			proofs[strings.TrimSpace(line[at:])] = true
		}
	}
	for id := range proofs {
		verified(p, id)
	}
	if len(proofs) != want {
		p.Errorf("%d proofs\n%s", len(proofs), said)
	}
}

func cheapest(p *person) client.Box {
	p.Helper()
	boxes := get[client.BoxList](p, client.PathBoxes+"?sort=price_asc").Boxes
	if len(boxes) == 0 {
		p.Fatal("no boxes")
	}
	return boxes[0]
}

func botsFrom(p *person, id string) time.Time {
	p.Helper()
	from := time.UnixMilli(get[protocol.BattleSnapshot](p, client.PathBattle(id, "")).BotsFromMS)
	if wait := time.Until(from); wait > battle.BotsAfter {
		p.Fatalf("bots in %v", wait)
	}
	return from.Add(100 * time.Millisecond)
}

// verified waits until the result's leaf is in the public log and verifies the bundle as a stranger does.
func verified(p *person, id string) {
	p.Helper()
	deadline := time.Now().Add(10 * time.Second)
	for {
		raw := get[json.RawMessage](p, client.PathResult(id))
		b, err := fairness.ParseBundle(raw)
		if err != nil {
			p.Fatalf("%s: %v", id, err)
		}
		if r := fairness.Verify(b); !r.OK {
			p.Fatalf("%s: %+v", id, r)
		}
		if b.Log != nil {
			return
		}
		if time.Now().After(deadline) {
			p.Fatalf("%s never came into the public log", id)
		}
		time.Sleep(200 * time.Millisecond)
	}
}

// sellOut sells everything and compares every cent.
func sellOut(p *person) {
	p.Helper()
	before := get[client.User](p, client.PathInfo)
	if before.BagNum == 0 {
		return
	}
	sold := ask[client.Sold](p, client.PathSell+"/all", struct{}{})
	after := get[client.User](p, client.PathInfo)
	if int64(after.Balance) != int64(before.Balance)+sold.SoldCents || after.BagNum != 0 ||
		sold.Count != before.BagNum {
		p.Errorf("%s: %+v, sold %+v, %+v", p.name, before, sold, after)
	}
}

func TestLogoutClosesTheSessionsSocketsWithinFiveSeconds(t *testing.T) {
	s := fresh(t)
	p, other := s.register("logmeout1"), s.register("stayshere1")
	ended, stays := p.listen(protocol.TopicPlayer), other.listen(protocol.TopicPlayer)
	start := time.Now()
	ask[any](p, "/api/user/logout", struct{}{})
	ended.until("bye", func() bool { return ended.bye != nil })
	if ended.bye.Code != int32(protocol.CodeTokenInvalid) || ended.bye.ReconnectAfterMS != 0 ||
		time.Since(start) > 5*time.Second {
		t.Errorf("%+v after %v", ended.bye, time.Since(start))
	}
	if _, err := client.Dial(t.Context(), s.target(), p.Token); client.CodeOf(err) != protocol.CodeTokenInvalid {
		t.Errorf("a socket with the old token: %v", err)
	}
	stays.change(func() {
		if stays.bye != nil {
			t.Errorf("another session's socket was closed: %+v", stays.bye)
		}
	})
}
