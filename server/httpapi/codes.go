package httpapi

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"jadebox/actors/runtime/apierr"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/server/limit"
	"jadebox/server/sms"
	"jadebox/store"
)

// purpose is the number in the path of a send call (product-spec §7). A code is good for its own only.
type purpose int

const (
	toBind     purpose = iota // prove a new phone: binding, and registering by Steam
	toUnbind                  // prove the phone that is bound
	toReset                   // reset the password
	toTrade                   // change the trade link
	purposeEnd = iota
)

// Limits of docs/reliability-security.md, "login, register, codes" and "check/phone".
var (
	codePause    = time.Minute
	codesByPlace = limit.Rate{Burst: 20, Per: time.Hour}
)

// So many in each calendar day and minute.
const (
	codesByPhone         = 10
	codesByPhoneAndPlace = 4
	phonesByPlace        = 5
)

// atMost is a rate that gives n attempts in each span and nothing back before the next one, and the key of this span.
func (a *API) atMost(n int, span time.Duration, key string) (string, limit.Rate) {
	return key + ":" + strconv.FormatInt(a.Now().UnixNano()/int64(span), 10),
		limit.Rate{Burst: n, Per: time.Duration(n) * span}
}

// spentLogRate is how often the log says that a budget is spent.
var spentLogRate = limit.Rate{Burst: 1, Per: 10 * time.Minute}

// MessageBudget bounds the messages of an hour, in all and to phones with the same phonePrefix digits; 0: no bound.
// One in reservedShare of each is kept for players who ask for the phone that they have bound.
type MessageBudget struct{ Hourly, HourlyByPrefix int }

const (
	phonePrefix   = 7 // ten thousand numbers: a town's
	reservedShare = 4
	codeLife      = 10 * time.Minute
	codeDigits    = 6
	sendingMax    = 64
	sendWithin    = 15 * time.Second
	ticketLength  = 512
)

func (a *API) codes() {
	call.Add(a, call.Route{Name: "code.send", Method: http.MethodPost, Path: "/api/personal/center/send/{purpose}/code",
		Access:  call.Viewer,
		Summary: "Sends a code: 0 binds a phone, 1 unbinds it, 2 resets the password, 3 changes the trade link. It is good for this purpose, phone and session, once, for ten minutes and five tries.",
		Errors: []protocol.Code{protocol.CodePhoneFormat, protocol.CodePhoneTaken, protocol.CodePhoneUnbound,
			protocol.CodeCaptcha, protocol.CodeCodePause, protocol.CodeRateLimited,
			protocol.CodeTokenInvalid, protocol.CodePhoneNotReady, protocol.CodeBusy}}, a.sendCode)
	call.Add(a, call.Route{Name: "code.status", Method: http.MethodGet, Path: "/api/main/getSmsStatus",
		Access:  call.Anyone,
		Summary: "Whether short messages are switched on."}, a.smsStatus)
	call.Add(a, call.Route{Name: "user.checkPhone", Method: http.MethodGet, Path: "/api/user/check/phone",
		Access:  call.Anyone,
		Summary: "Whether a phone is free. More than five a minute need a captcha's ticket.",
		Errors: []protocol.Code{protocol.CodePhoneFormat, protocol.CodeRateLimited, protocol.CodeCaptcha,
			protocol.CodeBusy}}, a.checkPhone)
	if a.Outbox != nil {
		call.Add(a, call.Route{Name: "demo.outbox", Method: http.MethodGet, Path: "/api/demo/outbox",
			Access:  call.Anyone,
			Summary: "Demo only: the messages that a phone would have got.",
			Errors:  []protocol.Code{protocol.CodePhoneFormat}}, a.outbox)
	}
}

var phoneForm = regexp.MustCompile(`^1[3-9]\d{9}$`) // product-spec §5

// codeRequest is spec §7's payload.
type codeRequest struct {
	Purpose purpose `path:"purpose" json:"purpose" minimum:"0" maximum:"3"`
	Phone   string  `json:"phone" pattern:"^1[3-9][0-9]{9}$"`
	RandStr string  `json:"randStr" maxLength:"64"`
	Ticket  string  `json:"ticket" maxLength:"512"`
}

