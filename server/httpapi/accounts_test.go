package httpapi

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"jadebox/actors/player"
	"jadebox/fairness"
	"jadebox/protocol"
	"jadebox/server/limit"
	"jadebox/server/password"
	"jadebox/server/session"
	"jadebox/store"
)

func TestRegisterCreditsTheWelcomeOnceAndLogsIn(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		info := into[userInfo](w, c.get("/api/user/info"))
		if info.Balance != welcomeCents || info.OtherBalance != 0 || info.Name != "alice01" ||
			info.Phone != "alice01" || info.UserSeed == "" ||
			info.SpreadCode == "" || info.Avatar == "" || info.Status != 0 {
			t.Errorf("%+v", info)
		}
		if raw := string(c.get("/api/user/info").Data); !strings.Contains(raw, `"balance":1000.00`) {
			t.Errorf("balance is no number of gems with two decimals: %s", raw)
		}
		w.visitor().post("/api/user/register", map[string]any{"phone": "ALICE01", "password": pass,
			"fingerprinId": "x"}).want(w, protocol.CodeNameTaken)
		if got := c.worth().GemsCents; got != welcomeCents {
			t.Errorf("balance %d after somebody tried the name again", got)
		}
		if strings.Contains(w.lines.String(), pass) || strings.Contains(w.lines.String(), c.token) {
			t.Error("password or token in the log")
		}
	})
}

// Nothing but the registration has asked for a seed: the first opening finds its beacon.
func TestRegistrationCommitsTheFirstSeed(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		w.visitor().post("/api/user/register", map[string]any{"phone": "alice01", "password": pass,
			"fingerprinId": "alice01"}).want(w, protocol.OK)
		p, err := w.engine.PlayerByName(w.Context(), "alice01")
		if err != nil || p.Seed.Epoch != 1 || p.Seed.Commit == "" {
			t.Fatalf("seed %+v, %v", p.Seed, err)
		}
		if _, err := w.engine.Lookup(w.Context(), p.ID, "seed.open:1"); err != nil {
			t.Errorf("the commitment is not in the journal: %v", err)
		}
	})
}

// A registration finds seeds whose beacon is out: the first opening is drawn at once, and what it proves is whole.
func TestWhoeverOpensInTheSecondAfterRegisteringWaitsForNoBeacon(t *testing.T) {
	inWorld(t, options{ready: true}, func(w *world) {
		for i := range 3 {
			name := fmt.Sprint("alice0", i)
			c := w.visitor()
			c.token = into[registered](w, c.post("/api/user/register", map[string]any{"phone": name, "password": pass,
				"fingerprinId": name})).Token
			w.visitor().post("/api/user/register", map[string]any{"phone": name, "password": pass,
				"fingerprinId": name + "b"}).want(w, protocol.CodeNameTaken)
			registered := time.Now()
			drawn := c.open()
			if waited := time.Since(registered); waited > 300*time.Millisecond {
				t.Errorf("the first opening took %v", waited)
			}
			p, err := w.engine.PlayerByName(w.Context(), name)
			if err != nil {
				t.Fatal(err)
			}
			if mine, err := fairness.FirstUserSeed(p.Seed.Commit); err != nil || p.UserSeed != mine ||
				drawn.Results[0].UserSeed != mine {
				t.Errorf("drawn with user seed %q, the account has %q, its commitment says %q (%v)",
					drawn.Results[0].UserSeed, p.UserSeed, mine, err)
			}
			if p.ID != store.PlayerID(i+1) {
				t.Errorf("player %d got number %d", i+1, p.ID)
			}
		}
	})
}

