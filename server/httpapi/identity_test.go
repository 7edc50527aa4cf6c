package httpapi

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/store"
)

const newPass = "quiet9lantern"

func send(b *browser, to purpose, phone string, t captchaTicket) reply {
	return b.call(http.MethodPost, "/api/personal/center/send/"+strconv.Itoa(int(to))+"/code",
		map[string]any{"phone": phone, "randStr": t.RandStr, "ticket": t.Ticket})
}

func TestBindingAPhoneBeginsANewSession(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		b, first := c.browser(), c.token
		second := &client{world: w,
			token: into[token](w, w.visitor().post("/api/user/login", map[string]any{"phone": "alice01",
				"password": pass})).Token}
		b.bind(phone)
		for _, old := range []*client{{world: w, token: first}, second} {
			old.get("/api/user/info").want(w, protocol.CodeTokenInvalid)
		}
		if len(w.ended) != 2 {
			t.Errorf("sockets of %d sessions closed, want 2", len(w.ended))
		}
		info := into[userInfo](w, c.get("/api/user/info"))
		if info.BoundPhone != "138******00" || info.Phone != "alice01" {
			t.Errorf("%+v", info)
		}
		w.visitor().post("/api/user/login", map[string]any{"phone": phone, "password": pass}).want(w, protocol.OK)

		b.call(http.MethodPut, "/api/personal/center/bundling/phone", map[string]any{"phone": otherPhone,
			"code": "123456"}).want(w, protocol.CodePhoneBound)
		other := w.newPlayer("bobby02").browser()
		other.send(toBind, phone).want(w, protocol.CodePhoneTaken)

		b.goesOn(b.call(http.MethodPost, "/api/personal/center/unbundling/phone", map[string]any{"phone": phone,
			"code": b.code(toUnbind, phone)})).want(w, protocol.OK)
		if got := into[userInfo](w, c.get("/api/user/info")).BoundPhone; got != "" {
			t.Errorf("still bound: %s", got)
		}
		w.visitor().post("/api/user/login", map[string]any{"phone": phone, "password": pass}).want(w,
			protocol.CodeCredentials)
		for _, secret := range []string{phone, pass, c.token} {
			if strings.Contains(w.lines.String(), secret) {
				t.Errorf("%s in the log", secret)
			}
		}
	})
}

func TestACodeIsOfOnePurposePhoneAndSession(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		b := w.newPlayer("alice01").browser()
		bind := func(who *browser, phone, code string) reply {
			return who.call(http.MethodPut, "/api/personal/center/bundling/phone", map[string]any{"phone": phone,
				"code": code})
		}
		code := b.code(toBind, phone)
		bind(w.newPlayer("bobby02").browser(), phone, code).want(w, protocol.CodeCodeWrong)
		bind(b, otherPhone, code).want(w, protocol.CodeCodeWrong)
		b.call(http.MethodPost, "/api/personal/center/password", map[string]any{"phone": phone, "password": newPass,
			"code": code}).want(w, protocol.CodeCodeWrong)
		time.Sleep(10 * time.Minute)
		b.confirm(map[string]any{"password": pass}).want(w, protocol.OK)
		bind(b, phone, code).want(w, protocol.CodeCodeWrong)
		if info := into[userInfo](w, b.get("/api/user/info")); info.BoundPhone != "" {
			t.Errorf("bound to %s", info.BoundPhone)
		}
	})
}

func TestACodeHasFiveTries(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		b := w.newPlayer("alice01").browser()
		code := b.code(toBind, phone)
		wrong := "000000"
		if code == wrong {
			wrong = "111111"
		}
		for range 5 {
			b.call(http.MethodPut, "/api/personal/center/bundling/phone", map[string]any{"phone": phone,
				"code": wrong}).want(w, protocol.CodeCodeWrong)
		}
		b.call(http.MethodPut, "/api/personal/center/bundling/phone", map[string]any{"phone": phone,
			"code": code}).want(w, protocol.CodeCodeWrong)
		b.bind(phone) // a new code is a new chance
	})
}

