package httpapi

import (
	"context"
	"net/http"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/player/limits"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/settings/period"
	"jadebox/actors/shop/payment"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/store"
)

func (a *API) limits() {
	call.Add(a, call.Route{Name: "limits.standing", Method: http.MethodGet, Path: "/api/user/limits",
		Access:  call.NeedsPlayer,
		Summary: "The player's own limits, what was played of them in this day, week and month, and what can be chosen.",
		Errors:  []protocol.Code{protocol.CodeBusy, protocol.CodeTimeout}}, a.limitsReport)
	call.Add(a, confirmed(call.Route{Name: "limits.set", Method: http.MethodPost, Path: "/api/user/limits",
		Access: call.Keyed,
		Summary: "Sets limits of one's own. A stricter one holds at once, a looser one after the delay and with a proof " +
			"of who the player is (4011).",
		Errors: []protocol.Code{protocol.CodeOwnAmount, protocol.CodeExcluded, protocol.CodeBusy,
			protocol.CodeTimeout}}), a.setLimits)
	call.Add(a, confirmed(call.Route{Name: "limits.pause", Method: http.MethodPost, Path: "/api/user/limits/pause",
		Access: call.Keyed,
		Summary: "Begins a pause in which nothing can be played or bought. It can be made longer, never shorter. One of " +
			"more than a day asks for a proof of who the player is (4011).",
		Errors: []protocol.Code{protocol.CodeOwnTime, protocol.CodeExcluded, protocol.CodeBusy, protocol.CodeTimeout}}),
		a.pausePlay)
	call.Add(a, call.Route{Name: "limits.exclude", Method: http.MethodPost, Path: "/api/user/limits/exclude",
		OnDevice: true, StepUp: true,
		Access:  call.Keyed,
		Summary: "Shuts oneself out for months: every session ends, and no login begins another one. Nobody can take it back.",
		Errors:  []protocol.Code{protocol.CodeOwnTime, protocol.CodeBusy, protocol.CodeTimeout}}, a.excludeSelf)
}

// ownLimit is one limit and how far it is used up.
type ownLimit struct {
	Kind      string `json:"kind" enum:"deposit,spend,loss"`
	Span      string `json:"span" enum:"day,week,month"`
	Cents     int64  `json:"cents" doc:"-1: no limit"`
	NextCents int64  `json:"nextCents" doc:"what it becomes at nextMs; -1: no limit"`
	NextMS    int64  `json:"nextMs" doc:"0: nothing waits"`
	UsedCents int64  `json:"usedCents" doc:"R$ paid in, open orders included; gems spent; or gems lost, below 0 when more was won than staked"`
	EndsMS    int64  `json:"endsMs" doc:"of the day, week or month"`
}

// playSum is what was played in some time, in cents.
type playSum struct {
	SpentCents  int64 `json:"spentCents" doc:"gems paid for play"`
	StakedCents int64 `json:"stakedCents" doc:"with items at their values"`
	WonCents    int64 `json:"wonCents" doc:"items at their values"`
	NetCents    int64 `json:"netCents" doc:"won less staked; a room that is not over counts as lost"`
	Plays       int   `json:"plays"`
}

// ownLimits is every limit that a player has set.
type ownLimits struct {
	Limits          []ownLimit `json:"limits" doc:"one for each kind and span"`
	CoolUntilMS     int64      `json:"coolUntilMs" doc:"0: no pause"`
	Since           playSum    `json:"since" doc:"from since on"`
	RaiseHours      int64      `json:"raiseHours" doc:"until a looser limit holds"`
	CoolOffHours    []int64    `json:"coolOffHours"`
	ExclusionMonths []int64    `json:"exclusionMonths"`
	CheckMinutes    int64      `json:"checkMinutes" doc:"of play between two reality checks"`
	ServerTimeMS    int64      `json:"serverTimeMs"`
}

type limitsQuery struct {
	Since int64 `json:"-" query:"since" minimum:"0" doc:"ms, of this month or week; 0: now"`
}

func (a *API) limitsReport(ctx context.Context, c *call.Caller, in limitsQuery) (ownLimits, error) {
	held, err := limits.Setting.Read(ctx, a.Store)
	if err != nil {
		return ownLimits{}, err
	}
	since := a.Now()
	if in.Since > 0 {
		since = time.UnixMilli(in.Since)
	}
	s, err := directory.Ask[player.LimitsReport](ctx, a.Directory, player.Kind, player.ID(c.Player()),
		player.Limits{Since: since})
	if err != nil {
		return ownLimits{}, err
	}
	if s.Out != nil {
		return ownLimits{}, s.Out
	}
	out := ownLimits{Limits: []ownLimit{}, Since: playSumOf(s.Since), RaiseHours: held.RaiseHours,
		CoolOffHours:    held.CoolOffHours,
		ExclusionMonths: held.ExclusionMonths, CheckMinutes: held.CheckMinutes, ServerTimeMS: s.At.UnixMilli()}
	if s.State.CoolMS > out.ServerTimeMS {
		out.CoolUntilMS = s.State.CoolMS
	}
	ends := map[string]time.Time{limits.Day: period.Day(s.At).End, limits.Week: period.Week(s.At).End,
		limits.Month: period.Month(s.At).End}
	paid, err := payment.ReadDeposits(ctx, a.Store, c.Player(), limits.Since(s.At), s.At)
	if err != nil {
		return ownLimits{}, err
	}
	for _, kind := range limits.Kinds {
		for _, span := range limits.Spans {
			l, sum := s.State.Of(kind, span), s.Spans[span]
			used := map[string]int64{limits.Deposit: paid.Since(limits.Start(span, s.At)), limits.Spend: sum.SpentCents,
				limits.Loss: sum.LossCents()}[kind]
			out.Limits = append(out.Limits, ownLimit{kind, span, l.Cents, l.NextCents, l.NextMS, used,
				ends[span].UnixMilli()})
		}
	}
	return out, nil
}

