package loadsim

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"jadebox/protocol"
	"jadebox/tools/loadsim/check"
	"jadebox/tools/loadsim/client"
	"jadebox/tools/loadsim/journal"
	"jadebox/tools/loadsim/measure"
)

// bot is one player or visitor. Its own goroutine does everything but reading the socket.
type bot struct {
	*run
	index   int
	part    *filePart // nil where no file says more
	rng     *rand.Rand
	conn    client.Conn
	account journal.Account // Name "" is a visitor
	ledger  *check.Ledger   // nil of a visitor
	link    *link
	items   []item
	keys    int
	due     time.Time // when the next operation was meant to begin; zero: when it does
	gone    bool      // gave an operation up: nothing it says could be checked any more
}

// item is in the bot's backpack; valueCents is -1 when it is not known.
type item struct {
	id         string
	valueCents int64
}

// errGone ends a bot's play.
var errGone = errors.New("loadsim: bot gave up")

func (b *bot) key() string {
	b.keys++
	return fmt.Sprintf("ls-%s-%d-%d", b.id, b.index, b.keys)
}

// do sends a call until it has a definite answer, always with the same key, and decodes it.
func (b *bot) do(ctx context.Context, op string, call client.Call, out any) error {
	n := b.journal.Intend(b.account.Bot, op, call)
	start, sent := b.begins(), time.Now()
	end := b.recorder.Begin(op, start)
	defer end()
	for attempt := 0; ; attempt++ {
		data, err := b.conn.Post(ctx, call)
		if err == nil {
			end()
			b.journal.Acknowledged(n, op, data)
			b.recorder.Done(op, time.Since(start))
			if err = client.Decode(data, out); err == nil {
				return b.again(ctx, op, call, data)
			}
		}
		switch {
		case errors.Is(err, client.ErrMalformed):
			b.findings.Hold(false, check.Frames, b.account.Name, "%s: %v", op, err)
			fallthrough
		case ctx.Err() != nil, client.Retryable(err) && time.Since(sent) > b.Patience:
			b.failed(op, err, true)
			b.journal.Lost(n)
			b.giveUp()
			return errGone
		case !client.Retryable(err):
			b.failed(op, err, true)
			b.journal.Refused(n, client.CodeOf(err))
			return err
		}
		b.failed(op, err, false)
		backOff(ctx, attempt)
	}
}

// begins is when the latency of an operation that is about to be sent begins: the first of an arrival is as old as
// that.
func (b *bot) begins() time.Time {
	due := b.due
	if b.due = (time.Time{}); due.IsZero() {
		return time.Now()
	}
	return due
}

// giveUp ends the conclusions about a player whose balance is not known any more.
func (b *bot) giveUp() {
	if !b.gone {
		b.gone = true
		b.ledger.Doubt()
		b.retired.Add(1)
	}
}

func (b *bot) failed(op string, err error, final bool) {
	b.recorder.Failed(failure(op, err), final)
}

func failure(op string, err error) measure.Failure {
	f := measure.Failure{Op: op, Text: cause(err)}
	if r, ok := errors.AsType[*client.Refusal](err); ok {
		f.Code, f.Text = int32(r.Code), r.Message
	}
	return f
}

// backOff waits 20 ms, doubled up to a second, with jitter.
func backOff(ctx context.Context, attempt int) {
	d := min(20*time.Millisecond<<min(attempt, 6), time.Second)
	t := time.NewTimer(d/2 + rand.N(d))
	defer t.Stop()
	select {
	case <-ctx.Done():
	case <-t.C:
	}
}

// Shares of acknowledged operations that are sent again: alone, twice at once, and with another body.
const (
	repeatShare = 0.02
	otherShare  = 0.005
)

