package httpapi

import (
	"context"
	"net/http"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/rewards/ranking"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/settings/rates"
	"jadebox/fairness"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/store"
)

func (a *API) upgrades() {
	call.Add(a, call.Route{Name: "upgrade.rule", Method: http.MethodGet, Path: "/api/upgrade/rule", Access: call.Anyone,
		Summary: "What a success rate is made from; whoever runs the site may change it, and an upgrade keeps what held when it was made."}, a.upgradeRule)
	call.Add(a, call.Route{Name: "upgrade.play", Method: http.MethodPost, Path: "/api/upgrade/play", Access: call.Keyed,
		Plays:   true,
		Summary: "Gives own items and gems for the chance of one target, at the price, the rate and under the commitment the player saw.",
		Errors: []protocol.Code{protocol.CodeUpgradeItems, protocol.CodeUpgradeTarget, protocol.CodeUpgradeGems,
			protocol.CodeUpgradeSection, protocol.CodeSeedFormat,
			protocol.CodeUpgradeLow, protocol.CodeUpgradeHigh, protocol.CodePriceChanged, protocol.CodeItemForeign,
			protocol.CodeItemState,
			protocol.CodeFunds, protocol.CodeBeaconWait, protocol.CodeBusy, protocol.CodeTimeout}}, a.playUpgrade)
	call.Add(a, call.Route{Name: "upgrade.record", Method: http.MethodGet, Path: "/api/upgrade/order/record",
		Access:  call.NeedsPlayer,
		Summary: "The player's own upgrades, newest first."}, a.ownUpgrades)
	call.Add(a, call.Route{Name: "upgrade.recent", Method: http.MethodGet, Path: "/api/upgrade/recent",
		Access:  call.Anyone,
		Summary: "The newest upgrades of everybody, newest first."}, a.recentUpgrades)
	call.Add(a, call.Route{Name: "upgrade.user", Method: http.MethodGet, Path: "/api/upgrade/user/{id}",
		Access:  call.Anyone,
		Summary: "A player as the upgrade hall shows one.", Errors: []protocol.Code{protocol.CodeNotFound}},
		a.upgradeUser)
	call.Add(a, call.Route{Name: "upgrade.userRecord", Method: http.MethodGet, Path: "/api/upgrade/user/{id}/record",
		Access:  call.Anyone,
		Summary: "A player's upgrades, newest first: results are public.",
		Errors:  []protocol.Code{protocol.CodeNotFound}}, a.userUpgrades)
}

// upgradeRule is how stake and target become a rate: below minimumPumpingRatio/drawProportion a fixed piece is taken
// off, from there a share (spec §9).
type upgradeRule struct {
	DrawProportion      float64 `json:"drawProportion"`
	MinimumPumpingRatio float64 `json:"minimumPumpingRatio"`
	DrawPPM             int64   `json:"drawPPM"`
	LeastPPM            int64   `json:"leastPPM"`
	RateLeastE8         int64   `json:"rateLeastE8"`
	RateMostE8          int64   `json:"rateMostE8"`
	RateStepE8          int64   `json:"rateStepE8"`
	ItemsMax            int     `json:"itemsMax"`
}

func (a *API) upgradeRule(ctx context.Context, _ *call.Caller, _ call.None) (upgradeRule, error) {
	held, err := rates.Setting.Read(ctx, a.Store)
	fee := held.Upgrade
	return upgradeRule{DrawProportion: float64(fee.DrawPPM) / 1e6, MinimumPumpingRatio: float64(fee.LeastPPM) / 1e6,
		DrawPPM:  fee.DrawPPM,
		LeastPPM: fee.LeastPPM, RateLeastE8: fairness.RateLeast, RateMostE8: fairness.RateUnit,
		RateStepE8: fairness.RateStep,
		ItemsMax:   fairness.UpgradeItemsMax}, err
}