func (a *API) sendCode(ctx context.Context, c *call.Caller, in codeRequest) (call.None, error) {
	switch {
	case in.Purpose < 0 || in.Purpose >= purposeEnd || call.TooLong(in.Ticket, ticketLength):
		return call.None{}, badRequest("purpose", "no such purpose, or a ticket that is too long")
	case !phoneForm.MatchString(in.Phone):
		return call.None{}, apierr.New(protocol.CodePhoneFormat)
	case a.SMS == nil:
		return call.None{}, apierr.New(protocol.CodePhoneNotReady)
	case c.Player() == 0 && (in.Purpose == toUnbind || in.Purpose == toTrade):
		return call.None{}, apierr.New(protocol.CodeTokenInvalid)
	}
	if err := a.redeem(ctx, c, captchaCode[in.Purpose], in.Ticket, in.RandStr); err != nil {
		return call.None{}, err
	}
	to, err := a.mayGet(ctx, c, in.Purpose, in.Phone)
	if err != nil {
		return call.None{}, err
	}
	visitor, err := a.beginVisitor(c)
	if err != nil {
		return call.None{}, err
	}
	return call.None{}, a.dispatch(ctx, c, in.Purpose, in.Phone, visitor, to)
}

// addressee is whose phone a code goes to.
type addressee uint8

const (
	nobody     addressee = iota // no message goes out
	somebody                    // the caller says that it is theirs
	themselves                  // the caller, in a session or on a device that was in the account, has bound it
)

// mayGet is who would get a message. To a visitor who wants a password reset nothing tells whether the phone
// is an account's: the same is done and answered, only the message stays away.
func (a *API) mayGet(ctx context.Context, c *call.Caller, p purpose, phone string) (addressee, error) {
	if c.Player() != 0 && p != toBind {
		own, err := a.Store.Contact(ctx, c.Player())
		if err == nil && own.Phone != phone {
			err = apierr.New(protocol.CodePhoneUnbound)
		}
		return themselves, err
	}
	free, err := a.phoneFree(ctx, phone, c.Player())
	switch {
	case err != nil:
		return nobody, err
	case p == toReset:
		owner, err := a.Store.PlayerByPhone(ctx, phone)
		switch {
		case errors.Is(err, store.ErrNotFound):
			return nobody, nil
		case err == nil && a.deviceOf(c, owner.ID) != "":
			return themselves, nil
		}
		return somebody, err
	case !free:
		return nobody, apierr.New(protocol.CodePhoneTaken)
	}
	return somebody, nil
}

// phoneFree reports whether a phone is free, neither bound nor as the name of an account; except is an account
// that may have it as its name.
func (a *API) phoneFree(ctx context.Context, phone string, except store.PlayerID) (bool, error) {
	taken, err := a.Store.PhoneTaken(ctx, phone, except)
	return !taken, err
}

// counts is what a message counts as.
type counts struct {
	pause   []limit.Attempt // of the phone and the visitor; the answer is CodeCodePause
	network []limit.Attempt // of the caller
	budget  []limit.Attempt // of the site
}

func (c counts) all() []limit.Attempt { return slices.Concat(c.pause, c.network, c.budget) }

// pace holds the pauses between codes, by phone, by visitor and by network, and the budgets of messages, in all and by
// the phone's beginning: numbers that pay for messages to them share their beginning. What is
// refused counts nowhere, so that no caller uses up another's day. A player who asks for their own bound phone, in a
// session or on a device that was in the account, has pauses, a day and a share of each budget beside those of
// every other caller, who has a few messages a day to one phone from one network, before any counts for the phone. It
// returns what was counted.
func (a *API) pace(ctx context.Context, c *call.Caller, phone, visitor string, own bool) (counted counts, err error) {
	if !own {
		return a.take(ctx, a.countsOf(c, phone, visitor, false, false))
	}
	counted, err = a.take(ctx, a.countsOf(c, phone, visitor, true, false))
	switch codeOf(err) {
	case protocol.CodeBusy:
		return a.take(ctx, a.countsOf(c, phone, visitor, true, true))
	case protocol.CodeCodePause: // or a stolen session has used up the player's own day: then that of all counts
		if others, err := a.take(ctx, a.countsOf(c, phone, visitor, false, false)); err == nil {
			return others, nil
		}
	}
	return counted, err
}