// again sends some acknowledged calls once more. The same key must give the same answer and, as the next balance shows,
// no second effect; with another body it must be refused.
func (b *bot) again(ctx context.Context, op string, call client.Call, answer json.RawMessage) error {
	switch dice := b.rng.Float64(); {
	case dice < otherShare:
		other := call
		other.Body = json.RawMessage(bytes.Replace(call.Body, []byte("{"), []byte(`{"count":4,`), 1))
		if op != "box.open" { // the one call whose body can be another and still well formed
			return nil
		}
		other.Body = client.NewCall("", "", client.OpenBox{Count: 1, PriceCents: 1}).Body
		_, err := b.conn.Post(ctx, other)
		if code := client.CodeOf(err); code != 0 || err == nil {
			b.findings.Hold(code == protocol.CodeKeyReused, check.Answer, b.account.Name, "%s %s with another body: %v",
				op, call.Key, err)
		}
	case dice < otherShare+repeatShare:
		want := journal.Lasting(op, answer)
		second := client.Conn{Target: b.conn.Target, Token: b.conn.Token}
		got := make(chan json.RawMessage, 1)
		go func() {
			defer second.Close()
			data, _ := second.Post(ctx, call)
			got <- data
		}()
		first, err := b.conn.Post(ctx, call)
		for _, data := range []json.RawMessage{first, <-got} {
			if data != nil {
				lasting := journal.Lasting(op, data)
				b.findings.Hold(bytes.Equal(lasting, want), check.Answer, b.account.Name, "%s %s: %.200s, then %.200s",
					op, call.Key, want, lasting)
			}
		}
		if code := client.CodeOf(err); code != 0 && !code.Retryable() {
			b.findings.Hold(false, check.Answer, b.account.Name, "%s %s was acknowledged and then refused: %v", op,
				call.Key, err)
		}
	}
	return nil
}

// settleUp compares the server's balance with the ledger after credits that come by themselves; it allows them a
// moment.
func (b *bot) settleUp(ctx context.Context) {
	var u client.User
	end, patient := time.Now().Add(b.Credit), time.Now().Add(b.Patience)
	for {
		if err := b.conn.Get(ctx, client.PathInfo, &u); err != nil {
			again := client.Retryable(err) && ctx.Err() == nil && time.Now().Before(patient)
			b.failed("user.info", err, !again)
			if !again {
				return
			}
			end = time.Now().Add(b.Credit) // an outage is not the credit's delay
			backOff(ctx, 2)
			continue
		}
		cents, bag := b.ledger.Now()
		if int64(u.Balance) == cents && u.BagNum >= bag || time.Now().After(end) || ctx.Err() != nil {
			break
		}
		backOff(ctx, 2)
	}
	b.ledger.Answered("settling up", int64(u.Balance), u.BagNum)
	b.ledger.Reconcile()
}

// countGifts asks for the record of the items that came beside all play: what is not there came from nowhere.
func (b *bot) countGifts(ctx context.Context) {
	gifts := b.ledger.Gifts()
	if gifts == 0 {
		return
	}
	var page client.GiftPage
	if err := b.conn.Get(ctx, client.PathGifts, &page); err != nil {
		b.failed("drop.record", err, true)
		return
	}
	b.findings.Hold(page.Total >= gifts, check.Bag, b.account.Name, "%d items came beside all play, on record are %d",
		gifts, page.Total)
}

// farewell compares the last balance, notes it in the journal and closes the connections.
func (b *bot) farewell(ctx context.Context) {
	if b.ledger != nil && !b.gone && ctx.Err() == nil {
		b.settleUp(ctx)
		for end := time.Now().Add(b.Credit); !b.ledger.Caught() && time.Now().Before(end) && b.link.up(); {
			backOff(ctx, 1)
		}
		if b.link.up() {
			b.ledger.Close()
		}
		b.countGifts(ctx)
		cents, bag := b.ledger.Now()
		if !b.ledger.Doubtful() {
			b.journal.Balance(journal.Balance{Bot: b.account.Bot, Cents: cents, Bag: bag})
		}
	}
	b.link.close()
	b.conn.Close()
}
