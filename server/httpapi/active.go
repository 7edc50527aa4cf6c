package httpapi

import (
	"context"
	"errors"
	"net/http"
	"time"

	"jadebox/actors/rewards/active"
	"jadebox/actors/rewards/season"
	"jadebox/actors/runtime/apierr"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/server/limit"
)

var assistByAddress = limit.Rate{Burst: 60, Per: time.Minute}

// active registers the calls of /page/active. Their payloads are not in product-spec §7: what each answers is decided
// here.
func (a *API) active() {
	call.Add(a, call.Route{Name: "active.radish", Method: http.MethodGet, Path: "/api/activity/radish",
		Access:  call.NeedsPlayer,
		Summary: "How many radishes, the tokens of the season's activity, the player has."}, a.radish)
	call.Add(a, call.Route{Name: "active.receive", Method: http.MethodPost, Path: "/api/activity/receive",
		Access:  call.NeedsPlayer,
		Gift:    call.ForComing,
		Summary: "Claims the radishes of every step of a type that was reached today. What was claimed is answered again.",
		Errors: []protocol.Code{protocol.CodeSeasonOver, protocol.CodeSeasonGoal, protocol.CodeBusy,
			protocol.CodeTimeout}}, a.receive)
	call.Add(a, call.Route{Name: "active.home", Method: http.MethodGet, Path: "/api/activity/activity/home",
		Access:  call.Viewer,
		Summary: "Which activity is running or comes next, its time, and what the player has and could claim."},
		a.activeHome)
	call.Add(a, call.Route{Name: "active.list", Method: http.MethodGet, Path: "/api/activity/activity/list",
		Access:  call.Viewer,
		Summary: "What play earns today, with the player's progress; empty when no activity is running."}, a.activeList)
	call.Add(a, call.Route{Name: "active.assists", Method: http.MethodGet, Path: "/api/activity/assistance/count",
		Access:  call.NeedsPlayer,
		Summary: "Which friends have helped the player, and what they bring.",
		Errors:  []protocol.Code{protocol.CodeSeasonOver}}, a.assistCount)
	call.Add(a, call.Route{Name: "active.asker", Method: http.MethodGet, Path: "/api/activity/assistance",
		Access:  call.Viewer,
		Summary: "Who asks for help by an assist link. Changes nothing; the same path by POST helps.",
		Errors:  []protocol.Code{protocol.CodeSeasonOver, protocol.CodeAssistGone, protocol.CodeRateLimited}}, a.asker)
	call.Add(a, call.Route{Name: "active.assist", Method: http.MethodPost, Path: "/api/activity/assistance",
		Access:  call.NeedsPlayer,
		Summary: "Helps the player of an assist link, once a day. Help that was given is answered again.",
		Errors: []protocol.Code{protocol.CodeSeasonOver, protocol.CodeAssistGone, protocol.CodeAssistSelf,
			protocol.CodeAssistFull, protocol.CodeAssistWait,
			protocol.CodeRateLimited, protocol.CodeBusy, protocol.CodeTimeout}}, a.assist)
}

func (a *API) activeService() *active.Service {
	return &active.Service{Store: a.Store, Kinds: a.Kinds, Catalog: a.Catalog, Settings: a.Settings, Now: a.Now}
}

// running are the settings of the activity; ok is false when there is none.
func (a *API) running(ctx context.Context) (t season.Settings, ok bool, err error) {
	t, err = season.Setting.Read(ctx, a.Store)
	return t, err == nil && t.Running(a.Now()), err
}

func (a *API) radish(ctx context.Context, c *call.Caller, _ call.None) (int64, error) {
	return a.activeService().Tokens(ctx, c.Player())
}

// activeReceive is product-spec §7's payload.
type activeReceive struct {
	Type season.Type `json:"type" minimum:"1" maximum:"7" doc:"1 signIn, 2 battle, 3 upgrade, 4 wish, 5 hash, 6 consumption, 7 battleWinningStreak"`
}