// countsOf is what a message to a phone counts as; reserved takes it from the share of players' own phones.
func (a *API) countsOf(c *call.Caller, phone, visitor string, own, reserved bool) counts {
	pause := limit.Rate{Burst: 1, Per: cmp.Or(a.CodePause, codePause)}
	of := short(phone)
	var n counts
	if own {
		of = "own:" + of
	} else if !a.FreeLoopback || !c.Address.IsLoopback() {
		day, few := a.atMost(codesByPhoneAndPlace, 24*time.Hour, "code:from:"+of+":"+call.Network(c.Address))
		n.pause = append(n.pause, limit.Attempt{Key: day, Rate: few})
	}
	day, tenADay := a.atMost(codesByPhone, 24*time.Hour, "code:day:"+of)
	n.pause = append(n.pause, limit.Attempt{Key: "code:visitor:" + short(visitor), Rate: pause},
		limit.Attempt{Key: "code:phone:" + of, Rate: pause}, limit.Attempt{Key: day, Rate: tenADay})
	n.network = a.ByNetwork(c, "code:address", codesByPlace)
	n.budget = budgetOf("code:budget", a.Messages.Hourly, reserved)
	n.budget = append(n.budget, budgetOf("code:budget:"+phone[:phonePrefix], a.Messages.HourlyByPrefix, reserved)...)
	return n
}

// budgetOf is a message in a budget of so many an hour, or in what is reserved of it.
func budgetOf(key string, hourly int, reserved bool) []limit.Attempt {
	share := hourly / reservedShare // 0: too small to be divided
	switch {
	case hourly == 0:
		return nil
	case reserved && share > 0:
		return []limit.Attempt{{Key: key + ":own", Rate: limit.Rate{Burst: share, Per: time.Hour}}}
	}
	return []limit.Attempt{{Key: key, Rate: limit.Rate{Burst: hourly - share, Per: time.Hour}}}
}

// take counts all of it, or nothing.
func (a *API) take(ctx context.Context, n counts) (counts, error) {
	all := n.all()
	refused, retry, err := limit.TakeAll(ctx, a.Limits, all)
	switch {
	case err != nil:
		return counts{}, apierr.Wrap(protocol.CodeBusy, err)
	case refused < len(n.pause):
		return counts{}, call.Later(apierr.New(protocol.CodeCodePause), retry)
	case refused < len(n.pause)+len(n.network):
		return counts{}, call.LimitError(retry, nil)
	case refused < len(all):
		if again, err := a.Limits.Take(ctx, "code:told:"+all[refused].Key, spentLogRate); err == nil && again == 0 {
			a.Logger.Warn().Str("budget", all[refused].Key).Msg("the budget of short messages is spent")
		}
		return counts{}, call.Later(apierr.New(protocol.CodeBusy), retry)
	}
	return n, nil
}

// dispatch keeps a code and lets its message go out beside the answer, whose time must not reveal whether there is
// one.
func (a *API) dispatch(ctx context.Context, c *call.Caller, p purpose, phone, visitor string, to addressee) error {
	code, err := a.draw("0123456789", codeDigits)
	if err != nil {
		return err
	}
	select {
	case a.sending <- struct{}{}:
	default:
		return apierr.New(protocol.CodeBusy)
	}
	counted, err := a.pace(ctx, c, phone, visitor, to == themselves)
	now := a.Now()
	if err == nil {
		err = a.Store.PutCode(ctx, store.Code{Key: codeKey(p, phone, visitor), Hash: digest("code", code),
			Expires: now.Add(codeLife)})
		if err != nil { // no code: nothing counts
			err = errors.Join(err, limit.GiveAll(ctx, a.Limits, counted.all()))
		}
	}
	if err != nil {
		<-a.sending
		return err
	}
	message := sms.Message{Phone: phone, Text: fmt.Sprintf(call.TextIn(codeWords, c.Language), code), At: now}
	go func() {
		defer func() { <-a.sending }()
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), sendWithin)
		defer cancel()
		if to == nobody {
			if err := limit.GiveAll(ctx, a.Limits, counted.budget); err != nil { // no message: nothing of a budget
				a.Logger.Warn().Err(err).Msg("budgets of short messages count too much")
			}
			return
		}
		if err := a.SMS.Send(ctx, message); err != nil {
			a.Logger.Error().Err(err).Msg("short message not sent")
		}
	}()
	return nil
}

