package sim

import (
	"context"
	"fmt"
	"time"

	"github.com/rs/zerolog"

	"jadebox/actors/player/limits"
	"jadebox/actors/rewards/promotion"
	"jadebox/actors/room"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/runtime/follow"
	"jadebox/actors/settings"
	"jadebox/actors/shop/payment"
	"jadebox/store"
)

var _ = simulated("commission", 1000, 0, func() workload { return new(commissions) })

// commissions are the orders of players whom the first client has invited. A follower of the outbox in each process
// pays for those that have cleared, and takes back what a provider does.
type commissions struct {
	payments
	friends map[store.PlayerID]bool
}

const (
	invited  = 2 // players
	sharePPM = 100_000
	holdS    = 5
	// followTime is how long the last process follows before all is paid; a debt is asked for once a minute.
	followTime = 75 * time.Second
)

func (d *commissions) begin(s *simulation) {
	d.friends = map[store.PlayerID]bool{}
	s.inline = true
	ctx := context.Background()
	for i := range invited {
		p, err := s.engine.Register(ctx, store.NewPlayer{Name: fmt.Sprint("Friend", i),
			UserSeed: fmt.Sprint("friend", i), InvitedBy: s.clients[0].id, At: s.now},
			&store.Op{Key: "welcome", Kind: kindWelcome, At: s.now,
				Postings: []store.Posting{{Debit: store.Bonus, Credit: store.PlayerGems(0), AmountCents: 50}}})
		if err != nil {
			s.fail("friend: %v", err)
			return
		}
		d.friends[p.ID] = true
		c := &client{sim: s, id: p.ID, left: 2}
		s.clients = append(s.clients, c)
		s.after(nil, s.between(0, 2*time.Second), "client", c.act)
	}
	err := settings.Change(ctx, s.engine, promotion.Setting, settings.Who{Author: "operator", At: s.now},
		func(promotion.Settings) (promotion.Settings, error) {
			return promotion.Settings{SharePPM: sharePPM, HoldS: holdS}, nil
		})
	if err != nil {
		s.fail("settings: %v", err)
	}
	d.payments.begin(s)
}

func (*commissions) plays() plays { return plays{give: []string{promotion.KindPay}} }

func (d *commissions) register(n *node, h room.Deps) {
	d.payments.register(n, h)
	n.dir.Register(promotion.Register(promotion.Ports{Store: n.asking(), Directory: n.dir, Now: h.Now,
		Log: zerolog.Nop()})(new(follow.Lags)))
	n.dir.Post(promotion.Kind, promotion.ID, directory.Wake{}, nil)
}

func (d *commissions) pays(m *model, op *store.OpRecord, cmd any) (gems int64, known bool) {
	for _, p := range d.purchases {
		cents := p.gems * sharePPM / 1_000_000
		switch {
		case !d.friends[p.c.id] || op.Player != d.inviter(m.sim):
		case op.Key == promotion.PayKey(p.c.id, p.order.ID) && m.credited[p.order.ID]:
			m.shared[p.order.ID] = cents
			return cents, op.Kind == promotion.KindPay
		case op.Key == promotion.BackKey(p.c.id, p.order.ID):
			return -m.shared[p.order.ID], op.Kind == promotion.KindBack
		}
	}
	return d.payments.pays(m, op, cmd)
}

// calmed: a follower looks for ever.
func (d *commissions) calmed(s *simulation) func() bool {
	d.payments.calmed(s)
	end := s.now.Add(followTime)
	return func() bool { return s.now.After(end) }
}

// audit: each order of an invited player has brought its commission once, and nothing of it stays where the money went
// back and the inviter has it.
func (d *commissions) audit(ctx context.Context, s *simulation) {
	d.payments.audit(ctx, s)
	s.done = 0
	inviter, out := d.inviter(s), false
	cleared, back, net := map[store.OpID]bool{}, map[store.OpID]bool{}, map[store.OpID]int{}
	s.journal(ctx, func(op *store.OpRecord) {
		out = out || op.Kind == limits.KindSet && op.Player == inviter
		for _, p := range d.purchases {
			switch {
			case !d.friends[p.c.id]:
			case op.Player == p.c.id && op.Kind == payment.KindCredit && d.ordered(op, "") == p:
				cleared[p.order.ID] = op.At.Add(holdS * time.Second).Before(s.now)
			case op.Player == p.c.id && op.Kind == store.KindReversed && d.ordered(op, ":reversed") == p:
				back[p.order.ID] = true
			case op.Player == inviter && op.Key == promotion.PayKey(p.c.id, p.order.ID):
				s.done++
				net[p.order.ID]++
			case op.Player == inviter && op.Key == promotion.BackKey(p.c.id, p.order.ID):
				net[p.order.ID]--
			}
		}
	})
	for _, p := range d.purchases {
		if id := p.order.ID; cleared[id] && !back[id] && !out && net[id] != 1 {
			s.fail("order %d of player %d brought %d commissions", id, p.c.id, net[id])
		}
	}
}

// inviter is the first client, who has the lowest number.
func (*commissions) inviter(s *simulation) store.PlayerID { return s.clients[0].id }