// activeReceived is what a type of play has brought today.
type activeReceived struct {
	Type     season.Type `json:"type"`
	Steps    int         `json:"steps" doc:"that were reached and are claimed"`
	Tokens   int64       `json:"tokens" doc:"that these steps have brought"`
	Fresh    int64       `json:"fresh" doc:"of them, what this claim has brought"`
	Radish   int64       `json:"radish" doc:"that the player has"`
	Repeated bool        `json:"repeated" doc:"every step was claimed before"`
}

func (a *API) receive(ctx context.Context, c *call.Caller, in activeReceive) (activeReceived, error) {
	got, err := a.activeService().Claim(ctx, c.Player(), in.Type)
	return activeReceived{got.Type, got.Steps, got.Tokens, got.Fresh, got.Held, err == nil && got.Fresh == 0}, err
}

// activeHome is the head of the activity.
type activeHome struct {
	Running   bool   `json:"running"`
	Season    string `json:"season"`
	Page      string `json:"page" enum:"active,moonbox,newyear" doc:"where the activity is at home; /page/active shows every one"`
	Name      words  `json:"name"`
	FromMS    int64  `json:"fromMs"`
	UntilMS   int64  `json:"untilMs"`
	ResetsMS  int64  `json:"resetsMs" doc:"when the day of the site is over"`
	Radish    int64  `json:"radish" doc:"that the player has; 0 for a visitor"`
	Claimable int    `json:"claimable" doc:"steps that were reached and not claimed"`
	SysTime   int64  `json:"sysTime"`
}

// activePage is the page of a season without one of its own.
const activePage = "active"

func (a *API) activeHome(ctx context.Context, c *call.Caller, _ call.None) (activeHome, error) {
	held, ok, err := a.running(ctx)
	now := a.Now()
	h := activeHome{Running: ok, Page: activePage, SysTime: now.UnixMilli()}
	if err != nil {
		return h, err
	}
	if c.Player() != 0 {
		if h.Radish, err = a.activeService().Tokens(ctx, c.Player()); err != nil {
			return h, err
		}
	}
	if !ok && !now.Before(held.From) {
		return h, nil
	}
	h.Season, h.Name = held.Season, words(held.Name)
	if held.Page != season.PageActive {
		h.Page = string(held.Page)
	}
	h.FromMS, h.UntilMS, h.ResetsMS = held.From.UnixMilli(), held.Until.UnixMilli(),
		a.activeService().Day().End.UnixMilli()
	if !ok { // one that is to come
		return h, nil
	}
	goals, err := a.activeService().Today(ctx, c.Player(), held)
	for _, g := range goals {
		for n := range g.Reached(g.Done) {
			if !g.Claimed[n] {
				h.Claimable++
			}
		}
	}
	return h, err
}

// activeGoal is one type of play today.
type activeGoal struct {
	Type  season.Type  `json:"type" minimum:"1" maximum:"7"`
	Done  int64        `json:"done" doc:"in the unit of count"`
	Steps []activeStep `json:"steps"`
}

// activeStep is a threshold.
type activeStep struct {
	Count   int64 `json:"count" doc:"cents of gems for type 6"`
	Tokens  int64 `json:"tokens"`
	Claimed bool  `json:"claimed"`
}

// activeGoals is the day.
type activeGoals struct {
	Goals      []activeGoal `json:"goals"`
	LeastCents int64        `json:"leastCents" doc:"price, entry or stake from which play counts"`
}

func (a *API) activeList(ctx context.Context, c *call.Caller, _ call.None) (activeGoals, error) {
	out := activeGoals{Goals: []activeGoal{}}
	held, ok, err := a.running(ctx)
	if err != nil || !ok {
		return out, err
	}
	out.LeastCents = held.LeastCents
	goals, err := a.activeService().Today(ctx, c.Player(), held)
	for _, g := range goals {
		line := activeGoal{Type: g.Type, Done: g.Done}
		for n, s := range g.Steps {
			line.Steps = append(line.Steps, activeStep{s.Count, s.Tokens, g.Claimed[n]})
		}
		out.Goals = append(out.Goals, line)
	}
	return out, err
}