func playSumOf(s limits.Sum) playSum {
	return playSum{s.SpentCents, s.StakedCents, s.WonCents, -s.LossCents(), s.Plays}
}

// limitChoice is one limit as the player wants it.
type limitChoice struct {
	Kind  string `json:"kind" enum:"deposit,spend,loss"`
	Span  string `json:"span" enum:"day,week,month"`
	Cents int64  `json:"cents" minimum:"-1" maximum:"100000000000" doc:"-1: no limit"`
}

// limitChoices are set together, or none of them.
type limitChoices struct {
	Limits []limitChoice `json:"limits" minItems:"1" maxItems:"9"`
}

func (a *API) setLimits(ctx context.Context, c *call.Caller, in limitChoices) (ownLimits, error) {
	if len(in.Limits) == 0 {
		return ownLimits{}, limits.ErrAmount
	}
	change := limits.Change{}
	for _, l := range in.Limits {
		change.Limits = append(change.Limits, limits.Set(l))
	}
	held, err := limits.Read(ctx, a.Store, c.Player())
	if err != nil {
		return ownLimits{}, apierr.FromStore(err)
	}
	if held.State.At(a.Now()).Loosened(change) {
		if err := a.proved(ctx, c); err != nil {
			return ownLimits{}, err
		}
	}
	return a.promise(ctx, c, change)
}

func (a *API) promise(ctx context.Context, c *call.Caller, change limits.Change) (ownLimits, error) {
	if _, err := a.promised(ctx, c, change); err != nil {
		return ownLimits{}, err
	}
	return a.limitsReport(ctx, c, limitsQuery{})
}

func (a *API) promised(ctx context.Context, c *call.Caller, change limits.Change) (player.LimitsSet, error) {
	return directory.Ask[player.LimitsSet](ctx, a.Directory, player.Kind, player.ID(c.Player()),
		player.SetLimits{Key: c.Key, Change: change})
}

// freePauseHours is the longest pause that a session alone is enough for: a player who wants to stop now is not asked,
// and a thief of the session does not shut its player out of the site for a month.
const freePauseHours = 24

// pause is how long.
type pause struct {
	Hours int64 `json:"hours" minimum:"24" maximum:"720" doc:"one of coolOffHours"`
}

func (a *API) pausePlay(ctx context.Context, c *call.Caller, in pause) (ownLimits, error) {
	if in.Hours < 1 {
		return ownLimits{}, limits.ErrTime
	}
	if in.Hours > freePauseHours {
		if err := a.proved(ctx, c); err != nil {
			return ownLimits{}, err
		}
	}
	return a.promise(ctx, c, limits.Change{CoolOffHours: in.Hours})
}

// exclusion is how long.
type exclusion struct {
	Months int64 `json:"months" minimum:"6" doc:"one of exclusionMonths"`
}

// excluded is the last answer that an excluded player gets.
type excluded struct {
	UntilMS int64 `json:"untilMs"`
}

func (a *API) excludeSelf(ctx context.Context, c *call.Caller, in exclusion) (excluded, error) {
	if in.Months < 1 {
		return excluded{}, limits.ErrTime
	}
	set, err := a.promised(ctx, c, limits.Change{ExclusionMonths: in.Months})
	if err != nil {
		return excluded{}, err
	}
	a.bar(c, set.State.ExcludedMS)
	return excluded{set.State.ExcludedMS}, a.EndAll(ctx, c.Player())
}

// notShutOut refuses a player who is excluded or suspended.
func (a *API) notShutOut(ctx context.Context, who store.PlayerID) error {
	return limits.Gift(ctx, a.Store, who, a.Now())
}

// endShutOut ends the sessions of a player who is shut out and has one.
// A refusal may be about another account than the caller's, or about their device.
func (a *API) endShutOut(ctx context.Context, who store.PlayerID) {
	held, err := limits.Read(ctx, a.Store, who)
	if err == nil && held.ShutOut(a.Now()) == nil {
		return
	}
	if err == nil {
		err = a.EndAll(ctx, who)
	}
	if err != nil {
		a.Logger.Warn().Err(err).Int64("player", int64(who)).Msg("sessions of a player who is shut out not ended")
	}
}
