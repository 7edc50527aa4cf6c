package endtoend

import (
	"context"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"jadebox/actors/rewards/props"
	"jadebox/actors/settings/settingstest"
	"jadebox/protocol"
	"jadebox/store/storetest/pgtest"
	"jadebox/tools/loadsim/client"
)

// A rolling restart under load: every operation that was acknowledged is there once, every other one succeeds on the
// server that comes after, under its old key; no player loses or wins a cent.
func TestStopUnderLoadFailsNoOperation(t *testing.T) {
	if testing.Short() {
		t.Skip("plays for seconds")
	}
	dsn := pgtest.MigratedDSN(t)
	first := start(t, dsn)
	// a gift would be one item more
	if err := settingstest.Put(t.Context(), first.store(), props.Setting, []byte(`{"steps":[]}`)); err != nil {
		t.Fatal(err)
	}
	const players = 12
	people := make([]*person, players)
	for i := range people {
		people[i] = first.register("drainer" + string(rune('a'+i)))
	}
	box := cheapest(people[0])
	host := people[0].listen(protocol.TopicPlayer)
	// its beacon has come
	ask[client.Opened](people[0], client.PathOpen(box.ID), client.OpenBox{Count: 1, PriceCents: box.PriceCents})

	type intent struct {
		call client.Call
		opID string // "" while it is not acknowledged
	}
	intents := make([][]intent, players)
	var acknowledged atomic.Int64
	var play sync.WaitGroup
	ctx, halt := context.WithCancel(t.Context())
	defer halt()
	for i, p := range people {
		play.Go(func() {
			for ctx.Err() == nil && len(intents[i]) < 300 {
				p.keys++
				call := client.NewCall(client.PathOpen(box.ID), p.name+"-"+string(rune('A'+p.keys/26))+
					string(rune('a'+p.keys%26)),
					client.OpenBox{Count: 1, PriceCents: box.PriceCents})
				intents[i] = append(intents[i], intent{call: call})
				data, err := p.Post(ctx, call)
				if err != nil {
					if !client.Retryable(err) {
						t.Errorf("%s: %v", p.name, err)
					}
					return
				}
				var o client.Opened
				if err := client.Decode(data, &o); err != nil {
					t.Errorf("%s: %v", p.name, err)
					return
				}
				intents[i][len(intents[i])-1].opID = o.OpID
				acknowledged.Add(1)
			}
		})
	}
	for acknowledged.Load() < 10*players {
		time.Sleep(5 * time.Millisecond)
	}
	begun := time.Now()
	first.stop()
	if took := time.Since(begun); took > 10*time.Second {
		t.Errorf("stopping took %v", took)
	}
	play.Wait()
	host.until("bye", func() bool { return host.bye != nil })
	if host.bye.ReconnectAfterMS == 0 {
		t.Errorf("sockets are not told to come back: %+v", host.bye)
	}
	if err := first.Ready(t.Context()); err == nil {
		t.Error("a stopped server is ready")
	}
	if _, err := http.Get("http://" + first.Addr() + "/livez"); err == nil {
		t.Error("a stopped server answers")
	}

	second := start(t, dsn)
	defer func() { second.stop(); second.sound() }()
	var repeated int
	for i, old := range people {
		p := &person{server: second, Conn: &client.Conn{Target: second.target(), Token: old.Token}, name: old.name}
		defer p.Conn.Close()
		for _, in := range intents[i] {
			o := answer[client.Opened](p, in.call)
			if in.opID == "" {
				repeated++
			} else if o.OpID != in.opID {
				t.Errorf("%s: acknowledged as %s, now %s", in.call.Key, in.opID, o.OpID)
			}
		}
		openings := int64(len(intents[i]))
		if i == 0 {
			openings++
		}
		if u := get[client.User](p, client.PathInfo); int64(u.Balance) != welcome-openings*box.PriceCents ||
			int64(u.BagNum) != openings {
			t.Errorf("%s has %d and %d items after %d openings", p.name, u.Balance, u.BagNum, openings)
		}
	}
	t.Logf("%d acknowledged before the end, %d repeated after it", acknowledged.Load(), repeated)
}
