//go:build linux

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"sync"
	"sync/atomic"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"
	"golang.org/x/sync/errgroup"

	"jadebox/protocol"
	"jadebox/tools/bench/site"
	"jadebox/tools/loadsim/client"
)

// A siege is many addresses, each in a network of its own and at its limit of logins, for accounts that are not there:
// together more than the machine can hash. Meanwhile players come back whose device has logged in before, each once and
// from an address where it was not seen before, and strangers come for the first time.
const (
	besiegers = 150
	atOnce    = 4 // logins of an address under way at once
	comeEvery = 500 * time.Millisecond
	// refill is when an address that has spent its limit of 30 a minute may try again (docs/reliability-security.md).
	refill = 2 * time.Second
	// deviceGoal bounds the login of a device seen before.
	deviceGoal = 3 * time.Second
)

// came is how one kind of login fared.
type came struct {
	mu     sync.Mutex
	took   *hdrhistogram.Histogram
	shed   int64 // 5001
	late   int64 // 5002: not served within a call's time
	failed error
}

// cameRow is a came for print.
type cameRow struct {
	Logins int64   `json:"logins"`
	Shed   int64   `json:"shed"`
	Late   int64   `json:"late"`
	P50MS  float64 `json:"p50Ms"`
	P99MS  float64 `json:"p99Ms"`
	MaxMS  float64 `json:"maxMs"`
}

type siegeResult struct {
	Addresses int     `json:"addresses"`
	Checked   int64   `json:"checked"` // passwords, of the addresses
	Shed      int64   `json:"shed"`    // 5001, or 5002 after a call's time
	Stopped   int64   `json:"stopped"` // at the limit of an address
	Devices   cameRow `json:"devices"`
	Strangers cameRow `json:"strangers"`
	GoalMS    float64 `json:"goalMs"`
	Met       bool    `json:"met"`
}

func (c *came) row() cameRow {
	return cameRow{c.took.TotalCount(), c.shed, c.late, at(c.took, 50), at(c.took, 99), at(c.took, 100)}
}

// answered takes what became of a login; a wrong name costs what a right one does.
func (c *came) answered(began time.Time, code protocol.Code, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case err == nil && (code == protocol.OK || code == protocol.CodeCredentials):
		record(c.took, time.Since(began))
	case err == nil && code == protocol.CodeBusy:
		c.shed++
	case err == nil && code == protocol.CodeTimeout:
		c.late++
	case err == nil:
		c.failed = errors.Join(c.failed, fmt.Errorf("login: %d", code))
	default:
		c.failed = errors.Join(c.failed, fmt.Errorf("login: %w", err))
	}
}

// besiege measures logins of known devices and of strangers, one of each every comeEvery, as many as there are players.
func (b *bench) besiege() (r siegeResult, err error) {
	devices := make([]*http.Client, len(b.names))
	for i, name := range b.names {
		jar, err := cookiejar.New(nil)
		if err != nil {
			return r, err
		}
		devices[i] = &http.Client{Jar: jar}
		code, err := b.tryLogin(devices[i], fmt.Sprintf("10.1.%d.9", i), name)
		if err == nil && code != protocol.OK {
			err = fmt.Errorf("refused %d", code)
		}
		if err != nil {
			return r, fmt.Errorf("first login of %s: %w", name, err)
		}
	}
	var over atomic.Bool
	var siege, visits errgroup.Group
	var checked, shed, stopped atomic.Int64
	for i := range besiegers * atOnce {
		siege.Go(func() error { return b.besieger(i, &over, &checked, &shed, &stopped) })
	}
	time.Sleep(gathering)
	known, strangers := &came{took: histogram()}, &came{took: histogram()}
	for i, name := range b.names {
		due := time.Now()
		visits.Go(func() error {
			code, err := b.tryLogin(devices[i], fmt.Sprintf("10.2.%d.9", i), name)
			known.answered(due, code, err)
			return nil
		})
		visits.Go(func() error {
			code, err := b.tryLogin(&http.Client{}, fmt.Sprintf("10.3.%d.9", i), fmt.Sprintf("newcomer%04d", i))
			strangers.answered(due, code, err)
			return nil
		})
		time.Sleep(time.Until(due.Add(comeEvery)))
	}
	_ = visits.Wait()
	over.Store(true)
	err = errors.Join(siege.Wait(), known.failed, strangers.failed)
	r = siegeResult{Addresses: besiegers, Checked: checked.Load(), Shed: shed.Load(), Stopped: stopped.Load(),
		Devices: known.row(), Strangers: strangers.row(), GoalMS: float64(deviceGoal.Milliseconds())}
	r.Met = r.Devices.allWithin(r.GoalMS)
	return r, err
}

// allWithin reports whether there were logins, and each was let in within the goal: one that was turned away has no
// time.
func (c cameRow) allWithin(goalMS float64) bool {
	return c.Logins > 0 && c.Shed+c.Late == 0 && c.MaxMS <= goalMS
}

// besieger tries one name after another as fast as it is answered, and waits only where its address has spent its
// limit.
func (b *bench) besieger(i int, over *atomic.Bool, checked, shed, stopped *atomic.Int64) error {
	c := client.Conn{Target: client.Target{Host: b.site.Server.Listen,
		Forwarded: fmt.Sprintf("10.4.%d.1", i%besiegers)}}
	defer c.Close()
	for n := 0; !over.Load(); n++ {
		name := fmt.Sprintf("siege%03dx%04d", i, n)
		_, err := c.Post(b.ctx, client.NewCall(client.PathLogin, "", client.Credentials{Phone: name,
			Password: site.Secret}))
		switch client.CodeOf(err) {
		case protocol.CodeCredentials:
			checked.Add(1)
		case protocol.CodeBusy, protocol.CodeTimeout:
			shed.Add(1)
		case protocol.CodeRateLimited:
			stopped.Add(1)
			time.Sleep(refill)
		default:
			return fmt.Errorf("besieger %d: %w", i, err)
		}
	}
	return nil
}

// tryLogin is a browser's login, which keeps and sends cookies.
func (b *bench) tryLogin(browser *http.Client, from, name string) (protocol.Code, error) {
	body, err := json.Marshal(client.Credentials{Phone: name, Password: site.Secret})
	if err != nil {
		return 0, err
	}
	q, err := http.NewRequestWithContext(b.ctx, http.MethodPost, "http://"+b.site.Server.Listen+client.PathLogin,
		bytes.NewReader(body))
	if err != nil {
		return 0, err
	}
	q.Header.Set("Content-Type", "application/json")
	q.Header.Set("X-Forwarded-For", from)
	a, err := browser.Do(q)
	if err != nil {
		return 0, err
	}
	defer a.Body.Close()
	var envelope struct {
		ErrCode protocol.Code `json:"errCode"`
	}
	err = json.NewDecoder(a.Body).Decode(&envelope)
	if envelope.ErrCode == 0 {
		envelope.ErrCode = protocol.OK
	}
	return envelope.ErrCode, err
}
