package httpapi

import (
	"context"
	"net/http"
	"strconv"
	"strings"

	"jadebox/actors/player"
	"jadebox/actors/rewards/prize"
	"jadebox/actors/rewards/sign"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/settings/period"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/store"
)

func (a *API) sign() {
	call.Add(a, call.Route{Name: "sign.valid", Method: http.MethodGet, Path: "/api/newActivity/baseActivityValid",
		Access:  call.NeedsPlayer,
		Summary: "Whether something of the sign-in waits for the player: notObtain, obtain, or closed."}, a.signValid)
	call.Add(a, call.Route{Name: "sign.info", Method: http.MethodGet, Path: "/api/newActivity/baseActivityInfo",
		Access:  call.Viewer,
		Summary: "The row of seven days and the milestones of the month, and how far the player has come."}, a.signInfo)
	call.Add(a, call.Route{Name: "sign.given", Method: http.MethodGet, Path: "/api/newActivity/handlerActivity",
		Access:  call.NeedsPlayer,
		Summary: "What the player's sign-in of today has brought. It gives nothing: see sign.claim."}, a.signGiven)
	call.Add(a, call.Route{Name: "sign.claim", Method: http.MethodPost, Path: "/api/newActivity/handlerActivity/claim",
		Access:  call.Keyed,
		Gift:    call.ForComing,
		Summary: "Signs a day of the row, or takes a milestone of the month: each once, and the day only in its turn.",
		Errors: []protocol.Code{protocol.CodeSignClosed, protocol.CodeSignToday, protocol.CodeSignOrder,
			protocol.CodeSignLimit, protocol.CodeSignDays,
			protocol.CodeSignTaken, protocol.CodeBoxUnknown, protocol.CodeBoxDisabled, protocol.CodeBeaconWait,
			protocol.CodeBusy, protocol.CodeTimeout}}, a.signClaim)
	call.Add(a, call.Route{Name: "sign.time", Method: http.MethodGet, Path: "/api/newActivity/activityTime",
		Access:  call.NeedsPlayer,
		Summary: "What the player has done today, to compare with a requirement."}, a.signTime)
}

type signQuery struct {
	ActivityBaseIdent string `json:"-" query:"activityBaseIdent" enum:"Sign" doc:"Sign; left out is the same"`
}

func (q signQuery) check() error {
	if q.ActivityBaseIdent != "" && q.ActivityBaseIdent != "Sign" {
		return badRequest("activityBaseIdent", "not Sign")
	}
	return nil
}

// signBoard is a player's board; a visitor's is what there is to win.
func (a *API) signBoard(ctx context.Context, c *call.Caller, done bool) (sign.Board, error) {
	if c.Player() != 0 {
		return directory.Ask[sign.Board](ctx, a.Directory, sign.Kind, player.ID(c.Player()),
			sign.Look{Player: c.Player(), Done: done})
	}
	held, err := sign.Setting.Read(ctx, a.Store)
	now := period.In(a.Settings, a.Now())
	day, month := period.Day(now), period.Month(now)
	return sign.Board{Settings: held, Progress: sign.Progress{Date: day.Name, Ends: day.End, MonthEnds: month.End}}, err
}

func (a *API) signValid(ctx context.Context, c *call.Caller, in signQuery) (string, error) {
	if err := in.check(); err != nil {
		return "", err
	}
	b, err := a.signBoard(ctx, c, false)
	switch {
	case err != nil:
		return "", err
	case b.Closed:
		return "closed", nil
	case b.Open(b.Settings):
		return "notObtain", nil
	}
	return "obtain", nil
}

// signInfo is product-spec §3 "Sign-in activity". Without conditions there is none.
type signInfo struct {
	ActivityCondition  []signCondition `json:"activityCondition"`
	ActivityResult     signResult      `json:"activityResult"`
	ActivityAccumulate int             `json:"activityAccumulate" doc:"signed days of this month"`
	UserSignIn         bool            `json:"userSignIn" doc:"today is signed"`
	Count              int             `json:"count" doc:"signed days of the row"`
	TaskList           signTasks       `json:"taskList"`
	GapDays            int             `json:"gapDays" doc:"days that may be missed before the row begins anew"`
	Today              string          `json:"today" doc:"yyyymmdd by the site's time zone"`
	DayEndsMS          int64           `json:"dayEndsMs"`
	MonthEndsMS        int64           `json:"monthEndsMs"`
	SysTime            int64           `json:"sysTime" doc:"ms"`
}

// signCondition is the row, or the milestones.
type signCondition struct {
	ActivityType                 string     `json:"activityType" enum:"every,accumulate"`
	ActivityHandlerConditionList []signItem `json:"activityHandlerConditionList"`
}

