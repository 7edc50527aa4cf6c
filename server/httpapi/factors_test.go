package httpapi

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/server/secondfactor"
	"jadebox/store"
)

const (
	loginPath = "/api/user/login"
	proofPath = "/api/user/login/proof"
)

// app is an authenticator app.
type app struct {
	*world
	secret string
}

// code is the app's of now, or of some steps later.
func (a app) code(later int64) string {
	a.Helper()
	code, err := secondfactor.CodeAt(a.secret, secondfactor.StepOf(a.api.Now())+later)
	if err != nil {
		a.Fatal(err)
	}
	return code
}

// setUp gives an account an authenticator app.
func (c *client) setUp() (app, []string) {
	c.Helper()
	begun := into[appSecret](c.world, c.post("/api/user/factors/app/begin", map[string]any{}))
	a := app{c.world, begun.Secret}
	set := c.takes(c.post("/api/user/factors/app", map[string]any{"state": begun.State, "code": a.code(-1),
		"password": pass}))
	set.want(c.world, protocol.OK)
	return a, into[factorSet](c.world, set).Recovery
}

// takes goes on under the token of a change of factors.
func (c *client) takes(a reply) reply {
	c.Helper()
	if a.Code == protocol.OK {
		c.token = into[factorSet](c.world, a).Token
	}
	return a
}

func (w *world) refusedLogin(name string) secondAsked {
	w.Helper()
	a := w.visitor().post(loginPath, map[string]any{"phone": name, "password": pass})
	a.want(w, protocol.CodeSecondFactor)
	var asked secondAsked
	if err := json.Unmarshal(a.Data, &asked); err != nil {
		w.Fatal(err)
	}
	return asked
}

func (w *world) proof(pending, code string) reply {
	w.Helper()
	return w.visitor().post(proofPath, map[string]any{"pending": pending, "code": code})
}

func TestAnAccountWithAnAppLogsInByPasswordAndACodeThatIsGoodOnce(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		other := c.again()
		a, recovery := c.setUp()
		if len(recovery) != secondfactor.RecoveryCodes {
			t.Errorf("recovery codes %q", recovery)
		}
		other.get("/api/user/info").want(w, protocol.CodeTokenInvalid) // a change of how ends every other session
		if own := into[ownFactors](w, c.get("/api/user/factors")); own.App == "" || own.Recovery != 10 {
			t.Errorf("%+v", own)
		}
		asked := w.refusedLogin("alice01")
		if !slices.Equal(asked.By, []string{byApp, byRecovery}) {
			t.Errorf("asked for %q", asked.By)
		}
		w.proof(asked.Pending, "000000").want(w, protocol.CodeFactorWrong)
		w.proof(asked.Pending, a.code(-1)).want(w, protocol.CodeFactorWrong) // it has set the app up
		w.proof(asked.Pending, a.code(5)).want(w, protocol.CodeFactorWrong)
		w.proof(asked.Pending, "").want(w, protocol.CodeFactorWrong)
		code := a.code(0)
		in := w.proof(asked.Pending, code)
		in.want(w, protocol.OK)
		fresh := &client{w, "alice01", into[token](w, in).Token}
		fresh.get("/api/user/info").want(w, protocol.OK)
		w.proof(asked.Pending, a.code(1)).want(w, protocol.CodeFactorWrong) // a login ends once
		w.proof(w.refusedLogin("alice01").Pending, code).want(w, protocol.CodeFactorWrong)
		time.Sleep(time.Minute)
		w.proof(w.refusedLogin("alice01").Pending, a.code(0)).want(w, protocol.OK)

		asked = w.refusedLogin("alice01")
		time.Sleep(heldLife)
		w.proof(asked.Pending, a.code(0)).want(w, protocol.CodeCredentials)
		w.proof(asked.Pending[:len(asked.Pending)-4]+"AAAA", a.code(0)).want(w, protocol.CodeCredentials)
		w.visitor().post(loginPath, map[string]any{"phone": "alice01", "password": "wrong4harbor"}).
			want(w, protocol.CodeCredentials)
	})
}

func TestALoginThatWaitsForItsSecondFactorIsOverWhenThePasswordChanges(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		a, _ := c.setUp()
		asked := w.refusedLogin("alice01")
		c.goesOn(c.post("/api/user/password", map[string]any{"old": pass, "password": newWord})).want(w, protocol.OK)
		w.proof(asked.Pending, a.code(0)).want(w, protocol.CodeCredentials)
	})
}

