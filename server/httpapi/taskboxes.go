package httpapi

import (
	"context"
	"net/http"

	"jadebox/actors/player"
	"jadebox/actors/rewards/taskbox"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/settings/period"
	"jadebox/fairness"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/store"
)

func (a *API) taskBoxes() {
	call.Add(a, call.Route{Name: "task.boxes", Method: http.MethodGet, Path: "/api/home/task/box", Access: call.Viewer,
		Summary: "The task boxes with the caller's progress; a visitor has none."}, a.listTaskBoxes)
	call.Add(a, call.Route{Name: "task.info", Method: http.MethodGet, Path: "/api/task/task/info",
		Access:  call.NeedsPlayer,
		Summary: "Whether a task box can be claimed now, and the boxes of one kind or of all."}, a.taskInfo)
	call.Add(a, call.Route{Name: "task.details", Method: http.MethodGet, Path: "/api/task/details", Access: call.Anyone,
		Summary: "What a task box or a box of the welcome holds.", Errors: []protocol.Code{protocol.CodeTaskGone}},
		a.taskDetails)
	call.Add(a, call.Route{Name: "task.open", Method: http.MethodPost, Path: "/api/task/open", Access: call.NeedsPlayer,
		Gift:    call.ForPlay,
		Summary: "Opens a box of items whose task is done, or one of the welcome: once in its time. The first entry is the result; a box that was opened is answered again, to the same seed.",
		Errors: []protocol.Code{protocol.CodeTaskGone, protocol.CodeTaskNotDone, protocol.CodeWelfareOver,
			protocol.CodeWelfareRecharge, protocol.CodeGiftPlay, protocol.CodeSeedFormat, protocol.CodeKeyReused,
			protocol.CodePriceChanged, protocol.CodeBeaconWait,
			protocol.CodeBusy, protocol.CodeTimeout}}, a.openTaskBox)
	call.Add(a, call.Route{Name: "task.give", Method: http.MethodPost, Path: "/api/task/openTaskGive",
		Access:  call.NeedsPlayer,
		Gift:    call.ForPlay,
		Summary: "Opens a prop box whose task is done: once in its time. The first entry is the result; a box that was opened is answered again.",
		Errors: []protocol.Code{protocol.CodeTaskGone, protocol.CodeTaskNotDone, protocol.CodeBusy,
			protocol.CodeTimeout}}, a.openPropBox)
}

// taskBox is spec §3 "Task box".
type taskBox struct {
	ID                int32       `json:"id"`
	Name              string      `json:"name"`
	Kind              int         `json:"kind" minimum:"0" maximum:"3" doc:"0 daily, 1 weekly, 2 monthly, 3 weekly welfare"`
	BoxType           int         `json:"boxType" minimum:"0" maximum:"6" doc:"0 to 3 a box of items, 4 to 6 props"`
	Task              int32       `json:"task" minimum:"0" maximum:"14" doc:"task type"`
	CodeMap           int64       `json:"codeMap" doc:"target; cents where the task counts gems"`
	CodeMapExtendName string      `json:"codeMapExtendName" doc:"the task as a text"`
	Amount            int64       `json:"amount" doc:"done so far, at most the target, in its unit"`
	Flag              bool        `json:"flag" doc:"claimed"`
	Claimable         bool        `json:"claimable"`
	Reset             bool        `json:"reset" doc:"a reset card could open it once more"`
	Image             string      `json:"image"`
	EndsAtMS          int64       `json:"endsAtMs" doc:"when the task begins anew"`
	Reward            *TaskReward `json:"reward" doc:"of a prop box"`
}

func (a *API) taskBox(s taskbox.State, l protocol.Language) taskBox {
	b := taskBox{ID: s.ID, Name: call.TextIn(s.Name, l), Kind: int(s.Kind()), BoxType: s.Type, Task: s.Task,
		CodeMap: s.Target, CodeMapExtendName: call.TextIn(a.RoomKinds.Task(s.Task).Name, l),
		Amount: min(s.Done, s.Target), Flag: s.Claimed, Claimable: s.Claimable(), Reset: s.Reset,
		Image: a.BoxImage(s.Image, s.Box.Box), EndsAtMS: s.Span.End.UnixMilli()}
	if s.Prize != nil {
		r := rewardOf(*s.Prize)
		b.Reward = &r
	}
	return b
}