// playUpgrade is one upgrade.
type playUpgrade struct {
	Items       []call.ID   `json:"items" minItems:"1" maxItems:"10"`
	GemsCents   int64       `json:"gemsCents" minimum:"0"`
	Target      store.DefID `json:"target"`
	TargetCents int64       `json:"targetCents" doc:"as the player saw it"`
	RateE8      int64       `json:"rateE8" doc:"as the player saw it, 10⁸ is certainty"`
	StartE8     int64       `json:"startE8" doc:"where the winning section begins, in steps of 10⁴"`
	Commit      string      `json:"commit,omitzero" maxLength:"64" doc:"that the player was shown: another one is refused"`
	UserSeed    string      `json:"userSeed,omitzero" maxLength:"16" pattern:"^[0-9A-Za-z]+$" doc:"made by the device for this request, after it was shown the commitment; without it a live site refuses (4107), a demo draws by the profile's"`
}

// upgraded is the answer.
type upgraded struct {
	OpID         call.ID      `json:"opId"`
	Won          bool         `json:"won"`
	ItemID       string       `json:"itemId" doc:"what was won; empty when nothing was"`
	RateE8       uint32       `json:"rateE8"`
	Result       upgradeDraw  `json:"result"`
	Rewards      []TaskReward `json:"rewards" doc:"of running activities"`
	BalanceCents int64        `json:"balanceCents"`
	BagCount     int          `json:"bagCount"`
	Next         nextDraw     `json:"next"`
}

// upgradeDraw is the draw of an upgrade.
type upgradeDraw struct {
	Draw
	Terms string `json:"terms" doc:"hash of what was played for"`
}

// TaskReward is spec §3 "Task reward".
type TaskReward struct {
	RewardTypeEnum string `json:"rewardTypeEnum" enum:"diamond,OpenBox,TrendChart,armyCompetitionCard,debris,resetOpenBox"`
	RewardNum      int64  `json:"rewardNum"`
	PropName       string `json:"propName"`
}

func (a *API) playUpgrade(ctx context.Context, c *call.Caller, in playUpgrade) (upgraded, error) {
	if len(in.Items) == 0 || len(in.Items) > fairness.UpgradeItemsMax {
		return upgraded{}, apierr.New(protocol.CodeUpgradeItems)
	}
	u, err := directory.Ask[player.Upgraded](ctx, a.Directory, player.Kind, player.ID(c.Player()),
		player.Upgrade{Key: c.Key, Items: itemIDs(in.Items),
			GemsCents: in.GemsCents, Target: in.Target, TargetCents: in.TargetCents, RateE8: in.RateE8,
			StartE8: in.StartE8, Commit: in.Commit, UserSeed: in.UserSeed,
			NeedSeed: a.OwnSeeds})
	if err != nil {
		return upgraded{}, err
	}
	return upgraded{OpID: call.ID(u.Op), Won: u.Won, ItemID: wonItem(u), RateE8: u.RateE8,
		Result:       upgradeDraw{drawOf(u.Result, share(u.Result.Lo), share(u.Result.Hi)), u.Terms},
		Rewards:      rewardsOf(u.Rewards),
		BalanceCents: u.BalanceCents, BagCount: u.BagCount, Next: nextDraw{u.Next.Epoch, u.Next.Nonce,
			u.Next.ServerHash}}, nil
}

func itemIDs(ids []call.ID) []store.ItemID {
	items := make([]store.ItemID, len(ids))
	for i, id := range ids {
		items[i] = store.ItemID(id)
	}
	return items
}

// wonItem is "" when nothing was won: an ID cannot be nothing.
func wonItem(u player.Upgraded) string {
	if !u.Won {
		return ""
	}
	text, _ := call.ID(u.Item).MarshalText()
	return string(text)
}