func TestARecoveryCodeIsGoodOnceHoweverManyShowItAndNewOnesReplaceIt(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		_, codes := c.setUp()
		asked := w.refusedLogin("alice01")
		var in atomic.Int64
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				if w.proof(asked.Pending, codes[0]).Code == protocol.OK {
					in.Add(1)
				}
			})
		}
		all.Wait()
		if in.Load() != 1 {
			t.Errorf("%d came in by one code", in.Load())
		}
		other := &client{w, "alice01", into[token](w, w.proof(w.refusedLogin("alice01").Pending, codes[2])).Token}
		other.get("/api/user/info").want(w, protocol.OK)
		before := c.token
		renewed := c.takes(c.post("/api/user/factors/recovery", map[string]any{}))
		fresh := into[factorSet](w, renewed).Recovery
		c.get("/api/user/info").want(w, protocol.OK)
		for _, over := range []*client{other, {w, "alice01", before}} { // sessions with the old codes are ended
			over.get("/api/user/info").want(w, protocol.CodeTokenInvalid)
		}
		time.Sleep(10 * time.Minute)
		pending := w.refusedLogin("alice01").Pending
		w.proof(pending, codes[1]).want(w, protocol.CodeFactorWrong)
		w.proof(pending, fresh[9]).want(w, protocol.OK)
		w.newPlayer("bobby02").post("/api/user/factors/recovery", map[string]any{}).want(w, protocol.CodeNotFound)
	})
}

// A thief of the password and a session still lacks the second factor: for every sensitive call, for the calls that
// take the password themselves, and for a change of the factors.
func TestThePasswordAloneProvesNoAccountThatHasASecondFactor(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		a, codes := c.setUp()
		time.Sleep(stepUpLife + time.Second)
		all := append(slices.Clone(sensitive), []struct {
			method, path string
			body         any
		}{{http.MethodPost, "/api/user/password", map[string]any{"old": pass, "password": newWord}},
			{http.MethodPost, "/api/user/auth/card/export", map[string]any{"password": pass}},
			{http.MethodPost, "/api/user/auth/card/erase", map[string]any{"password": pass}},
			{http.MethodPost, "/api/user/factors/app/begin", map[string]any{}},
			{http.MethodPost, "/api/user/factors/recovery", map[string]any{}},
			{http.MethodPost, "/api/user/factors/end", map[string]any{"id": "00000000000000000000000000000000"}}}...)
		c.confirm(map[string]any{"password": pass}).want(w, protocol.CodeSecondFactor)
		c.confirm(map[string]any{"password": pass, "code": "000000"}).want(w, protocol.CodeFactorWrong)
		for _, s := range all {
			got := c.do(s.method, s.path, s.body, http.Header{"Idempotency-Key": {"sensitive"}})
			var told stepUpAsked
			if err := json.Unmarshal(got.Data, &told); got.Code != protocol.CodeConfirm || err != nil ||
				!slices.Equal(told.By, []string{byApp, byRecovery}) {
				t.Errorf("%s %s: %d %s", s.method, s.path, got.Code, got.raw)
			}
		}
		c.confirm(map[string]any{"code": a.code(0)}).want(w, protocol.OK)
		for _, s := range all[:3] {
			if got := c.do(s.method, s.path, s.body, nil); got.Code == protocol.CodeConfirm {
				t.Errorf("%s after a code is refused", s.path)
			}
		}
		c.confirm(map[string]any{"code": codes[3]}).want(w, protocol.OK)
		c.confirm(map[string]any{"code": codes[3]}).want(w, protocol.CodeFactorWrong)

		own := into[ownFactors](w, c.get("/api/user/factors"))
		stranger := w.newPlayer("bobby02")
		stranger.post("/api/user/factors/end", map[string]any{"id": own.App}).want(w, protocol.CodeNotFound)
		c.goesOn(c.post("/api/user/factors/end", map[string]any{"id": own.App})).want(w, protocol.OK)
		if own = into[ownFactors](w, c.get("/api/user/factors")); own.App != "" || own.Recovery != 0 {
			t.Errorf("after the last factor: %+v", own)
		}
		c.again().get("/api/user/info").want(w, protocol.OK)
	})
}