func TestCodesAreAMinuteApartAndTenADay(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		b := w.newPlayer("alice01").browser()
		send(b, toBind, phone, b.ticket("bind")).want(w, protocol.OK)
		a := send(b, toBind, phone, b.ticket("bind"))
		a.want(w, protocol.CodeCodePause)
		if a.header.Get("Retry-After") == "" {
			t.Error("no Retry-After")
		}
		send(b, toBind, otherPhone, b.ticket("bind")).want(w, protocol.CodeCodePause) // the same session
		other := w.newPlayer("bobby02").browser()
		send(other, toBind, phone, other.ticket("bind")).want(w, protocol.CodeCodePause) // the same phone
		if n := len(w.outbox.To(phone)) + len(w.outbox.To(otherPhone)); n != 1 {
			t.Errorf("%d messages", n)
		}
		for range 9 {
			time.Sleep(time.Minute)
			send(b, toBind, phone, b.ticket("bind")).want(w, protocol.OK)
		}
		time.Sleep(time.Minute)
		send(b, toBind, phone, b.ticket("bind")).want(w, protocol.CodeCodePause)
	})
}

// Too many requests for another's phone must not use up that phone's day.
func TestARefusedCodeSpendsNothingOfAPhone(t *testing.T) {
	inWorld(t, options{limited: true}, func(w *world) {
		rude := w.browser()
		ask := func(b *browser, phone string, i int) reply {
			b.from = fmt.Sprintf("198.51.%d.%d", i/200, 1+i%200)
			return send(b, toReset, phone, b.ticket("reset"))
		}
		ask(rude, otherPhone, 0).want(w, protocol.OK)
		for i := range 12 { // as one visitor: its own pause refuses
			ask(rude, phone, i).want(w, protocol.CodeCodePause)
		}
		for i := range 10 {
			ask(w.browser(), phone, 300+i).want(w, protocol.OK)
			for j := range 2 { // the phone's pause refuses
				ask(w.browser(), phone, 400+2*i+j).want(w, protocol.CodeCodePause)
			}
			time.Sleep(time.Minute)
		}
		ask(w.browser(), phone, 500).want(w, protocol.CodeCodePause)
	})
}

func TestMessagesHaveABudgetInAllAndByPrefix(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		w.api.Messages = MessageBudget{Hourly: 6, HourlyByPrefix: 2} // one of the six is reserved
		i := 0
		ask := func(phone string) reply {
			i++
			b := w.newPlayer(fmt.Sprintf("player%02d", i)).browser()
			return send(b, toBind, phone, b.ticket("bind"))
		}
		ask("13800138001").want(w, protocol.OK)
		ask("13800138002").want(w, protocol.OK)
		a := ask("13800138003")
		a.want(w, protocol.CodeBusy)
		if a.header.Get("Retry-After") == "" {
			t.Error("no Retry-After")
		}
		for range 9 { // the phone is not bound: no message goes out, and none is counted
			v := w.browser()
			send(v, toReset, "13900139000", v.ticket("reset")).want(w, protocol.OK)
			time.Sleep(time.Minute)
		}
		for _, p := range []string{"13700137001", "13600136001", "13500135001"} {
			ask(p).want(w, protocol.OK)
		}
		ask("13400134001").want(w, protocol.CodeBusy) // five for phones that are not the asker's: one is back in 12 min
		time.Sleep(time.Hour)
		ask("13800138003").want(w, protocol.OK) // what was refused is not the phone's
	})
}

