package httpapi

import (
	"context"
	"net/http"

	"jadebox/actors/rewards/benefit"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
)

func (a *API) benefits() {
	call.Add(a, call.Route{Name: "benefit.week", Method: http.MethodGet, Path: "/api/weekBenefits/weekBenefitsInfo",
		Access:  call.NeedsPlayer,
		Summary: "The steps of the weekly benefit, what the player has spent on play since Monday, and whether this week's was taken."}, a.weekBenefits)
	call.Add(a, call.Route{Name: "benefit.claim", Method: http.MethodPost,
		Path: "/api/weekBenefits/receiveWeekBenefits", Access: call.Keyed,
		Gift:    call.ForPlay,
		Summary: "Takes the amount of the highest step that is reached, once a week.",
		Errors: []protocol.Code{protocol.CodeWeekTaken, protocol.CodeWeekNone, protocol.CodeBusy,
			protocol.CodeTimeout}}, a.receiveBenefits)
}

func (a *API) benefitService() *benefit.Service {
	return &benefit.Service{Store: a.Store, Directory: a.Directory, Settings: a.Settings, Now: a.Now}
}

// States of a week (product-spec §3 gives the last).
const (
	weekNothing = 0
	weekReached = 1
	weekTaken   = 2
)

// weekBenefits is product-spec §3 "Weekly benefit".
type weekBenefits struct {
	Status       int           `json:"status" enum:"0,1,2" doc:"nothing to take, something to take, already received"`
	UserVal      protocol.Gems `json:"userVal" doc:"gems spent on play since Monday, by the site's time zone"`
	BenefitsList []weekBenefit `json:"benefitsList"`
	Received     protocol.Gems `json:"received" doc:"gems; 0 until the benefit is taken"`
	SysTime      int64         `json:"sysTime" doc:"seconds"`
	EndsAt       int64         `json:"endsAt" doc:"of the week, seconds"`
}

// weekBenefit is one step.
type weekBenefit struct {
	Amount protocol.Gems `json:"amount" doc:"threshold: gems spent in the week"`
	Reward protocol.Gems `json:"reward" doc:"gems"`
}

func (a *API) weekBenefits(ctx context.Context, c *call.Caller, _ call.None) (weekBenefits, error) {
	s, err := a.benefitService().Of(ctx, c.Player())
	if err != nil {
		return weekBenefits{}, err
	}
	out := weekBenefits{Status: weekNothing, UserVal: protocol.Gems(s.SpentCents), BenefitsList: make([]weekBenefit,
		len(s.Steps)),
		Received: protocol.Gems(s.TakenCents), SysTime: a.Now().Unix(), EndsAt: s.Week.End.Unix()}
	for i, step := range s.Steps {
		out.BenefitsList[i] = weekBenefit{protocol.Gems(step.SpentCents), protocol.Gems(step.RewardCents)}
	}
	if _, reached := s.Reached(s.SpentCents); reached {
		out.Status = weekReached
	}
	if s.Taken {
		out.Status = weekTaken
	}
	return out, nil
}

// weekReceived is what was paid.
type weekReceived struct {
	Reward   protocol.Gems `json:"reward" doc:"gems"`
	Repeated bool          `json:"repeated" doc:"it was claimed before, and this answer tells what it brought then"`
}

func (a *API) receiveBenefits(ctx context.Context, c *call.Caller, _ call.None) (weekReceived, error) {
	got, err := a.benefitService().Claim(ctx, c.Player(), c.Key)
	return weekReceived{protocol.Gems(got.Cents), got.Repeated}, err
}