// A second server on the database has the same numbers ready as the first when it starts, and refuses no registration
// although the first has given a hundred of them.
func TestTwoServersRegisterInTurns(t *testing.T) {
	inWorld(t, options{ready: true}, func(w *world) {
		numbers, err := player.OpenNumbers(w.Context(), w.api.Numbers.NumbersPorts)
		if err != nil {
			t.Fatal(err)
		}
		second := &API{Ports: w.api.Ports}
		second.Numbers = numbers
		for i := range 180 {
			server := w.api
			if i >= 100 && i%2 == 0 {
				server = second
			}
			name := fmt.Sprint("player", i)
			if _, err := server.enroll(w.Context(), store.NewPlayer{Name: name, At: clockAhead()}); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
	})
}

func TestTheHolderOfTheCodeInvites(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		code := into[userInfo](w, w.newPlayer("alice01").get("/api/user/info")).SpreadCode
		for name, tt := range map[string]struct {
			code, told string
			want       store.PlayerID
		}{"invited": {code, "alice01", 1}, "alone01": {"", "", 0}} {
			a := w.visitor().post("/api/user/register", map[string]any{"phone": name, "password": pass,
				"fingerprinId": name, "spreadCode": tt.code})
			a.want(w, protocol.OK)
			if told := into[registered](w, a).InvitedBy; told != tt.told {
				t.Errorf("code %q: told to be invited by %q", tt.code, told)
			}
			if p, err := w.engine.PlayerByName(w.Context(), name); err != nil || p.InvitedBy != tt.want {
				t.Errorf("code %q: invited by %d, %v", tt.code, p.InvitedBy, err)
			}
		}
		w.visitor().post("/api/user/register", map[string]any{"phone": "invitedx", "password": pass,
			"fingerprinId": "f",
			"spreadCode":   strings.Repeat("A", 33)}).want(w, protocol.CodeBadRequest)
	})
}

// Who invited an account is said once: a code with a typing mistake is told while it can be mended.
func TestACodeThatNobodyHasIsToldAndMakesNoAccount(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		for code, want := range map[string]protocol.Code{
			"NOBODYS1": protocol.CodeInviterGone, " ": protocol.CodeInviterGone,
			into[userInfo](w, w.newPlayer("alice01").get("/api/user/info")).SpreadCode: protocol.CodeSelfReferral,
		} {
			a := w.visitor().post("/api/user/register", map[string]any{"phone": "bobby02", "password": pass,
				"fingerprinId": "device of alice01", "spreadCode": code})
			a.want(w, want)
			if told := into[invalid](w, a); told.Field != "spreadCode" || told.Reason == "" {
				t.Errorf("code %q: told %+v", code, told)
			}
			if p, err := w.engine.PlayerByName(w.Context(), "bobby02"); !errors.Is(err, store.ErrNotFound) {
				t.Errorf("code %q: made account %d, %v", code, p.ID, err)
			}
		}
	})
}

func TestRegistrationThatIsRefusedLeavesNoAccount(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		for _, tt := range []struct {
			phone, password, fingerprint string
			want                         protocol.Code
		}{
			{"short", pass, "f", protocol.CodeNameFormat},
			{"toolongaccount", pass, "f", protocol.CodeNameFormat},
			{"has space", pass, "f", protocol.CodeNameFormat},
			{"玩家玩家玩家", pass, "f", protocol.CodeNameFormat},
			{"", pass, "f", protocol.CodeNameFormat},
			{"bobby77", "short1", "f", protocol.CodePasswordFormat},
			{"bobby77", "onlyletters", "f", protocol.CodePasswordFormat},
			{"bobby77", "1234567890", "f", protocol.CodePasswordFormat},
			{"bobby77", strings.Repeat("a1", 33), "f", protocol.CodePasswordFormat},
			{"bobby77", "Password123", "f", protocol.CodePasswordCommon},
			{"bobby77", "xbobby77x", "f", protocol.CodePasswordCommon},
			{"bobby77", pass, "", protocol.CodeFingerprint},
			{"bobby77", pass, strings.Repeat("f", 129), protocol.CodeFingerprint},
		} {
			a := w.visitor().post("/api/user/register", map[string]any{"phone": tt.phone, "password": tt.password,
				"fingerprinId": tt.fingerprint})
			a.want(w, tt.want)
			if _, err := w.engine.PlayerByName(w.Context(), tt.phone); !errors.Is(err, store.ErrNotFound) {
				t.Errorf("%q has an account: %v", tt.phone, err)
			}
		}
	})
}

func TestLoginRotatesTheSession(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		first := c.token
		a := c.post("/api/user/login", map[string]any{"phone": "Alice01", "password": pass})
		a.want(w, protocol.OK)
		c.token = into[token](w, a).Token
		if c.token == first || len(w.ended) != 1 || w.ended[0] != sha256.Sum256([]byte(first)) {
			t.Errorf("the first session lives on: %d ended", len(w.ended))
		}
		c.get("/api/user/info").want(w, protocol.OK)
		(&client{world: w, token: first}).get("/api/user/info").want(w, protocol.CodeTokenInvalid)

		c.post("/api/user/logout", nil).want(w, protocol.OK)
		c.get("/api/user/info").want(w, protocol.CodeTokenInvalid)
		if len(w.ended) != 2 {
			t.Errorf("%d sessions ended, want 2: logout leaves sockets open", len(w.ended))
		}
	})
}