// Strangers who have the password guess a bounded number of codes, and lock out neither a device that was in the
// account nor an owner with a recovery code.
func TestGuessesOfASecondFactorAreBoundedAndLockNobodyOut(t *testing.T) {
	inWorld(t, options{limited: true}, func(w *world) {
		c := w.newPlayer("alice01")
		b := (&client{w, "alice01", ""}).browser()
		login := map[string]any{"phone": "alice01", "password": pass}
		a, codes := c.setUp()
		time.Sleep(time.Minute)
		b.call(http.MethodPost, loginPath, login).want(w, protocol.CodeSecondFactor)
		b.call(http.MethodPost, proofPath, map[string]any{"pending": w.refusedLogin("alice01").Pending,
			"code": a.code(-1)}).want(w, protocol.OK) // its cookie is kept
		time.Sleep(time.Minute)
		guess := func(from, pending, code string) protocol.Code {
			return w.visitor().do(http.MethodPost, proofPath, map[string]any{"pending": pending, "code": code},
				http.Header{"From-Address": {from}}).Code
		}
		pending := w.refusedLogin("alice01").Pending
		wrong := 0
		for network := range 40 {
			from := "203.0." + itoa(int64(network)) + ".1"
			for range 10 {
				if guess(from, pending, "000000") == protocol.CodeFactorWrong {
					wrong++
				}
			}
		}
		if wrong < 40 || wrong > 70 {
			t.Errorf("%d guesses from 40 networks", wrong)
		}
		if got := guess("198.51.100.1", pending, a.code(1)); got != protocol.CodeRateLimited {
			t.Errorf("a code from a new network: %d", got)
		}
		if got := guess("198.51.100.1", pending, codes[0]); got != protocol.OK {
			t.Errorf("a recovery code from a new network: %d", got)
		}
		refused := b.call(http.MethodPost, loginPath, login)
		refused.want(w, protocol.CodeSecondFactor)
		var asked secondAsked
		if err := json.Unmarshal(refused.Data, &asked); err != nil {
			t.Fatal(err)
		}
		b.call(http.MethodPost, proofPath, map[string]any{"pending": asked.Pending, "code": a.code(1)}).
			want(w, protocol.OK)
	})
}

// A thief of the password may log in any number of times before the factor is set up, and keep each cookie.
func TestDeviceCookiesFromBeforeASecondFactorBringNoGuesses(t *testing.T) {
	inWorld(t, options{limited: true}, func(w *world) {
		c := w.newPlayer("alice01")
		kept := map[string]bool{}
		for range 30 {
			time.Sleep(time.Minute)
			kept[deviceIn(w, w.visitor().login("alice01", pass, ""))] = true
		}
		time.Sleep(time.Hour)
		again := w.visitor().login("alice01", pass, "")
		again.want(w, protocol.OK)
		c.token = into[token](w, again).Token
		c.setUp()
		pending := w.refusedLogin("alice01").Pending
		wrong := 0
		for device := range kept {
			for range 12 {
				if w.visitor().do(http.MethodPost, proofPath, map[string]any{"pending": pending, "code": "000000"},
					http.Header{"Cookie": {"device=" + device}}).Code == protocol.CodeFactorWrong {
					wrong++
				}
			}
		}
		if len(kept) != 30 || wrong == 0 || wrong > factorByCaller.Burst {
			t.Errorf("%d guesses with %d cookies from before the factor, want those of one network", wrong, len(kept))
		}
	})
}

func TestTheDeviceThatSetsAFactorUpStaysKnown(t *testing.T) {
	inWorld(t, options{limited: true}, func(w *world) {
		c := w.newPlayer("alice01")
		time.Sleep(time.Hour)
		b := c.again().browser()
		begun := into[appSecret](w, b.call(http.MethodPost, "/api/user/factors/app/begin", map[string]any{}))
		a := app{w, begun.Secret}
		set := b.call(http.MethodPost, "/api/user/factors/app", map[string]any{"state": begun.State,
			"code": a.code(-1), "password": pass})
		if deviceIn(w, set) == "" {
			t.Error("the device that set the factor up is a stranger to it")
		}
	})
}