var codeWords = store.Text{
	Zh: "【Jadebox】您的验证码是 %s，10分钟内有效，请勿告知他人。",
	En: "Jadebox: your verification code is %s. It is valid for 10 minutes. Tell it to nobody.",
	Pt: "Jadebox: seu código de verificação é %s. Válido por 10 minutos. Não o informe a ninguém.",
}

func codeKey(p purpose, phone, visitor string) [32]byte {
	return digest("code", strconv.Itoa(int(p)), phone, visitor)
}

// useCode takes a try at the code that was sent for this purpose and phone in this visitor, and uses it up when it is
// right.
func (a *API) useCode(ctx context.Context, c *call.Caller, p purpose, phone, code string) error {
	visitor := currentVisitor(c)
	if a.SMS == nil {
		return apierr.New(protocol.CodePhoneNotReady)
	}
	if !phoneForm.MatchString(phone) {
		return apierr.New(protocol.CodePhoneFormat)
	}
	if visitor == "" || len(code) != codeDigits || strings.Trim(code, "0123456789") != "" {
		return apierr.New(protocol.CodeCodeWrong)
	}
	right, err := a.Store.TryCode(ctx, codeKey(p, phone, visitor), digest("code", code), a.Now())
	if err == nil && !right {
		err = apierr.New(protocol.CodeCodeWrong)
	}
	return err
}

func (a *API) smsStatus(context.Context, *call.Caller, call.None) (bool, error) {
	return a.SMS != nil, nil
}

// phoneQuery asks for one phone.
type phoneQuery struct {
	Phone   string `query:"phone" json:"phone" pattern:"^1[3-9][0-9]{9}$"`
	RandStr string `query:"randStr" json:"randStr" maxLength:"64"`
	Ticket  string `query:"ticket" json:"ticket" maxLength:"512"`
}

// phoneCheck is spec §7's answer.
type phoneCheck struct {
	CheckStatus bool `json:"checkStatus" doc:"the phone is free"`
}

func (a *API) checkPhone(ctx context.Context, c *call.Caller, in phoneQuery) (phoneCheck, error) {
	if !phoneForm.MatchString(in.Phone) {
		return phoneCheck{}, apierr.New(protocol.CodePhoneFormat)
	}
	minute, fiveAMinute := a.atMost(phonesByPlace, time.Minute, "phone:address")
	if err := a.LimitNetwork(ctx, c, minute, fiveAMinute); err != nil {
		if in.Ticket == "" || codeOf(err) != protocol.CodeRateLimited {
			return phoneCheck{}, err
		}
		if err := a.redeem(ctx, c, captchaPhone, in.Ticket, in.RandStr); err != nil {
			return phoneCheck{}, err
		}
	}
	free, err := a.phoneFree(ctx, in.Phone, 0)
	return phoneCheck{free}, err
}

// outboxQuery asks for the messages of one phone.
type outboxQuery struct {
	Phone string `query:"phone" json:"phone" pattern:"^1[3-9][0-9]{9}$"`
}

// outboxMessage is one message of the demo.
type outboxMessage struct {
	Text string `json:"text"`
	AtMS int64  `json:"atMs"`
}

func (a *API) outbox(_ context.Context, _ *call.Caller, in outboxQuery) ([]outboxMessage, error) {
	if !phoneForm.MatchString(in.Phone) {
		return nil, apierr.New(protocol.CodePhoneFormat)
	}
	list := []outboxMessage{}
	for _, m := range a.Outbox.To(in.Phone) {
		list = append(list, outboxMessage{m.Text, m.At.UnixMilli()})
	}
	return list, nil
}