func TestSessionKeepsWhatCanBeReadOfTheDevice(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		w.newPlayer("alice01")
		a := w.visitor().do(http.MethodPost, "/api/user/login", map[string]any{"phone": "alice01", "password": pass},
			http.Header{"User-Agent": {"Jade\xff\xfe/1 手机 " + strings.Repeat("é", 200) + strings.Repeat("x", 300)}})
		a.want(w, protocol.OK)
		s, err := w.engine.SessionByHash(w.Context(), sha256.Sum256([]byte(into[token](w, a).Token)))
		if err != nil || !strings.HasPrefix(s.Device, "Jade/1 ") || len(s.Device) != deviceLength {
			t.Errorf("%q, %v", s.Device, err)
		}
	})
}

func TestOnlyLivingTokensAreTaken(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		for _, token := range []string{"", "undefined", "x", strings.Repeat("A", 43), c.token + "A",
			strings.ToLower(c.token)} {
			(&client{world: w, token: token}).get("/api/user/info").want(w, protocol.CodeTokenInvalid)
		}
		time.Sleep(session.Life)
		c.get("/api/user/info").want(w, protocol.CodeLoginInvalid)
		c.unchanged(func() {
			c.post("/api/box/1/open", map[string]any{"count": 1, "priceCents": priceCents}).want(w,
				protocol.CodeLoginInvalid)
		})
	})
}

func TestWrongCredentialsAreOneAnswer(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		w.newPlayer("alice01")
		hash, err := w.passwords.Hash(w.Context(), password.Who{}, pass) // the right password does not help
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.engine.Register(w.Context(), store.NewPlayer{Name: "house01", PasswordHash: hash, Bot: true,
			At: clockAhead()}, nil); err != nil {
			t.Fatal(err)
		}
		var texts []string
		for _, body := range []map[string]any{
			{"phone": "alice01", "password": "wrong7horse"},
			{"phone": "nobody01", "password": pass},
			{"phone": "house01", "password": pass},
			{"phone": "", "password": pass},
			{"phone": "alice01", "password": ""},
			{"phone": "al ice", "password": pass},
		} {
			a := w.visitor().post("/api/user/login", body)
			a.want(w, protocol.CodeCredentials)
			texts = append(texts, a.ErrMsg)
		}
		for _, text := range texts {
			if text != texts[0] {
				t.Errorf("%q tells more than %q", text, texts[0])
			}
		}
	})
}

func TestWrongPasswordsAreLimited(t *testing.T) {
	inWorld(t, options{limited: true}, func(w *world) {
		w.newPlayer("alice01")
		wrong := map[string]any{"phone": "alice01", "password": "wrong7horse"}
		for range failuresByAccount.Burst {
			w.visitor().post("/api/user/login", wrong).want(w, protocol.CodeCredentials)
		}
		right := map[string]any{"phone": "alice01", "password": pass}
		w.visitor().post("/api/user/login", right).want(w, protocol.CodeLoginCaptcha)
		// Another address does not help: the account is what is guessed at.
		w.visitor().do(http.MethodPost, "/api/user/login", wrong, http.Header{"From-Address": {"203.0.113.9"}}).want(w,
			protocol.CodeLoginCaptcha)
		for range loginByAccount.Burst - failuresByAccount.Burst - 1 {
			w.visitor().post("/api/user/login", wrong).want(w, protocol.CodeLoginCaptcha)
		}
		a := w.visitor().post("/api/user/login", right)
		a.want(w, protocol.CodeRateLimited) // with a ticket, too
		if a.header.Get("Retry-After") == "" {
			t.Error("no Retry-After")
		}
		time.Sleep(2 * time.Minute)
		w.visitor().post("/api/user/login", map[string]any{"phone": "alice01", "password": pass}).want(w, protocol.OK)
	})
}

// A flood of logins must not become a flood of 19 MiB hashes: two are computed here, four wait, the rest is told to
// come back.
func TestAFloodOfLoginsIsTurnedAway(t *testing.T) {
	inWorld(t, options{costly: true, line: password.Bounds{Waiting: 4, Network: 4}}, func(w *world) {
		var busy, wrong atomic.Int64
		var all sync.WaitGroup
		for i := range 60 {
			all.Go(func() {
				a := w.visitor().do(http.MethodPost, "/api/user/login",
					map[string]any{"phone": fmt.Sprintf("nobody%02d", i), "password": pass}, nil)
				switch {
				case a.Code == protocol.CodeBusy && a.header.Get("Retry-After") != "":
					busy.Add(1)
				case a.Code == protocol.CodeCredentials:
					wrong.Add(1)
				default:
					t.Errorf("%d %s", a.Code, a.ErrMsg)
				}
			})
		}
		all.Wait()
		if busy.Load() == 0 || wrong.Load() < 6 {
			t.Errorf("%d turned away, %d checked", busy.Load(), wrong.Load())
		}
	})
}