// A session that has just begun may have been stolen: what it would shut the owner out with takes the password.
func TestTheFirstSecondFactorTakesThePasswordInTheCallItself(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		if own := into[ownFactors](w, c.get("/api/user/factors")); !own.Password {
			t.Error("the player is not asked for the password")
		}
		begun := into[appSecret](w, c.post("/api/user/factors/app/begin", map[string]any{}))
		a := app{w, begun.Secret}
		set := map[string]any{"state": begun.State, "code": a.code(-1)}
		c.post("/api/user/factors/app", set).want(w, protocol.CodeCredentials)
		set["password"] = "wrong4harbor"
		c.post("/api/user/factors/app", set).want(w, protocol.CodeCredentials)
		asked := into[passkeyOptions](w, c.post("/api/user/factors/passkey/begin", map[string]any{}))
		made := w.authenticator().made(asked, "Phone")
		delete(made, "password")
		c.post("/api/user/factors/passkey", made).want(w, protocol.CodeCredentials)
		set["password"] = pass
		c.takes(c.post("/api/user/factors/app", set)).want(w, protocol.OK)

		if own := into[ownFactors](w, c.get("/api/user/factors")); own.Password {
			t.Error("a further factor is proved by the first, not by the password")
		}
	})
}

func TestTakingAFactorOffProvesNothing(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		c.setUp()
		time.Sleep(stepUpLife - time.Minute)
		own := into[ownFactors](w, c.get("/api/user/factors"))
		c.goesOn(c.post("/api/user/factors/end", map[string]any{"id": own.App})).want(w, protocol.OK)
		c.post("/api/user/sessions/end/others", map[string]any{}).want(w, protocol.OK)
	})
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		c.setUp()
		time.Sleep(stepUpLife - time.Minute)
		own := into[ownFactors](w, c.get("/api/user/factors"))
		c.goesOn(c.post("/api/user/factors/end", map[string]any{"id": own.App})).want(w, protocol.OK)
		time.Sleep(2 * time.Minute)
		c.post("/api/user/sessions/end/others", map[string]any{}).want(w, protocol.CodeConfirm)
	})
}

// All known devices of an account share a bound, however many they are.
func TestKnownDevicesOfAnAccountShareABoundOnGuesses(t *testing.T) {
	inWorld(t, options{limited: true}, func(w *world) {
		c := w.newPlayer("alice01")
		a, _ := c.setUp()
		known := func() string {
			time.Sleep(time.Minute)
			in := w.proof(w.refusedLogin("alice01").Pending, a.code(0))
			in.want(w, protocol.OK)
			return deviceIn(w, in)
		}
		var devices []string
		for range 25 {
			devices = append(devices, known())
		}
		pending := w.refusedLogin("alice01").Pending
		wrong := 0
		for _, device := range devices {
			for range factorByCaller.Burst {
				if w.visitor().do(http.MethodPost, proofPath, map[string]any{"pending": pending, "code": "000000"},
					http.Header{"Cookie": {"device=" + device}}).Code == protocol.CodeFactorWrong {
					wrong++
				}
			}
		}
		if wrong != factorByKnown.Burst {
			t.Errorf("%d guesses by %d known devices, want %d", wrong, len(devices), factorByKnown.Burst)
		}
	})
}

// settingUp is a store in which a factor is set up right after the account was asked for its factors.
type settingUp struct {
	call.Store
	then func()
}

func (s *settingUp) Factors(ctx context.Context, id store.PlayerID) ([]store.Factor, error) {
	list, err := s.Store.Factors(ctx, id)
	if then := s.then; then != nil {
		s.then = nil
		then()
	}
	return list, err
}

func TestALoginDuringWhichTheFirstFactorIsSetUpNeedsIt(t *testing.T) {
	rows := &settingUp{}
	inWorld(t, options{watch: func(s call.Store) call.Store { rows.Store = s; return rows }}, func(w *world) {
		alice, bob := w.newPlayer("alice01"), w.newPlayer("bobby02")
		b := bob.browser()
		bound := b.call(http.MethodPost, "/api/user/steam/bind", b.steam(1, koi))
		bound.want(w, protocol.OK)
		bob = &client{w, "bobby02", into[steamToken](w, bound).Token}
		v := w.browser()
		for c, login := range map[*client]func() reply{
			alice: func() reply { return w.visitor().login("alice01", pass, "") },
			bob:   func() reply { return v.call(http.MethodPost, "/api/user/steam/login", v.steam(0, koi)) },
		} {
			rows.then = func() { c.setUp() }
			in := login()
			in.want(w, protocol.CodeSecondFactor)
			if deviceIn(w, in) != "" {
				t.Errorf("%s: a refused login leaves a known device", c.name)
			}
			if open, err := w.api.Sessions.Of(t.Context(), store.PlayerID(c.playerID())); err != nil || len(open) != 1 {
				t.Errorf("%s: %d sessions, want that which set the factor up: %v", c.name, len(open), err)
			}
		}
	})
}