// assists is the help that a player has had.
type assists struct {
	Count    int      `json:"count" doc:"friends who have helped today"`
	DayMax   int      `json:"dayMax" doc:"friends who can help in a day"`
	Tokens   int64    `json:"tokens" doc:"that each of them brings"`
	Total    int      `json:"total" doc:"help of the season"`
	Received int64    `json:"received" doc:"radishes that it has brought"`
	Code     string   `json:"code" doc:"of the player's link"`
	Friends  []helper `json:"friends" doc:"of today"`
}

// helper is a friend who has helped.
type helper struct {
	Name   string `json:"name" doc:"first two and last signs"`
	Avatar string `json:"avatar"`
}

func (a *API) assistCount(ctx context.Context, c *call.Caller, _ call.None) (assists, error) {
	h, err := a.activeService().Helpers(ctx, c.Player())
	out := assists{Count: len(h.Today), DayMax: h.DayMax, Tokens: h.Each, Total: h.Total, Received: h.Brought,
		Code: h.Code, Friends: []helper{}}
	for _, f := range h.Today {
		out.Friends = append(out.Friends, helper{veiled(f.Name), f.Avatar})
	}
	return out, err
}

// assistLink names whose link it is.
type assistLink struct {
	Code string `json:"-" query:"code" maxLength:"32"`
}

// assistFor is the body of help.
type assistFor struct {
	Code string `json:"code" maxLength:"32"`
}

// asker is who asks for help.
type asker struct {
	Name     string `json:"name"`
	Avatar   string `json:"avatar"`
	Count    int    `json:"count" doc:"friends who have helped today"`
	Full     bool   `json:"full" doc:"no more can help today"`
	Self     bool   `json:"self" doc:"this is the caller, or an account on the same device"`
	Helped   bool   `json:"helped" doc:"by the caller, today"`
	Repeated bool   `json:"repeated" doc:"the answer to help: the caller had helped before"`
}

func askerOf(q active.Asker) asker {
	return asker{q.Name, q.Avatar, q.Today, q.Full, q.Self, q.Helped, q.Repeated}
}

func (a *API) asker(ctx context.Context, c *call.Caller, in assistLink) (asker, error) {
	if err := a.assistable(ctx, c, in.Code); err != nil {
		return asker{}, err
	}
	q, err := a.activeService().Asker(ctx, in.Code, c.Player())
	return askerOf(q), err
}

func (a *API) assist(ctx context.Context, c *call.Caller, in assistFor) (asker, error) {
	if err := a.assistable(ctx, c, in.Code); err != nil {
		return asker{}, err
	}
	q, err := a.activeService().Asker(ctx, in.Code, c.Player())
	if err == nil && !q.Self && !q.Helped && !q.Full { // it is the asker who is given something
		err = a.eligible(ctx, q.Player, call.ForComing)
		var refused *apierr.Error
		if errors.As(err, &refused) && (refused.Code == protocol.CodeGiftIdentity ||
			refused.Code == protocol.CodeGiftPlay) {
			err = apierr.New(protocol.CodeAssistWait)
		}
	}
	if err == nil {
		q, err = a.activeService().Help(ctx, c.Player(), in.Code)
	}
	return askerOf(q), err
}

// assistable slows down probing for codes.
func (a *API) assistable(ctx context.Context, c *call.Caller, code string) error {
	if err := a.Limit(ctx, c, "assist:address:"+call.Network(c.Address), assistByAddress); err != nil {
		return err
	}
	if code == "" || call.TooLong(code, call.SpreadCodeMax) {
		return apierr.New(protocol.CodeAssistGone)
	}
	return nil
}