func (a *API) lookAtTasks(ctx context.Context, c *call.Caller) (taskbox.View, error) {
	if c.Player() == 0 {
		v := taskbox.View{At: period.In(a.Settings, a.Now())}
		for _, b := range taskbox.Setting.Cached(a.Settings).Boxes {
			v.Boxes = append(v.Boxes, taskbox.State{Box: b, Span: b.Kind().Span(v.At)})
		}
		return v, nil
	}
	return directory.Ask[taskbox.View](ctx, a.Directory, taskbox.ActorKind, player.ID(c.Player()),
		taskbox.Look{Player: c.Player()})
}

func (a *API) listTaskBoxes(ctx context.Context, c *call.Caller, _ call.None) ([]taskBox, error) {
	v, err := a.lookAtTasks(ctx, c)
	if err != nil {
		return nil, err
	}
	out := []taskBox{}
	for _, s := range v.Boxes {
		out = append(out, a.taskBox(s, c.Language))
	}
	return out, nil
}

// taskQuery picks a kind.
type taskQuery struct {
	Type *int `json:"-" query:"type" minimum:"0" maximum:"3" doc:"kind; without one all"`
}

// taskInfo is what a client polls (spec §7).
type taskInfo struct {
	Flag    bool      `json:"flag" doc:"one of the boxes listed can be claimed"`
	List    []taskBox `json:"list"`
	SysTime int64     `json:"sysTime" doc:"ms"`
}

func (a *API) taskInfo(ctx context.Context, c *call.Caller, in taskQuery) (taskInfo, error) {
	v, err := a.lookAtTasks(ctx, c)
	out := taskInfo{List: []taskBox{}, SysTime: v.At.UnixMilli()}
	for _, s := range v.Boxes {
		if in.Type != nil && int(s.Kind()) != *in.Type {
			continue
		}
		out.Flag = out.Flag || s.Claimable()
		out.List = append(out.List, a.taskBox(s, c.Language))
	}
	return out, err
}

// taskBoxID names a box.
type taskBoxID struct {
	BoxID int32 `json:"-" query:"boxId" minimum:"0"`
}

// taskDetails is what a box holds: items with their odds, or one reward.
type taskDetails struct {
	ID       int32       `json:"id"`
	Name     string      `json:"name"`
	Image    string      `json:"image"`
	Accent   string      `json:"accent"`
	OddsHash string      `json:"oddsHash" doc:"empty for a prop box"`
	StuffVO  []taskStuff `json:"stuffVOList"`
}

// taskStuff is spec §3 "Skin item", with the fields of the odds lines; a reward of a prop box has none of them.
type taskStuff struct {
	Name             string        `json:"name"`
	Image            string        `json:"image"`
	Price            protocol.Gems `json:"price"`
	Probability      float64       `json:"probability" doc:"per cent"`
	StartProbability uint32        `json:"startProbability" doc:"first number of 2^24 that the item owns"`
	EndProbability   uint32        `json:"endProbability"`
	Rarity           string        `json:"rarity"`
	Category         string        `json:"category"`
	Def              store.DefID   `json:"def"`
	Weight           uint32        `json:"weight" doc:"1e-8"`
	ValueCents       int64         `json:"valueCents"`
	Tickets          uint32        `json:"tickets"`
	Reward           *TaskReward   `json:"reward"`
}

func (a *API) taskDetails(_ context.Context, c *call.Caller, in taskBoxID) (taskDetails, error) {
	held := taskbox.Setting.Cached(a.Settings)
	var out taskDetails
	var holds store.BoxID
	if b, ok := held.Box(in.BoxID); ok {
		holds = b.Box
		out = taskDetails{ID: b.ID, Name: call.TextIn(b.Name, c.Language), Image: b.Image}
		if b.Prize != nil {
			r := rewardOf(*b.Prize)
			out.StuffVO = []taskStuff{{Name: string(b.Prize.Kind), Probability: 100, Reward: &r}}
			return out, nil
		}
	} else if g, _, ok := held.Gift(in.BoxID); ok {
		holds = g.Box
		out = taskDetails{ID: g.ID, Name: call.TextIn(g.Name, c.Language), Image: g.Image}
	}
	box, ok := a.Catalog.Box(holds)
	if !ok {
		return taskDetails{}, apierr.New(protocol.CodeTaskGone)
	}
	out.Image, out.Accent, out.OddsHash = a.BoxImage(out.Image, holds), box.Accent, box.Odds.Hash()
	for i := range box.Odds.Len() {
		e := box.Odds.Entry(i)
		def, _ := a.Catalog.Item(store.DefID(e.Item))
		s := taskStuff{Name: call.ItemName(def, c.Language), Image: def.Image, Price: protocol.Gems(e.ValueCents),
			Rarity: def.Rarity, Category: def.Category,
			Def: store.DefID(e.Item), Weight: e.Weight, ValueCents: e.ValueCents, Tickets: box.Odds.Tickets(i),
			Probability: float64(box.Odds.Tickets(i)) * 100 / fairness.TicketUnit}
		s.StartProbability, s.EndProbability = box.Odds.Bounds(i)
		out.StuffVO = append(out.StuffVO, s)
	}
	return out, nil
}