func TestSecretsOfSecondFactorsLieSealedInTheStore(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		a, _ := c.setUp()
		id := store.PlayerID(c.playerID())
		list, err := w.engine.Factors(t.Context(), id)
		if err != nil || len(list) != 1+secondfactor.RecoveryCodes {
			t.Fatal(list, err)
		}
		for _, f := range list {
			if f.Kind == store.FactorApp {
				if slices.Contains([]string{string(f.Sealed)}, a.secret) || len(f.Sealed) <= len(a.secret) {
					t.Error("the secret lies open")
				}
				if _, err := w.api.Vault.OpenSecret(sealedApp, id+1, f.Sealed); err == nil {
					t.Error("another account opens it")
				}
			} else if len(f.Sealed) != 0 {
				t.Errorf("a recovery code holds %q", f.Sealed)
			}
		}
	})
}

// authenticator is a passkey of a browser: ES256, attestation "none".
type authenticator struct {
	*world
	key     *ecdsa.PrivateKey
	id      []byte
	counter uint32
	origin  string
}

func (w *world) authenticator() *authenticator {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		w.Fatal(err)
	}
	id := make([]byte, 16)
	rand.Read(id)
	return &authenticator{w, key, id, 0, "http://example.com"}
}

var b64 = base64.RawURLEncoding.EncodeToString

func (a *authenticator) data(flags byte) []byte {
	site := sha256.Sum256([]byte("example.com"))
	a.counter++
	return binary.BigEndian.AppendUint32(append(site[:], flags), a.counter)
}

func (a *authenticator) client(kind, challenge string) []byte {
	raw, err := json.Marshal(map[string]any{"type": kind, "challenge": challenge, "origin": a.origin,
		"crossOrigin": false})
	if err != nil {
		a.Fatal(err)
	}
	return raw
}

// made answers navigator.credentials.create.
func (a *authenticator) made(o passkeyOptions, name string) map[string]any {
	public, err := a.key.PublicKey.Bytes() // 4, x, y
	if err != nil {
		a.Fatal(err)
	}
	cose := slices.Concat([]byte{0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32}, public[1:33], []byte{0x22, 0x58, 32},
		public[33:])
	data := slices.Concat(a.data(0x45), make([]byte, 16), []byte{0, byte(len(a.id))}, a.id, cose)
	object := slices.Concat([]byte("\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58"), []byte{byte(len(data))}, data)
	return map[string]any{"state": o.State, "name": name, "id": b64(a.id), "password": pass,
		"clientData": b64(a.client("webauthn.create", o.Challenge)), "attestation": b64(object)}
}

// answer answers navigator.credentials.get.
func (a *authenticator) answer(o passkeyOptions) map[string]any {
	data, said := a.data(0x05), a.client("webauthn.get", o.Challenge)
	sum := sha256.Sum256(said)
	signed := sha256.Sum256(append(slices.Clone(data), sum[:]...))
	signature, err := ecdsa.SignASN1(rand.Reader, a.key, signed[:])
	if err != nil {
		a.Fatal(err)
	}
	return map[string]any{"state": o.State, "id": b64(a.id), "clientData": b64(said), "authenticator": b64(data),
		"signature": b64(signature)}
}

func (c *client) addKey(name string) (*authenticator, factorSet) {
	c.Helper()
	key := c.authenticator()
	asked := into[passkeyOptions](c.world, c.post("/api/user/factors/passkey/begin", map[string]any{}))
	set := c.takes(c.post("/api/user/factors/passkey", key.made(asked, name)))
	set.want(c.world, protocol.OK)
	return key, into[factorSet](c.world, set)
}