// signItem is one day, or one milestone.
type signItem struct {
	Index              int           `json:"index" doc:"from 1"`
	ConditionNum       int           `json:"conditionNum" doc:"day of the row, or signed days of the month"`
	ActivityRewardType string        `json:"activityRewardType" enum:"skins,diamond,OpenBox,TrendChart,armyCompetitionCard,debris,resetOpenBox"`
	ReceiveNum         protocol.Gems `json:"receiveNum" doc:"gems, fragments, cards or boxes"`
	RewardName         string        `json:"rewardName" doc:"in the caller's language"`
	RewardImage        string        `json:"rewardImage" doc:"empty where the type alone says how it looks"`
	SkinsPrice         protocol.Gems `json:"skinsPrice" doc:"price of the box; 0 for what is none"`
	BoxID              store.BoxID   `json:"boxId"`
	Percent            int64         `json:"percent" doc:"off the price of boxes, of a discount card"`
	Hours              int64         `json:"hours" doc:"for which a card is in force"`
	Worth              protocol.Gems `json:"worth" doc:"what an arms-race card pays of an entry"`
	LimitationType     int           `json:"limitationType" enum:"0,1,2,3" doc:"upgrades, opened boxes, the larger of both, gems obtained"`
	LimitationTime     protocol.Gems `json:"limitationTime" doc:"least of it on the day of the claim; 0: nothing is asked"`
}

// signResult has the dates of what was signed and taken, as yyyymmdd.
type signResult struct {
	Every      map[string]int    `json:"every" doc:"date of each signed day of the row → day"`
	Accumulate map[string]string `json:"accumulate" doc:"taken milestone of the month → date"`
}

// signTasks are today's.
type signTasks struct {
	Consume protocol.Gems `json:"consume" doc:"gems spent on play today"`
	Obtain  protocol.Gems `json:"obtain" doc:"gems obtained today by selling"`
}

func (a *API) signInfo(ctx context.Context, c *call.Caller, in signQuery) (signInfo, error) {
	if err := in.check(); err != nil {
		return signInfo{}, err
	}
	b, err := a.signBoard(ctx, c, true)
	if err != nil {
		return signInfo{}, err
	}
	out := signInfo{ActivityCondition: []signCondition{}, ActivityResult: signResult{map[string]int{},
		map[string]string{}},
		ActivityAccumulate: b.MonthDays, UserSignIn: b.Today, Count: len(b.Row), GapDays: b.GapDays,
		Today:       compactDate(b.Date),
		TaskList:    signTasks{protocol.Gems(b.Done.SpentCents), protocol.Gems(b.Done.ObtainedCents)},
		DayEndsMS:   b.Ends.UnixMilli(),
		MonthEndsMS: b.MonthEnds.UnixMilli(), SysTime: a.Now().UnixMilli()}
	for _, d := range b.Row {
		out.ActivityResult.Every[compactDate(d.Date)] = d.Day
	}
	for days, date := range b.Taken {
		out.ActivityResult.Accumulate[strconv.Itoa(days)] = compactDate(date)
	}
	if b.Closed {
		return out, nil
	}
	row, months := signCondition{sign.Every, []signItem{}}, signCondition{sign.Accumulate, []signItem{}}
	for i, cond := range b.Days {
		row.ActivityHandlerConditionList = append(row.ActivityHandlerConditionList, a.signItem(c, i+1, i+1, cond))
	}
	for i, cond := range b.Months {
		months.ActivityHandlerConditionList = append(months.ActivityHandlerConditionList,
			a.signItem(c, i+1, cond.Days, cond))
	}
	out.ActivityCondition = append(out.ActivityCondition, row, months)
	return out, nil
}

func compactDate(date string) string { return strings.ReplaceAll(date, "-", "") }

func (a *API) signItem(c *call.Caller, index, number int, cond sign.Condition) signItem {
	it := signItem{Index: index, ConditionNum: number, ActivityRewardType: string(cond.Reward.Kind),
		LimitationType: cond.Limit.Type,
		ReceiveNum:     protocol.Gems(cond.Reward.Num * 100), LimitationTime: protocol.Gems(cond.Limit.Least * 100),
		RewardName: call.TextIn(rewardNames[cond.Reward.Kind], c.Language)}
	if cond.Limit.Type == sign.Obtained {
		it.LimitationTime = protocol.Gems(cond.Limit.Least)
	}
	switch cond.Reward.Kind {
	case prize.Diamond:
		it.ReceiveNum, it.RewardImage = protocol.Gems(cond.Reward.Num), "/art/gem.webp"
	case prize.Debris:
	case sign.Skins:
		if box, known := (sign.Ports{Catalog: a.Catalog}).Box(cond.Reward); known {
			it.BoxID, it.RewardName, it.RewardImage, it.SkinsPrice = box.ID, call.TextIn(box.Name, c.Language),
				box.Image, protocol.Gems(box.PriceCents)
		}
	default:
		if voucher, known := prize.Setting.Cached(a.Settings).Of(cond.Reward.Prize); known {
			it.Percent, it.Hours, it.Worth = voucher.Percent, voucher.Hours, protocol.Gems(voucher.WorthCents)
		}
	}
	return it
}