// upgradeRecord is spec §3 "Upgrade record"; what is not there stands behind it.
type upgradeRecord struct {
	CreatedTime     string        `json:"createdTime" doc:"RFC 3339"`
	Result          int           `json:"result" doc:"0 = win"`
	LeftStuffName   string        `json:"leftStuffName" doc:"brand|name of the most valuable item that went in"`
	LeftStuffImage  string        `json:"leftStuffImage"`
	LeftAmount      protocol.Gems `json:"leftAmount" doc:"everything that went in"`
	LeftLevelName   string        `json:"leftLevelName" doc:"rarity"`
	RightStuffName  string        `json:"rightStuffName"`
	RightStuffImage string        `json:"rightStuffImage"`
	RightLevelName  string        `json:"rightLevelName" doc:"rarity"`
	SuccessRate     float64       `json:"successRate" doc:"per cent"`
	UpgradeResult   upgradeSeeds  `json:"upgradeResult"`

	ResultID   string        `json:"resultId"`
	LeftDefs   []store.DefID `json:"leftDefs"`
	RightDef   store.DefID   `json:"rightDef"`
	ItemsCents int64         `json:"itemsCents"`
	GemsCents  int64         `json:"gemsCents"`
	RightCents int64         `json:"rightCents"`
	RateE8     uint32        `json:"rateE8"`
	StartE8    uint32        `json:"startE8"`
	V          uint32        `json:"v"`
	AtMS       int64         `json:"atMs"`
}

// upgradeSeeds is the spec's upgradeResult. Sections are places on the circle, 0 … 1.
type upgradeSeeds struct {
	ServerHash   string  `json:"serverHash"`
	ServerSeed   string  `json:"serverSeed"`
	UserSeed     string  `json:"userSeed"`
	ResultHash   string  `json:"resultHash"`
	StartSection float64 `json:"startSection" doc:"first place on the circle, 0 … 1; in the proof of the result a box counts it in v of 16777215, an upgrade in 10^8"`
	EndSection   float64 `json:"endSection" doc:"last place on the circle, 0 … 1; in the proof of the result a box counts it in v of 16777215, an upgrade in 10^8"`
}

// upgradePage is a page of upgrades.
type upgradePage struct {
	Records []upgradeRecord `json:"records"`
	Total   int             `json:"total"`
	Current int             `json:"current"`
}

type ownUpgrades struct {
	call.Page
	call.EndFilter
}

func (a *API) ownUpgrades(ctx context.Context, c *call.Caller, in ownUpgrades) (upgradePage, error) {
	return a.upgradePage(ctx, c, c.Player(), in.Page, in.EndFilter)
}

// userUpgrades pages a player's upgrades.
type userUpgrades struct {
	ID call.ID `json:"-" path:"id"`
	call.Page
	call.EndFilter
}

func (a *API) userUpgrades(ctx context.Context, c *call.Caller, in userUpgrades) (upgradePage, error) {
	if _, err := a.publicProfile(ctx, in.ID); err != nil {
		return upgradePage{}, err
	}
	return a.upgradePage(ctx, c, store.PlayerID(in.ID), in.Page, in.EndFilter)
}

func (a *API) upgradePage(ctx context.Context, c *call.Caller, id store.PlayerID, in call.Page,
	ended call.EndFilter) (upgradePage, error) {
	at, err := in.Of(historySize)
	if err != nil {
		return upgradePage{}, err
	}
	list, err := ended.List(player.ListUpgradeWon, player.ListUpgradeLost)
	if err != nil {
		return upgradePage{}, err
	}
	ops, total, err := a.Store.Ops(ctx, store.OpQuery{Player: id, Kinds: []string{player.KindUpgrade}, List: list,
		Page: at})
	if err != nil {
		return upgradePage{}, err
	}
	p := upgradePage{Records: make([]upgradeRecord, len(ops)), Total: total, Current: at.Offset/at.Limit + 1}
	for i, op := range ops {
		u, err := player.ReadUpgraded(op.ID, op.Result)
		if err != nil {
			return upgradePage{}, err
		}
		p.Records[i] = a.upgradeRecord(c, u)
	}
	return p, nil
}

