package client

import "jadebox/fairness"

// ItemDef is a row of the catalogue.
type ItemDef struct {
	ID         int32 `json:"id"`
	PriceCents int64 `json:"priceCents"`
}

// ItemList answers GET /api/catalog/items.
type ItemList struct {
	Items []ItemDef `json:"items"`
}

// UpgradeRule is what a bot needs to know a rate before it asks.
type UpgradeRule struct {
	DrawPPM     int64 `json:"drawPPM"`
	LeastPPM    int64 `json:"leastPPM"`
	RateLeastE8 int64 `json:"rateLeastE8"`
	RateMostE8  int64 `json:"rateMostE8"`
	RateStepE8  int64 `json:"rateStepE8"`
}

// RateE8 is the chance of a stake against a target.
func (r UpgradeRule) RateE8(stakeCents, targetCents int64) (int64, error) {
	return fairness.UpgradeFee{DrawPPM: r.DrawPPM, LeastPPM: r.LeastPPM}.RateE8(stakeCents, targetCents)
}

// PlayUpgrade is the body of POST /api/upgrade/play.
type PlayUpgrade struct {
	Items       []string `json:"items"`
	GemsCents   int64    `json:"gemsCents"`
	Target      int32    `json:"target"`
	TargetCents int64    `json:"targetCents"`
	RateE8      int64    `json:"rateE8"`
	StartE8     int64    `json:"startE8"`
}

// Upgraded answers PlayUpgrade.
type Upgraded struct {
	Won    bool   `json:"won"`
	ItemID string `json:"itemId"`
	RateE8 int64  `json:"rateE8"`
	Result struct {
		ResultID     string  `json:"resultId"`
		V            uint32  `json:"v"`
		StartSection float64 `json:"startSection"`
		EndSection   float64 `json:"endSection"`
	} `json:"result"`
	Rewards      []Reward `json:"rewards"`
	BalanceCents int64    `json:"balanceCents"`
	BagCount     int      `json:"bagCount"`
}

// Reward is what the house gives beside an operation: cents of gems ("diamond"), fragments ("debris") or vouchers of a
// kind.
type Reward struct {
	Type string `json:"rewardTypeEnum"`
	Num  int64  `json:"rewardNum"`
}

// Given adds up what was given beside the operation. Vouchers are held beside the backpack, not in it.
func Given(list []Reward) (cents, fragments int64, vouchers int) {
	for _, r := range list {
		switch r.Type {
		case "diamond":
			cents += r.Num
		case "debris":
			fragments += r.Num
		default:
			vouchers += int(r.Num)
		}
	}
	return cents, fragments, vouchers
}

// TradeItems is the body of POST /api/bag/trade.
type TradeItems struct {
	Items       []string `json:"items"`
	GemsCents   int64    `json:"gemsCents"` // from a real name only
	Target      int32    `json:"target"`
	TargetCents int64    `json:"targetCents"`
	PriceCents  int64    `json:"priceCents,omitempty"` // in the mall, where gems are put in
}

// Traded answers TradeItems.
type Traded struct {
	ItemID       string `json:"itemId"`
	TargetCents  int64  `json:"targetCents"`
	RefundCents  int64  `json:"refundCents"`
	BalanceCents int64  `json:"balanceCents"`
	BagCount     int    `json:"bagCount"`
}

// GiftPage answers GET /api/activity/drop/record.
type GiftPage struct {
	Total int `json:"total"`
}

// VoucherPage answers GET /api/user/cards.
type VoucherPage struct {
	Total int `json:"total"`
}

// Exchange answers GET /api/exchange/list.
type Exchange struct {
	Fragments int64 `json:"fragments"`
}

// Paths of the calls.
const (
	PathItems    = "/api/catalog/items"
	PathRule     = "/api/upgrade/rule"
	PathUpgrade  = "/api/upgrade/play"
	PathTrade    = "/api/bag/trade"
	PathGifts    = "/api/activity/drop/record"
	PathVouchers = "/api/user/cards?state=all"
	PathExchange = "/api/exchange/list?size=1"
)
