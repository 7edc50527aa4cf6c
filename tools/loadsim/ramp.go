package loadsim

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"sync"
	"time"

	"jadebox/protocol"
	"jadebox/tools/loadsim/check"
	"jadebox/tools/loadsim/client"
	"jadebox/tools/loadsim/journal"
	"jadebox/tools/loadsim/measure"
)

// visitor reports whether a spectator watches without an account.
func visitor(index int) bool { return index%20 != 9 }

// rampWorkers register at a time: the server hashes with few at once anyway.
const rampWorkers = 8

// registerWithin bounds the ramp: waiting for argon2id (about 50 ms of a core each) and for rate limits.
func registerWithin(bots int) time.Duration {
	return 60*time.Second + time.Duration(bots)*400*time.Millisecond
}

// ramp brings the bots in, spread over the asked time. Some may fail; none left is an error.
func (r *run) ramp(ctx context.Context) ([]*bot, []measure.Errors, error) {
	ctx, cancel := context.WithTimeout(ctx, registerWithin(r.Bots))
	defer cancel()
	began := time.Now()
	crew := make([]*bot, r.Bots)
	errs := make([]error, r.Bots)
	queue := make(chan int)
	var workers sync.WaitGroup
	for range rampWorkers {
		workers.Go(func() {
			for i := range queue {
				b := r.newBot(i)
				if errs[i] = b.arrive(ctx); errs[i] == nil {
					crew[i] = b
					r.recorder.Bots.Add(1)
				} else {
					b.conn.Close()
				}
			}
		})
	}
	for i := range r.Bots {
		due := began.Add(r.Ramp * time.Duration(i) / time.Duration(r.Bots))
		select {
		case <-time.After(time.Until(due)):
		case <-ctx.Done():
		}
		queue <- i
	}
	close(queue)
	workers.Wait()
	var arrived []*bot
	for _, b := range crew {
		if b != nil {
			arrived = append(arrived, b)
		}
	}
	if len(arrived) == 0 {
		return nil, nil, fmt.Errorf("loadsim: no bot could register: %w", errors.Join(errs[0]))
	}
	return arrived, absent(errs), nil
}

// absent counts why bots did not arrive, by sort.
func absent(errs []error) (list []measure.Errors) {
	counted := map[measure.Failure]int64{}
	for _, err := range errs {
		if err != nil {
			counted[failure("arrival", err)]++
		}
	}
	return measure.Counted(counted)
}

func (r *run) newBot(i int) *bot {
	b := &bot{run: r, index: i, rng: rand.New(rand.NewPCG(r.Seed, uint64(i)))}
	b.conn.Target = r.target
	b.conn.Forwarded = journal.ForwardedFor(i)
	b.part = r.part(i)
	b.account = r.accounts.of(i)
	return b
}

// arrive registers or logs in, opens the socket and takes the first balance.
func (b *bot) arrive(ctx context.Context) error {
	if b.roleOf(b.index) == spectator && visitor(b.index) {
		return b.connect(ctx)
	}
	if b.account.Name == "" {
		tag := strconv.FormatUint(b.Seed%(36*36*36*36), 36)
		b.account.Name = fmt.Sprintf("ls%s%05d", tag, b.index)
		b.account.Password = fmt.Sprintf("Bot-%s-%d-jade7", tag, b.index)
	}
	var u client.User
	if err := b.admit(ctx, &u); err != nil {
		return err
	}
	b.account.Player = u.ID
	b.ledger = check.NewLedger(b.findings, b.account.Name, int64(u.Balance), u.BagNum)
	b.journal.Account(b.account)
	return b.connect(ctx)
}

// purseCents is what the house gives an account that it makes.
const purseCents = 1_000_000

// enrols reports whether the house makes the accounts.
func (o *Options) enrols() bool {
	s, _ := o.scenario()
	return s.crowd
}

// admit gets a token that is good, and what the bot's part needs of the house.
func (b *bot) admit(ctx context.Context, u *client.User) (err error) {
	does := b.roleOf(b.index)
	if err := b.enter(ctx, u); err != nil {
		return err
	}
	switch g := games[does.game]; {
	case g.admit != nil:
		return g.admit(ctx, b)
	case does == shopper:
		return b.house.Shopper(ctx, b.account.Name, tradeToken)
	}
	return nil
}

// enter uses the token of an earlier run while that is good, else asks the house for one, registers or logs in.
func (b *bot) enter(ctx context.Context, u *client.User) (err error) {
	known := b.account.Token != ""
	if b.conn.Token = b.account.Token; known {
		err := b.conn.Get(ctx, client.PathInfo, u)
		if code := client.CodeOf(err); code != protocol.CodeTokenInvalid && code != protocol.CodeLoginInvalid {
			return err
		}
	}
	b.conn.Token = ""
	if b.house != nil && b.enrols() {
		b.account.Token, err = b.house.Enrol(ctx, b.account.Name, purseCents)
	} else {
		err = b.register(ctx, known)
	}
	if err != nil {
		return err
	}
	b.conn.Token = b.account.Token
	return b.conn.Get(ctx, client.PathInfo, u)
}

// register falls back to a login for the name of an earlier run, and waits where the server asks for patience. A bot
// that is known logs in, and is registered where the server knows nothing of it.
func (b *bot) register(ctx context.Context, known bool) error {
	who := client.Credentials{Phone: b.account.Name, Password: b.account.Password}
	path, op := client.PathRegister, "user.register"
	if known {
		path, op = client.PathLogin, "user.login"
	}
	for attempt := 0; ; attempt++ {
		if who.Fingerprint = ""; path == client.PathRegister {
			who.Fingerprint = "loadsim" + b.account.Name
		}
		start := time.Now()
		data, err := b.conn.Post(ctx, client.NewCall(path, "", who))
		if err == nil {
			b.recorder.Done(op, time.Since(start))
			var s client.Session
			err = client.Decode(data, &s)
			b.account.Token = s.Token
			return err
		}
		switch {
		case client.CodeOf(err) == protocol.CodeNameTaken && path == client.PathRegister:
			if known { // its password is another
				b.failed(op, err, true)
				return err
			}
			path, op = client.PathLogin, "user.login"
			continue
		case client.CodeOf(err) == protocol.CodeCredentials && known && path == client.PathLogin:
			path, op = client.PathRegister, "user.register"
			continue
		case ctx.Err() != nil || !client.Retryable(err) && client.CodeOf(err) != protocol.CodeRateLimited:
			b.failed(op, err, true)
			return err
		}
		b.failed(op, err, false)
		backOff(ctx, attempt+2)
	}
}

func (b *bot) connect(ctx context.Context) (err error) {
	who := b.account.Name
	if who == "" {
		who = "visitor " + strconv.Itoa(b.index)
	}
	if b.link, err = b.openLink(ctx, b.conn.Target, who, b.account.Token, b.ledger); err != nil {
		b.failed("socket.dial", err, true)
		return err
	}
	if b.ledger != nil {
		select {
		case err := <-b.link.subscribe(protocol.TopicPlayer, "").granted:
			if err != nil {
				return err
			}
		case <-ctx.Done(): // of a server that has died since it said welcome the link waits for ever
			b.link.close()
			return ctx.Err()
		}
	}
	if b.rng.Float64() < b.Feed {
		b.link.subscribe(protocol.TopicFeed, "")
	}
	return nil
}