// Strangers with many networks use up what there is for a phone, its beginning and the site; the player whose phone it
// is gets a code all the same, in a session and on a device that was in the account.
func TestStrangersDoNotSpendTheCodesOfAPlayersOwnPhone(t *testing.T) {
	for what, budget := range map[string]MessageBudget{"the phone's day": {}, "the site's hour": {Hourly: 4},
		"the beginning's hour": {HourlyByPrefix: 4}} {
		inWorld(t, options{limited: true}, func(w *world) {
			b := w.newPlayer("alice01").browser()
			b.from = "203.0.113.5"
			b.bind(phone)
			device := into[token](w, b.call(http.MethodPost, "/api/user/login", map[string]any{"phone": "alice01",
				"password": pass}))
			b.token = device.Token
			time.Sleep(time.Hour)
			w.api.Messages = budget
			var refused protocol.Code
			for i := range 14 {
				v := w.browser()
				v.from = fmt.Sprintf("198.51.100.%d", i)
				if a := send(v, toReset, phone, v.ticket("reset")); a.Code != protocol.OK {
					refused = a.Code
				}
				time.Sleep(61 * time.Second)
			}
			if refused == 0 {
				t.Fatalf("%s: no stranger was refused", what)
			}
			if a := send(b, toUnbind, phone, b.ticket("unbind")); a.Code != protocol.OK {
				t.Errorf("%s: in a session: %d %s", what, a.Code, a.ErrMsg)
			}
			time.Sleep(time.Minute)
			b.token = ""
			if a := send(b, toReset, phone, b.ticket("reset")); budget.Hourly+budget.HourlyByPrefix == 0 &&
				a.Code != protocol.OK {
				t.Errorf("%s: on the device: %d %s", what, a.Code, a.ErrMsg)
			}
		})
	}
}

func TestOneNetworkSpendsALittleOfAPhonesDayAndAnIPv6SiteNoMore(t *testing.T) {
	inWorld(t, options{limited: true}, func(w *world) {
		w.newPlayer("alice01").browser().bind(phone)
		ask := func(from, phone string) reply {
			time.Sleep(61 * time.Second)
			v := w.browser()
			v.from = from
			return send(v, toReset, phone, v.ticket("reset"))
		}
		for range codesByPhoneAndPlace {
			ask("198.51.100.1", phone).want(w, protocol.OK)
		}
		for range 20 {
			ask("198.51.100.1", phone).want(w, protocol.CodeCodePause)
		}
		ask("198.51.100.2", phone).want(w, protocol.OK)
		sent, began := 0, time.Now()
		for i := range 200 { // each from a /64 of its own
			v := w.browser()
			v.from = fmt.Sprintf("[2001:db8:1:%x::1]", i)
			if send(v, toReset, fmt.Sprintf("139%08d", i), v.ticket("reset")).Code == protocol.OK {
				sent++
			}
			time.Sleep(10 * time.Second)
		}
		again := int(time.Since(began) / (codesByPlace.Interval() / 4))
		if most := 4*codesByPlace.Burst + again + 1; sent > most || sent < 2*codesByPlace.Burst {
			t.Errorf("%d messages of one /48, at most %d", sent, most)
		}
	})
}

// A store that fails to keep a code has sent none.
func TestACodeThatWasNotKeptCountsNowhere(t *testing.T) {
	q := &noCodes{}
	watch := func(s call.Store) call.Store { q.Store = s; return q }
	inWorld(t, options{watch: watch}, func(w *world) {
		b := w.newPlayer("alice01").browser()
		q.fails = true
		for range 12 {
			a := send(b, toBind, phone, b.ticket("bind"))
			if a.Code == protocol.OK || a.Code == protocol.CodeCodePause {
				t.Fatalf("%d", a.Code)
			}
		}
		q.fails = false
		b.bind(phone)
	})
}

type noCodes struct {
	call.Store
	fails bool
}

func (n *noCodes) PutCode(ctx context.Context, c store.Code) error {
	if n.fails {
		return store.ErrAway
	}
	return n.Store.PutCode(ctx, c)
}

