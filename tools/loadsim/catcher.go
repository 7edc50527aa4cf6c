package loadsim

import (
	"context"
	"sync"
	"time"

	"jadebox/actors/kinds/rain"
	"jadebox/protocol"
	"jadebox/tools/loadsim/check"
	"jadebox/tools/loadsim/client"
)

var catcher = role{rain.Kind, "catcher"}

var _ = plays(game{kind: rain.Kind, crowd: true, role: func(int) role { return catcher },
	parts: func(_ context.Context, _ *sync.WaitGroup, _ *run, c crew) (list parts) {
		for _, b := range c[catcher] {
			list = append(list, part{whole: b.catchPackets})
		}
		return list
	}})

// clickEvery is how fast a bot clicks: more often than packets open, so that most clicks are refused.
const clickEvery = 200 * time.Millisecond

// catchPackets waits for a rain, which the operator begins (`jadebox rain start`), and clicks until it is over. Every
// click must have an answer, and no player may get more than the server's own limits.
func (b *bot) catchPackets(ctx context.Context) {
	var e client.Envelope
	for !b.over() && (e.Round == nil || e.Round.Status != protocol.RainStatusFalling) {
		b.pause(time.Second)
		if err := b.conn.Get(ctx, client.PathEnvelope, &e); err != nil {
			b.failed("rain.envelope", err, false)
		}
	}
	if e.Round == nil {
		return
	}
	b.pause(b.until(e.Round.StartsAtMS) + time.Duration(b.rng.Int64N(int64(clickEvery))))
	end := time.Now().Add(b.until(e.Round.EndsAtMS))
	var sum int64
	claims := 0
	for next := time.Now(); !b.over() && time.Now().Before(end); next = next.Add(clickEvery) {
		b.pause(time.Until(next))
		packet := e.Packets[min(claims, len(e.Packets)-1)]
		got, ok := b.click(ctx, e.Round.ID, packet.ID)
		if ok {
			claims++
			sum += got.ValueCents
			b.ledger.Enter(got.ValueCents, 0)
			b.findings.Hold(got.TotalCents == sum && got.Claims == claims, check.Answer, b.account.Name,
				"claim %d makes %d cents, own sum %d after %d", got.Claims, got.TotalCents, sum, claims)
		}
	}
	b.findings.Hold(sum <= e.Round.CapCents && claims <= int(e.Round.ClaimsMax), check.Balance, b.account.Name,
		"got %d cents in %d packets, allowed are %d in %d", sum, claims, e.Round.CapCents, e.Round.ClaimsMax)
	all := b.caught.Add(sum)
	b.findings.Hold(all <= e.Round.PoolCents, check.Balance, b.account.Name, "all bots got %d cents of a pool of %d",
		all, e.Round.PoolCents)
}

// click claims once. A click that never gets an answer is a finding; one that is lost is sent again with its key.
func (b *bot) click(ctx context.Context, round, packet string) (got client.ClaimedPacket, ok bool) {
	call := client.NewCall(client.PathClaim, b.key(), client.ClaimPacket{Round: round, Packet: packet})
	began := time.Now()
	for attempt := 0; ; attempt++ {
		data, err := b.conn.Post(ctx, call)
		code := client.CodeOf(err)
		switch {
		case err == nil:
			b.recorder.Done("rain.claim", time.Since(began))
			err = client.Decode(data, &got)
			return got, b.findings.Hold(err == nil, check.Frames, b.account.Name, "rain.claim: %v", err)
		case code == protocol.CodeBusy || code == protocol.CodeTimeout || code == 0 && client.Retryable(err):
			if !b.findings.Hold(ctx.Err() == nil && time.Since(began) < b.Patience, check.Answer, b.account.Name,
				"a claim was never answered: %v", err) {
				b.giveUp()
				return got, false
			}
			b.failed("rain.claim", err, false)
			backOff(ctx, attempt)
		default: // a number of the catalogue
			known := code == protocol.CodeRainEarly || code == protocol.CodeRainSpent || code == protocol.CodeRainCap ||
				code == protocol.CodeRainEmpty || code == protocol.CodeRainOver
			b.findings.Hold(known, check.Answer, b.account.Name, "rain.claim: %v", err)
			b.recorder.Done("rain.refused", time.Since(began))
			return got, false
		}
	}
}