func TestRegisterLimitsByAddressAndDevice(t *testing.T) {
	inWorld(t, options{limited: true}, func(w *world) {
		register := func(i int, device, address string) reply {
			return w.visitor().do(http.MethodPost, "/api/user/register",
				map[string]any{"phone": "player" + string(rune('a'+i)), "password": pass,
					"fingerprinId": device}, http.Header{"From-Address": {address}})
		}
		for i := range 5 {
			register(i, "one device", "203.0.113."+string(rune('1'+i))).want(w, protocol.OK)
		}
		register(5, "one device", "203.0.113.9").want(w, protocol.CodeRateLimited)
		for i := 6; i < 16; i++ {
			register(i, "device"+string(rune('a'+i)), "198.51.100.7").want(w, protocol.OK)
		}
		register(16, "a new device", "198.51.100.7").want(w, protocol.CodeRateLimited)
		if _, err := w.engine.PlayerByName(w.Context(), "playerq"); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("an account beyond the limit: %v", err)
		}
	})
}

func TestOnlyAConfiguredProxySpeaksForItsClients(t *testing.T) {
	proxies := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}
	inWorld(t, options{limited: true, proxies: proxies}, func(w *world) {
		try := func(from, forwarded string) reply {
			return w.visitor().do(http.MethodPost, "/api/user/login",
				map[string]any{"phone": "nobody" + strings.Repeat("x", int(w.keys.Load()%7)), "password": pass},
				http.Header{"From-Address": {from}, "X-Forwarded-For": {forwarded}})
		}
		for range 30 { // a client that writes its own header stays one client
			w.keys.Add(1)
			if a := try("203.0.113.9", "198.51.100."+
				string(rune('0'+w.keys.Load()%10))); a.Code == protocol.CodeRateLimited {
				t.Fatalf("code %d within the limit", a.Code)
			}
		}
		try("203.0.113.9", "198.51.100.77").want(w, protocol.CodeRateLimited)
		w.keys.Add(1)
		// the same client behind the proxy
		try("10.1.2.3", "198.51.100.1, 203.0.113.9").want(w, protocol.CodeRateLimited)
		w.keys.Add(1)
		try("10.1.2.3", "203.0.113.9, 198.51.100.1").want(w, protocol.CodeCredentials) // another, whatever it claims
	})
}

// broken is a limiter whose server is away.
type broken struct{}

func (broken) Give(context.Context, string, limit.Rate) error { return errors.New("no redis") }

func (broken) Take(context.Context, string, limit.Rate) (time.Duration, error) {
	return 0, errors.New("redis is away")
}

func TestLimitsThatCannotBeAskedFailClosed(t *testing.T) {
	inWorld(t, options{limited: true, limits: broken{}}, func(w *world) {
		w.visitor().post("/api/user/login", map[string]any{"phone": "alice01", "password": pass}).want(w,
			protocol.CodeBusy)
		w.visitor().post("/api/user/register", map[string]any{"phone": "alice01", "password": pass,
			"fingerprinId": "f"}).want(w, protocol.CodeBusy)
		if _, err := w.engine.PlayerByName(w.Context(), "alice01"); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("registered without a limit: %v", err)
		}
	})
}

// Behind a proxy that is not named all clients are one caller to the limits, and the operator is told so once: of one
// on the machine or in the network, since from afar any client may send the header.
func TestAProxyThatNobodyHasNamedIsToldOnce(t *testing.T) {
	for from, want := range map[string]int{"127.0.0.1": 1, "10.1.2.3": 1, "[fd00::7]": 1, "203.0.113.9": 0} {
		inWorld(t, options{}, func(w *world) {
			for range 2 {
				w.visitor().do(http.MethodGet, "/api/box/list", nil,
					http.Header{"From-Address": {from}, "X-Forwarded-For": {"198.51.100.1"}}).want(w, protocol.OK)
			}
			if got := strings.Count(w.lines.String(), "is not trusted"); got != want {
				t.Errorf("from %s: told %d times, want %d: %s", from, got, want, w.lines)
			}
		})
	}
}