func TestATicketSendsOneCode(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		b := w.newPlayer("alice01").browser()
		ticket := b.ticket("bind")
		var sent, refused atomic.Int64
		var all sync.WaitGroup
		body := map[string]any{"phone": phone, "randStr": ticket.RandStr, "ticket": ticket.Ticket}
		for range 200 {
			all.Go(func() {
				switch a := b.do(http.MethodPost, "/api/personal/center/send/0/code", body, nil); a.Code {
				case protocol.OK:
					sent.Add(1)
				case protocol.CodeCaptcha:
					refused.Add(1)
				default:
					t.Errorf("%d %s", a.Code, a.ErrMsg)
				}
			})
		}
		all.Wait()
		time.Sleep(time.Minute)
		if sent.Load() != 1 || refused.Load() != 199 || len(w.outbox.To(phone)) != 1 {
			t.Errorf("%d sent, %d refused, %d messages", sent.Load(), refused.Load(), len(w.outbox.To(phone)))
		}
		for _, t := range []captchaTicket{{}, ticket, {Ticket: "x", RandStr: "x"},
			{Ticket: b.ticket("bind").Ticket, RandStr: b.ticket("bind").RandStr}, b.ticket("trade")} {
			send(b, toBind, otherPhone, t).want(w, protocol.CodeCaptcha)
		}
	})
}

func TestTwoHundredBindingsAtOnceAreOne(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		b := w.newPlayer("alice01").browser()
		body := map[string]any{"phone": phone, "code": b.code(toBind, phone)}
		var bound atomic.Int64
		var all sync.WaitGroup
		for range 200 {
			all.Go(func() {
				if b.do(http.MethodPut, "/api/personal/center/bundling/phone", body, nil).Code == protocol.OK {
					bound.Add(1)
				}
			})
		}
		all.Wait()
		if bound.Load() != 1 || len(w.ended) != 1 {
			t.Errorf("%d bindings, %d sessions ended", bound.Load(), len(w.ended))
		}
	})
}

func TestAPasswordResetEndsEverySession(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		c.browser().bind(phone)
		v := w.browser()
		code := v.code(toReset, phone)
		reset := func(b *browser, password, code string) reply {
			return b.call(http.MethodPost, "/api/personal/center/password", map[string]any{"phone": phone,
				"password": password, "code": code})
		}
		reset(v, "onlyletters", code).want(w, protocol.CodePasswordFormat)
		reset(v, "Password123", code).want(w, protocol.CodePasswordCommon)
		reset(w.browser(), newPass, code).want(w, protocol.CodeCodeWrong) // another browser, without the cookie
		reset(v, newPass, code).want(w, protocol.OK)
		reset(v, pass, code).want(w, protocol.CodeCodeWrong)
		c.get("/api/user/info").want(w, protocol.CodeTokenInvalid)
		w.visitor().post("/api/user/login", map[string]any{"phone": "alice01", "password": pass}).want(w,
			protocol.CodeCredentials)
		w.visitor().post("/api/user/login", map[string]any{"phone": "alice01", "password": newPass}).want(w,
			protocol.OK)
	})
}

// A request for a reset reveals nothing about whose a phone is: the answers are the same, only the message is
// missing.
func TestAResetTellsNobodyWhoHasAPhone(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		w.newPlayer("alice01").browser().bind(phone)
		v := w.browser()
		known, unknown := v.send(toReset, phone), v.send(toReset, otherPhone)
		known.want(w, protocol.OK)
		unknown.want(w, protocol.OK)
		if string(known.Data) != string(unknown.Data) {
			t.Errorf("%s and %s", known.Data, unknown.Data)
		}
		if n := len(w.outbox.To(otherPhone)); n != 0 {
			t.Errorf("%d messages to a phone that nobody has", n)
		}
		for _, p := range []string{phone, otherPhone} {
			v.call(http.MethodPost, "/api/personal/center/password", map[string]any{"phone": p, "password": newPass,
				"code": "999999"}).want(w, protocol.CodeCodeWrong)
		}
	})
}