// givenTask is spec §7's payload of a prop box.
type givenTask struct {
	BoxID int32 `json:"boxId" minimum:"1"`
}

// openTask is spec §7's payload, with the device's own seed and what the player was shown.
type openTask struct {
	BoxID    int32  `json:"boxId" minimum:"1"`
	OddsHash string `json:"oddsHash,omitzero" maxLength:"64" doc:"of the odds seen: others are refused"`
	Commit   string `json:"commit,omitzero" maxLength:"64" doc:"that the player was shown: another one is refused"`
	UserSeed string `json:"userSeed,omitzero" maxLength:"16" pattern:"^[0-9A-Za-z]+$" doc:"made by the device for this request, after it was shown the commitment; without it a live site refuses (4107), a demo draws by the profile's"`
}

// taskResult is spec §3 "Opened result": an item with what verifies it, or a reward.
type taskResult struct {
	StuffName          string        `json:"stuffName" doc:"brand|name in the caller's language"`
	StuffImage         string        `json:"stuffImage"`
	SkinsRarity        string        `json:"skinsRarity"`
	Category           string        `json:"category"`
	Price              protocol.Gems `json:"price"`
	ActivityRewardType string        `json:"activityRewardType" enum:"skins,diamond,OpenBox,TrendChart,armyCompetitionCard,debris,resetOpenBox"`
	ReceiveNum         int64         `json:"receiveNum" doc:"cents of gems, fragments, or things"`
	ResultID           string        `json:"resultId" doc:"of the proof; empty for a reward"`
	ItemID             string        `json:"itemId"`
	Def                store.DefID   `json:"def"`
	ValueCents         int64         `json:"valueCents"`
	Repeated           bool          `json:"repeated" doc:"it was claimed before, and this answer tells what it brought then"`
}

const rewardSkins = "skins"

// openTaskBox needs no key of the client's: player, box and time are the key.
func (a *API) openTaskBox(ctx context.Context, c *call.Caller, in openTask) ([]taskResult, error) {
	by := player.Asked{UserSeed: in.UserSeed, NeedSeed: a.OwnSeeds, OddsHash: in.OddsHash, Commit: in.Commit}
	if _, _, gift := taskbox.Setting.Cached(a.Settings).Gift(in.BoxID); gift {
		if err := a.eligible(ctx, c.Player(), call.ForComing); err != nil {
			return nil, err
		}
		o, err := a.Newcomers().Open(ctx, c.Player(), in.BoxID, by)
		if err != nil {
			return nil, err
		}
		return a.drawnResults(o, c.Language), nil
	}
	o, err := a.openTask(ctx, c, taskbox.Open{Box: in.BoxID, Asked: by})
	if err != nil {
		return nil, err
	}
	return a.drawnResults(o, c.Language), nil
}

func (a *API) openPropBox(ctx context.Context, c *call.Caller, in givenTask) ([]taskResult, error) {
	o, err := a.openTask(ctx, c, taskbox.Open{Box: in.BoxID, Props: true})
	if err != nil {
		return nil, err
	}
	out := []taskResult{}
	for _, p := range o.Prizes {
		out = append(out, taskResult{ActivityRewardType: string(p.Kind), ReceiveNum: p.Num, Repeated: o.Repeated})
	}
	return out, nil
}

func (a *API) openTask(ctx context.Context, c *call.Caller, m taskbox.Open) (player.Granted, error) {
	m.Player = c.Player()
	return directory.Ask[player.Granted](ctx, a.Directory, taskbox.ActorKind, player.ID(c.Player()), m)
}

func (a *API) drawnResults(g player.Granted, l protocol.Language) []taskResult {
	out := make([]taskResult, len(g.Opened.Results))
	for i, r := range g.Opened.Results {
		def, _ := a.Catalog.Item(r.Def)
		item, _ := call.ID(r.Item).MarshalText()
		out[i] = taskResult{StuffName: call.ItemName(def, l), StuffImage: def.Image, SkinsRarity: def.Rarity,
			Category: def.Category, Price: protocol.Gems(r.ValueCents),
			ActivityRewardType: rewardSkins, ReceiveNum: 1, ResultID: r.ID, ItemID: string(item), Def: r.Def,
			ValueCents: r.ValueCents, Repeated: g.Repeated}
	}
	return out
}
