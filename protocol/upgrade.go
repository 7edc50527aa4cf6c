package protocol

//go:generate go run github.com/tinylib/msgp -io=false -tests=false -file $GOFILE

//msgp:tuple UpgradeDone UpgradeRanking UpgradeSnapshot RankRow
//msgp:limit arrays:256 maps:16

// Event types of the topic "upgrade".
const (
	EventUpgradeSnapshot uint16 = 500
	EventUpgradeDone     uint16 = 501
	EventUpgradeRanking  uint16 = 502 // the list was made anew
)

// UpgradeDone is one finished upgrade as any visitor may see it.
type UpgradeDone struct {
	ID         string `json:"id"` // result id
	PlayerID   string `json:"playerId"`
	PlayerName string `json:"playerName"`
	Avatar     string `json:"avatar"`
	Bot        bool   `json:"bot"`
	LeftDef    int32  `json:"leftDef"`   // the most valuable item that went in
	LeftCount  int32  `json:"leftCount"` // items that went in
	LeftCents  int64  `json:"leftCents"` // their value
	GemsCents  int64  `json:"gemsCents"` // added
	RightDef   int32  `json:"rightDef"`
	RightCents int64  `json:"rightCents"`
	RateE8     uint32 `json:"rateE8"`
	Won        bool   `json:"won"`
	AtMS       int64  `json:"atMs"`
}

// RankRow is spec §3 "Ranking row" with what it was won by.
type RankRow struct {
	Rank          int32  `json:"rank"`
	Name          string `json:"name"`
	Avatar        string `json:"avatar"`
	Bot           bool   `json:"bot"`           // a house player: shown, never rewarded
	Magnification int64  `json:"magnification"` // hundredths: value of the item per what its chance was worth
	Score         int64  `json:"score"`         // hundredths: upgrade: value per success rate; box: value per price
	AwardCents    int64  `json:"awardCents"`    // what this rank receives
	Def           int32  `json:"def"`
	ValueCents    int64  `json:"valueCents"`
	RateE8        uint32 `json:"rateE8"` // 0 for a box
	BoxID         int32  `json:"boxId"`  // 0 for an upgrade
	ResultID      string `json:"resultId"`
	AtMS          int64  `json:"atMs"`
}

// UpgradeRanking replaces the ranking of the snapshot.
type UpgradeRanking struct {
	Ranking []RankRow `json:"ranking"`
	MadeMS  int64     `json:"madeMs"`
}

// UpgradeSnapshot is the newest upgrades, newest first, and today's ranking as it was last made.
type UpgradeSnapshot struct {
	Done    []UpgradeDone `json:"done"`
	Ranking []RankRow     `json:"ranking"`
	MadeMS  int64         `json:"madeMs"`
}

var upgradeMessages = []Message{
	{Number: EventUpgradeSnapshot, Name: "UpgradeSnapshot", Direction: OfTopic, Topic: TopicUpgrade, Snapshot: true,
		Public: true, New: func() Codec { return new(UpgradeSnapshot) }},
	{Number: EventUpgradeDone, Name: "UpgradeDone", Direction: OfTopic, Topic: TopicUpgrade,
		New: func() Codec { return new(UpgradeDone) }},
	{Number: EventUpgradeRanking, Name: "UpgradeRanking", Direction: OfTopic, Topic: TopicUpgrade,
		New: func() Codec { return new(UpgradeRanking) }},
}