func (a *API) upgradeRecord(c *call.Caller, u player.Upgraded) upgradeRecord {
	left, _ := a.Catalog.Item(store.DefID(u.Items[0].Def))
	right, _ := a.Catalog.Item(u.Target)
	r := upgradeRecord{CreatedTime: time.UnixMilli(u.AtMS).UTC().Format(time.RFC3339), Result: 1,
		LeftStuffName:  call.ItemName(left, c.Language),
		LeftStuffImage: left.Image, LeftAmount: protocol.Gems(u.StakeCents()), LeftLevelName: left.Rarity,
		RightStuffName:  call.ItemName(right, c.Language),
		RightStuffImage: right.Image, RightLevelName: right.Rarity, SuccessRate: float64(u.RateE8) / 1e6,
		UpgradeResult: upgradeSeeds{u.Result.ServerHash, u.Result.ServerSeed, u.Result.UserSeed, u.Result.ResultHash,
			share(u.StartE8), share(u.EndE8)},
		ResultID: u.Result.ID, RightDef: u.Target, ItemsCents: u.StakeCents() - u.GemsCents,
		GemsCents: u.GemsCents, RightCents: u.TargetCents,
		RateE8: u.RateE8, StartE8: u.StartE8, V: u.Result.V, AtMS: u.AtMS}
	if u.Won {
		r.Result = 0
	}
	for _, it := range u.Items {
		r.LeftDefs = append(r.LeftDefs, store.DefID(it.Def))
	}
	return r
}

func share(e8 uint32) float64 { return float64(e8) / fairness.RateUnit }

// upgradeFeed is newest first.
type upgradeFeed struct {
	Upgrades []protocol.UpgradeDone `json:"upgrades"`
}

const recentUpgradesMax = 50

func (a *API) recentUpgrades(ctx context.Context, _ *call.Caller, _ call.None) (upgradeFeed, error) {
	list, err := directory.Ask[[]protocol.UpgradeDone](ctx, a.Directory, ranking.Kind, ranking.ID,
		ranking.Recent{Limit: recentUpgradesMax})
	if list == nil {
		list = []protocol.UpgradeDone{}
	}
	return upgradeFeed{list}, err
}

// playerID names a player in a path.
type playerID struct {
	ID call.ID `json:"-" path:"id"`
}

// upgradeUser is a player's upgrade home. What is counted are the newest upgrades, at most Counted of them.
type upgradeUser struct {
	ID        call.ID        `json:"id"`
	Name      string         `json:"name"`
	Avatar    string         `json:"avatar"`
	HeadFrame string         `json:"headPortraitBox"`
	Bot       bool           `json:"bot"`
	Total     int            `json:"total" doc:"upgrades ever"`
	Counted   int            `json:"counted"`
	Won       int            `json:"won" doc:"of those counted"`
	Best      *upgradeRecord `json:"best" doc:"of those counted, the won one with the greatest value per success rate"`
}

func (a *API) publicProfile(ctx context.Context, id call.ID) (store.PublicProfile, error) {
	found, err := a.Store.PublicProfiles(ctx, []store.PlayerID{store.PlayerID(id)})
	if err != nil {
		return store.PublicProfile{}, err
	}
	if id <= 0 || len(found) == 0 {
		return store.PublicProfile{}, apierr.New(protocol.CodeNotFound)
	}
	return found[0], nil
}

func (a *API) upgradeUser(ctx context.Context, c *call.Caller, in playerID) (upgradeUser, error) {
	who, err := a.publicProfile(ctx, in.ID)
	if err != nil {
		return upgradeUser{}, err
	}
	p, err := a.upgradePage(ctx, c, who.ID, call.Page{Current: 1, Size: call.PageSizeMax}, call.EndFilter{})
	if err != nil {
		return upgradeUser{}, err
	}
	level, err := a.levelFor(ctx, who.ID, player.FrameLevel(who.HeadFrame))
	if err != nil {
		return upgradeUser{}, err
	}
	u := upgradeUser{ID: call.ID(who.ID), Name: who.Name, Avatar: who.Avatar, HeadFrame: player.Worn(who.HeadFrame,
		level), Bot: who.Bot, Total: p.Total, Counted: len(p.Records)}
	for i, r := range p.Records {
		if r.Result != 0 {
			continue
		}
		u.Won++
		if u.Best == nil ||
			r.RightCents*int64(u.Best.RateE8/fairness.RateStep) > u.Best.RightCents*int64(r.RateE8/fairness.RateStep) {
			u.Best = &p.Records[i]
		}
	}
	return u, nil
}
