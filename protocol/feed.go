package protocol

//go:generate go run github.com/tinylib/msgp -io=false -tests=false -file $GOFILE

//msgp:tuple Drop Counters FeedSnapshot
//msgp:limit arrays:256 maps:16

// Event types are unique across topics: hundreds digit = topic.
const (
	EventFeedSnapshot uint16 = 100
	EventDrop         uint16 = 101
	EventCounters     uint16 = 102
	EventSiteInvite   uint16 = 103 // an Invite to all players
)

// Drop is one lucky or live drop (spec §3 "Live drop").
type Drop struct {
	ID         string `json:"id"` // result id
	PlayerName string `json:"playerName"`
	Avatar     string `json:"avatar"`
	Def        int32  `json:"def"` // item definition; names and art come from the catalogue
	BoxID      int32  `json:"boxId"`
	BattleID   string `json:"battleId"`
	ValueCents int64  `json:"valueCents"`
	OddsPPM    int32  `json:"oddsPpm"`
	Source     uint8  `json:"source"` // item source label, spec §3
	Lucky      bool   `json:"lucky"`  // shown in 'Drops Sortudos'
	Bot        bool   `json:"bot"`
	AtMS       int64  `json:"atMs"`
}

// Counters are the two numbers beside the ticker.
type Counters struct {
	Online int64 `json:"online"`
	Total  int64 `json:"total"` // boxes opened
	Demo   bool  `json:"demo"`
}

// FeedSnapshot is the ticker: lists are newest first.
type FeedSnapshot struct {
	Lucky    []Drop   `json:"lucky"`
	Live     []Drop   `json:"live"`
	Counters Counters `json:"counters"`
}

var feedMessages = []Message{
	{Number: EventFeedSnapshot, Name: "FeedSnapshot", Direction: OfTopic, Topic: TopicFeed, Snapshot: true,
		Public: true, New: func() Codec { return new(FeedSnapshot) }},
	{Number: EventDrop, Name: "Drop", Direction: OfTopic, Topic: TopicFeed, New: func() Codec { return new(Drop) }},
	{Number: EventCounters, Name: "Counters", Direction: OfTopic, Topic: TopicFeed,
		New: func() Codec { return new(Counters) }},
	{Number: EventSiteInvite, Name: "SiteInvite", Direction: OfTopic, Topic: TopicFeed,
		New: func() Codec { return new(Invite) }},
}