var rewardNames = map[prize.Kind]store.Text{
	prize.Diamond:     {Zh: "钻石", En: "Gems", Pt: "Gemas"},
	prize.Debris:      {Zh: "碎片", En: "Fragments", Pt: "Fragmentos"},
	prize.OpenBox:     {Zh: "限时折扣卡", En: "Limited-time discount card", Pt: "Carta de desconto por tempo limitado"},
	prize.TrendChart:  {Zh: "走势图卡", En: "Trend-chart card", Pt: "Carta de gráfico de tendência"},
	prize.Competition: {Zh: "军备竞赛卡", En: "Arms-race card", Pt: "Carta de corrida armamentista"},
	prize.Reset:       {Zh: "宝箱重置卡", En: "Box reset card", Pt: "Carta de redefinição"},
	sign.Skins:        {Zh: "免费宝箱", En: "Free box", Pt: "Caixa grátis"},
}

// signGiven is what a claim has brought: the condition with what was given for it and, for a box, the opened result of
// product-spec §3.
type signGiven struct {
	ActivityType             string        `json:"activityType" enum:"every,accumulate"`
	ActivityHandlerCondition signItem      `json:"activityHandlerCondition"`
	ActivityRewardType       string        `json:"activityRewardType"`
	ReceiveNum               protocol.Gems `json:"receiveNum"`
	StuffName                string        `json:"stuffName" doc:"brand|name of the item that was won; empty without one"`
	StuffImage               string        `json:"stuffImage"`
	SkinsRarity              string        `json:"skinsRarity"`
	Category                 string        `json:"category"`
	Price                    protocol.Gems `json:"price"`
	Def                      store.DefID   `json:"def"`
	ResultID                 string        `json:"resultId" doc:"of the proof"`
	AtMS                     int64         `json:"atMs"`
	Repeated                 bool          `json:"repeated" doc:"the answer to a claim: it was made before"`
}

func (a *API) signGiven(ctx context.Context, c *call.Caller, in signQuery) ([]signGiven, error) {
	if err := in.check(); err != nil {
		return nil, err
	}
	b, err := a.signBoard(ctx, c, false)
	out := []signGiven{}
	for _, g := range b.Given {
		out = append(out, a.given(c, g))
	}
	return out, err
}

// signClaim names a day of the row or a milestone of the month.
type signClaim struct {
	ActivityBaseIdent string `json:"activityBaseIdent,omitzero" enum:"Sign"`
	ActivityType      string `json:"activityType" enum:"every,accumulate"`
	ConditionNum      int    `json:"conditionNum" minimum:"1" maximum:"31" doc:"day of the row, or days of the milestone"`
}

func (a *API) signClaim(ctx context.Context, c *call.Caller, in signClaim) ([]signGiven, error) {
	if err := (signQuery{in.ActivityBaseIdent}).check(); err != nil {
		return nil, err
	}
	g, err := directory.Ask[sign.Given](ctx, a.Directory, sign.Kind, player.ID(c.Player()),
		sign.Claim{Player: c.Player(), Key: c.Key, Type: in.ActivityType, Number: in.ConditionNum})
	if err != nil {
		return nil, err
	}
	return []signGiven{a.given(c, g)}, nil
}

func (a *API) given(c *call.Caller, g sign.Given) signGiven {
	number := g.Day + g.Days // one of them
	cond := sign.Condition{Days: g.Days}
	if g.Opened != nil {
		cond.Reward = sign.Reward{Prize: prize.Prize{Kind: sign.Skins, Num: 1}, Box: g.Opened.Box}
	} else if len(g.Prizes) > 0 {
		cond.Reward.Prize = g.Prizes[0]
	}
	out := signGiven{ActivityType: g.Type, ActivityHandlerCondition: a.signItem(c, number, number, cond), AtMS: g.AtMS,
		Repeated: g.Repeated}
	out.ActivityRewardType, out.ReceiveNum = out.ActivityHandlerCondition.ActivityRewardType,
		out.ActivityHandlerCondition.ReceiveNum
	if g.Opened != nil && len(g.Opened.Results) > 0 {
		won := g.Opened.Results[0]
		def, _ := a.Catalog.Item(won.Def)
		out.StuffName, out.StuffImage, out.SkinsRarity, out.Category = call.ItemName(def, c.Language), def.Image,
			def.Rarity, def.Category
		out.Price, out.Def, out.ResultID = protocol.Gems(won.ValueCents), won.Def, won.ID
	}
	return out
}

// signTime is what a requirement is compared with.
type signTime struct {
	UpgradeTime int64         `json:"upgradeTime" doc:"upgrades today"`
	OpenTime    int64         `json:"openTime" doc:"boxes opened today"`
	Amount      protocol.Gems `json:"amount" doc:"gems obtained today by selling"`
}

func (a *API) signTime(ctx context.Context, c *call.Caller, _ call.None) (signTime, error) {
	b, err := a.signBoard(ctx, c, true)
	return signTime{b.Done.Upgrades, b.Done.Opens, protocol.Gems(b.Done.ObtainedCents)}, err
}
