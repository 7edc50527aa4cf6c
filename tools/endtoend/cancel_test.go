package endtoend

import (
	"strings"
	"testing"
	"time"

	"jadebox/protocol"
	"jadebox/tools/loadsim/client"
	"jadebox/tools/operator/operatortest"
	"jadebox/tools/rooms"
)

// An operator cancels a battle that waits for players, beside the running server: a player who took a seat has the
// entry back and is told, the room says that it is void, and another one goes on.
func TestARoomThatAnOperatorCancelsGivesEveryEntryBack(t *testing.T) {
	s := fresh(t)
	host, guest := s.register("cancelhost"), s.register("cancelguest")
	box := cheapest(host)
	create := client.CreateBattle{Boxes: []int{box.ID}, Seats: 4, Mode: protocol.ModeNormal,
		PriceCents: box.PriceCents}
	cancelled := ask[client.CreatedBattle](host, client.PathCreate, create).BattleID
	other := ask[client.CreatedBattle](host, client.PathCreate, create).BattleID
	ask[protocol.BattleSnapshot](guest, client.PathBattle(cancelled, "join"),
		client.JoinBattle{Seat: 2, PriceCents: box.PriceCents})
	if get[client.User](guest, client.PathInfo).Balance == welcome {
		t.Fatal("a seat costs nothing")
	}
	watches := guest.listen(protocol.BattleTopic(cancelled))

	db := s.store()
	run := func(args ...string) string {
		t.Helper()
		said, err := operatortest.Run(t.Context(), &rooms.Command{}, db, time.Now(), "", args...)
		if err != nil {
			t.Fatalf("%q: %v\n%s", args, err, said)
		}
		return said
	}
	run("cancel", cancelled, "--as", "ana", "--note", "a broken picture")
	watches.until("the end", func() bool { return watches.saw(protocol.EventBattleVoided) == 1 })
	until(t, "the entries are not back", func() bool {
		return int64(get[client.User](guest, client.PathInfo).Balance) == welcome &&
			int64(get[client.User](host, client.PathInfo).Balance) == welcome-box.PriceCents
	})
	if said := run("show", cancelled); !strings.Contains(said, "everything is back") {
		t.Errorf("the room: %s", said)
	}
	if said := run("show", other); !strings.Contains(said, ": open") {
		t.Errorf("the other room: %s", said)
	}
	said, err := operatortest.Run(t.Context(), &rooms.Command{}, db, time.Now(), "", "cancel", cancelled)
	if err == nil {
		t.Errorf("a room that has ended: %s", said)
	}
}
