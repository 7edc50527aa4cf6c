package journal

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"jadebox/protocol"
	"jadebox/tools/loadsim/check"
	"jadebox/tools/loadsim/client"
)

// Verdict is what holding a server to a journal found.
type Verdict struct {
	Accounts     int             `json:"accounts"`
	Acknowledged int             `json:"acknowledged"` // operations replayed
	Refused      int             `json:"refused"`
	Open         int             `json:"open"` // outcome never learned: nothing to hold the server to
	Balances     int             `json:"balances"`
	Unreachable  int             `json:"unreachable"` // replays without an answer: nothing is proven about them
	Violations   []check.Finding `json:"violations"`
	Broken       int64           `json:"broken"`
}

// OK reports whether every acknowledged operation was shown to be there, unchanged.
func (v Verdict) OK() bool { return v.Broken == 0 && v.Unreachable == 0 }

func (v Verdict) String() string {
	return fmt.Sprintf("journal: %d acknowledged operations of %d accounts replayed, %d balances compared twice, %d refused, %d open: %d violations, %d unreachable",
		v.Acknowledged, v.Accounts, v.Balances, v.Refused, v.Open, v.Broken, v.Unreachable)
}

// Verify compares agreed balances, sends every acknowledged call again with its key and compares the answers, and
// compares the balances once more: a replay must change nothing. A lost operation shows as a lower or higher balance
// before, as another answer, or as a balance that the replay moved.
func Verify(ctx context.Context, target client.Target, j *Journal, workers int) Verdict {
	v := Verdict{Accounts: len(j.Accounts)}
	byBot := map[int][]Entry{}
	unsure := map[int]bool{}
	for _, e := range j.Entries {
		switch {
		case e.Outcome == nil || e.Outcome.Lost:
			v.Open++
			unsure[e.Bot] = true
		case e.Outcome.Code != 0:
			v.Refused++
		default:
			v.Acknowledged++
			byBot[e.Bot] = append(byBot[e.Bot], e)
		}
	}
	findings := &check.Findings{}
	var unreachable, balances atomic.Int64
	queue := make(chan Account)
	var pool sync.WaitGroup
	for range workers {
		pool.Go(func() {
			for a := range queue {
				r := replayer{findings: findings, who: a.Name}
				r.conn.Target = target
				r.conn.Forwarded = ForwardedFor(a.Bot)
				r.conn.Token = a.Token
				want, agreed := j.Balances[a.Bot]
				agreed = agreed && !unsure[a.Bot]
				r.account(ctx, a, want, agreed, byBot[a.Bot])
				r.conn.Close()
				unreachable.Add(int64(r.unreachable))
				if agreed {
					balances.Add(1)
				}
			}
		})
	}
	for _, a := range j.Accounts {
		queue <- a
	}
	close(queue)
	pool.Wait()
	v.Unreachable, v.Balances = int(unreachable.Load()), int(balances.Load())
	v.Broken, v.Violations = findings.Broken(), findings.Texts()
	return v
}

// ForwardedFor is the address that a bot names as its own: a server that trusts this machine as a proxy then applies
// its limits to each bot and not to all of them together.
func ForwardedFor(bot int) string {
	return fmt.Sprintf("10.%d.%d.%d", 64+bot>>16&63, bot>>8&255, bot&255)
}

type replayer struct {
	findings    *check.Findings
	who         string
	conn        client.Conn
	unreachable int
}

func (r *replayer) account(ctx context.Context, a Account, want Balance, agreed bool, entries []Entry) {
	if err := r.login(ctx, a); err != nil {
		r.unreachable += len(entries) + 1
		return
	}
	if agreed {
		r.balance(ctx, want, "before the replay")
	}
	for _, e := range entries {
		r.replay(ctx, e)
	}
	if agreed {
		r.balance(ctx, want, "after the replay")
	}
}

// login takes a new session when the recorded one is over.
func (r *replayer) login(ctx context.Context, a Account) error {
	err := r.conn.Get(ctx, client.PathInfo, new(client.User))
	if code := client.CodeOf(err); code != protocol.CodeTokenInvalid && code != protocol.CodeLoginInvalid {
		return err
	}
	data, err := r.conn.Post(ctx, client.NewCall(client.PathLogin, "", client.Credentials{Phone: a.Name,
		Password: a.Password}))
	if !r.findings.Hold(client.CodeOf(err) == 0, check.Answer, r.who, "account is gone: %v", err) || err != nil {
		return fmt.Errorf("login: %w", err)
	}
	var s client.Session
	if err := client.Decode(data, &s); err != nil {
		return err
	}
	r.conn.Token = s.Token
	return nil
}

// lateGifts may have come after the last look at a backpack: an extra drop waits for its reel, and a restart makes it
// up.
const lateGifts = 3

func (r *replayer) balance(ctx context.Context, want Balance, when string) {
	var u client.User
	if err := r.conn.Get(ctx, client.PathInfo, &u); err != nil {
		r.unreachable++
		return
	}
	r.findings.Hold(int64(u.Balance) == want.Cents, check.Balance, r.who, "%s: %d cents, acknowledged were %d", when,
		u.Balance, want.Cents)
	r.findings.Hold(u.BagNum >= want.Bag && u.BagNum <= want.Bag+lateGifts, check.Bag, r.who,
		"%s: %d items, acknowledged were %d", when, u.BagNum, want.Bag)
}

func (r *replayer) replay(ctx context.Context, e Entry) {
	data, err := r.conn.Post(ctx, e.Call)
	for tries := 0; err != nil && client.Retryable(err) && tries < replayTries && ctx.Err() == nil; tries++ {
		data, err = r.conn.Post(ctx, e.Call)
	}
	if errors.Is(err, client.ErrLost) || ctx.Err() != nil {
		r.unreachable++
		return
	}
	if !r.findings.Hold(err == nil, check.Answer, r.who, "%s %s was acknowledged and now says %v", e.Op, e.Key, err) {
		return
	}
	got := Lasting(e.Op, data)
	r.findings.Hold(bytes.Equal(got, e.Outcome.Answer), check.Answer, r.who, "%s %s: acknowledged %.300s, now %.300s",
		e.Op, e.Key, e.Outcome.Answer, got)
}

const replayTries = 3