func TestAPasskeyLogsInAndProvesASessionAndEachAnswerIsGoodOnce(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		key, set := c.addKey("Phone")
		if len(set.Recovery) != secondfactor.RecoveryCodes {
			t.Errorf("%+v", set)
		}
		time.Sleep(time.Second)
		second, set := c.addKey("Laptop")
		if len(set.Recovery) != 0 {
			t.Errorf("the second factor brings %q", set.Recovery)
		}
		asked := w.refusedLogin("alice01")
		if !slices.Equal(asked.By, []string{byPasskey, byRecovery}) {
			t.Errorf("asked for %q", asked.By)
		}
		question := func() passkeyOptions {
			return into[passkeyOptions](w, w.visitor().post("/api/user/login/passkey",
				map[string]any{"pending": asked.Pending}))
		}
		show := func(pending string, answer map[string]any) reply {
			return w.visitor().post(proofPath, map[string]any{"pending": pending, "passkey": answer})
		}
		if q := question(); len(q.Keys) != 2 || q.RPID != "example.com" {
			t.Errorf("%+v", q)
		}
		foreign := w.authenticator()
		show(asked.Pending, foreign.answer(question())).want(w, protocol.CodeFactorWrong)
		key.origin = "http://evil.example"
		show(asked.Pending, key.answer(question())).want(w, protocol.CodeFactorWrong)
		key.origin = "http://example.com"
		mixed := key.answer(question())
		mixed["state"] = question().State
		show(asked.Pending, mixed).want(w, protocol.CodeFactorWrong)
		answer := key.answer(question())
		show(asked.Pending, answer).want(w, protocol.OK)
		asked = w.refusedLogin("alice01")
		show(asked.Pending, answer).want(w, protocol.CodeFactorWrong)
		key.counter = 1 // a copy of the authenticator
		show(asked.Pending, key.answer(question())).want(w, protocol.CodeFactorWrong)

		time.Sleep(stepUpLife + time.Second)
		c.post("/api/user/sessions/end/others", map[string]any{}).want(w, protocol.CodeConfirm)
		q := into[passkeyOptions](w, c.post("/api/user/confirm/passkey", map[string]any{}))
		c.confirm(map[string]any{"passkey": second.answer(q)}).want(w, protocol.OK)
		own := into[ownFactors](w, c.get("/api/user/factors"))
		if len(own.Passkeys) != 2 || own.Passkeys[0].UsedMS == 0 || own.Passkeys[1].Name != "Laptop" || !own.Keys {
			t.Errorf("%+v", own)
		}
		c.goesOn(c.post("/api/user/factors/end", map[string]any{"id": own.Passkeys[0].ID})).want(w, protocol.OK)
		asked = w.refusedLogin("alice01")
		key.counter = 100
		show(asked.Pending, key.answer(question())).want(w, protocol.CodeFactorWrong)
	})
}

func TestAPasskeyIsAddedOnceAndWithTheAnswerOfItsOwnQuestion(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c, other := w.newPlayer("alice01"), w.newPlayer("bobby02")
		begin := func(c *client) passkeyOptions {
			return into[passkeyOptions](w, c.post("/api/user/factors/passkey/begin", map[string]any{}))
		}
		add := func(c *client, body map[string]any) reply {
			return c.takes(c.post("/api/user/factors/passkey", body))
		}
		key := w.authenticator()
		body := key.made(begin(c), "Key")
		add(other, body).want(w, protocol.CodeFactorWrong)
		body["name"] = "   "
		add(c, body).want(w, protocol.CodeBadRequest)
		body["name"] = "Key"
		add(c, body).want(w, protocol.OK)
		add(c, body).want(w, protocol.CodeFactorWrong)
		add(c, key.made(begin(c), "Again")).want(w, protocol.CodeFactorWrong)
		for range passkeysMax - 1 {
			c.addKey("More")
		}
		c.post("/api/user/factors/passkey/begin", map[string]any{}).want(w, protocol.CodeLimit)
		other.post("/api/user/confirm/passkey", map[string]any{}).want(w, protocol.CodeNotFound)
	})
}

// A Steam account that was taken over does not log in, either.
func TestALoginBySteamAsksForTheSecondFactorToo(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		b := w.newPlayer("alice01").browser()
		a := b.call(http.MethodPost, "/api/user/steam/bind", b.steam(1, koi))
		a.want(w, protocol.OK)
		c := &client{w, "alice01", into[steamToken](w, a).Token}
		own, _ := c.setUp()
		v := w.browser()
		a = v.call(http.MethodPost, "/api/user/steam/login", v.steam(0, koi))
		a.want(w, protocol.CodeSecondFactor)
		var asked secondAsked
		if err := json.Unmarshal(a.Data, &asked); err != nil {
			t.Fatal(err)
		}
		w.proof(asked.Pending, own.code(0)).want(w, protocol.OK)
	})
}