func TestPhonesAreAskedForFiveTimesAMinute(t *testing.T) {
	inWorld(t, options{limited: true}, func(w *world) {
		w.newPlayer("13700137000") // an account whose name is a phone
		b := w.newPlayer("alice01").browser()
		b.bind(phone)
		check := func(query string) reply { return b.call(http.MethodGet, "/api/user/check/phone?phone="+query, nil) }
		for p, free := range map[string]bool{phone: false, "13700137000": false, otherPhone: true} {
			if got := into[phoneCheck](w, check(p)); got.CheckStatus != free {
				t.Errorf("%s: %v", p, got)
			}
		}
		check("12345").want(w, protocol.CodePhoneFormat)
		check(otherPhone).want(w, protocol.OK)
		check(otherPhone).want(w, protocol.OK)
		check(otherPhone).want(w, protocol.CodeRateLimited)
		ticket := b.ticket("phone")
		with := otherPhone + "&ticket=" + ticket.Ticket + "&randStr=" + ticket.RandStr
		check(with).want(w, protocol.OK)
		check(with).want(w, protocol.CodeCaptcha)
	})
}

func TestANameThatIsSomebodysPhoneCannotBeTaken(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		w.newPlayer("alice01").browser().bind(phone)
		w.visitor().post("/api/user/register", map[string]any{"phone": phone, "password": pass,
			"fingerprinId": "f"}).want(w, protocol.CodeNameTaken)
	})
}

func TestTheTradeLinkNeedsACode(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		b := w.newPlayer("alice01").browser()
		const link = "https://steamcommunity.com/tradeoffer/new/?partner=12345&token=AbC_12-x"
		set := func(url, code string) reply {
			return b.call(http.MethodPost, "/api/user/info/upBindSteamUrl", map[string]any{"steamUrl": url,
				"code": code})
		}
		set(link, "123456").want(w, protocol.CodePhoneUnbound)
		b.bind(phone)
		set(link, "123456").want(w, protocol.CodeCodeWrong)
		code := b.code(toTrade, phone)
		for _, bad := range []string{"", "http://steamcommunity.com/tradeoffer/new/?partner=1&token=abcdef",
			"https://evil.test/tradeoffer/new/?partner=1&token=abcdef",
			"https://steamcommunity.com@evil.test/tradeoffer/new/?partner=1&token=abcdef", "javascript:alert(1)", link +
				"&x=1", link + "#x",
			"https://steamcommunity.com/tradeoffer/new/?partner=1&partner=2&token=abcdef",
			"https://steamcommunity.com/id/x?partner=1&token=abcdef"} {
			set(bad, code).want(w, protocol.CodeTradeURL)
		}
		set(" https://steamcommunity.com/tradeoffer/new/?partner=12345, &token=AbC_12-x", code).want(w, protocol.OK)
		set(link, code).want(w, protocol.CodeCodeWrong)
		if got := into[userInfo](w, b.get("/api/user/info")).SteamURL; got != link {
			t.Errorf("%q", got)
		}
	})
}

func TestOnlyPicturesOnOfferAreTaken(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		set := func(body map[string]any) reply { return c.post("/api/user/update/avatar", body) }
		set(map[string]any{"avatar": "/art/avatars/07.svg"}).want(w, protocol.OK)
		set(map[string]any{"headPortraitBox": "gold"}).want(w, protocol.OK)
		for _, bad := range []map[string]any{{"avatar": "https://evil.test/x.svg"}, {"avatar": "/art/avatars/25.svg"},
			{"avatar": ""},
			{"avatar": "/art/avatars/../../x.svg"}, {"headPortraitBox": "crown"}, {"headPortraitBox": "vip0"},
			{"headPortraitBox": "vip11"},
			{"headPortraitBox": "vip+1"}, {"headPortraitBox": "vip01"}, {"headPortraitBox": "VIP1"}} {
			set(bad).want(w, protocol.CodeAvatar)
		}
		if info := into[userInfo](w, c.get("/api/user/info")); info.Avatar != "/art/avatars/07.svg" ||
			info.HeadPortraitBox != "gold" {
			t.Errorf("%+v", info)
		}
	})
}
