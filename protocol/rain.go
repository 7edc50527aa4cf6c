package protocol

//go:generate go run github.com/tinylib/msgp -io=false -tests=false -file $GOFILE

//msgp:tuple RainRound RainSnapshot
//msgp:limit arrays:256 maps:16

// Event types of the topic "rain".
const (
	EventRainSnapshot uint16 = 900
	EventRainComing   uint16 = 901 // the amounts are fixed and published; packets fall from StartsAtMS on
	EventRainOver     uint16 = 902
)

// RainRound is one red-packet rain as any visitor may see it.
type RainRound struct {
	ID           string `json:"id"`
	Status       string `json:"status" enum:"RainStatus"`
	StartsAtMS   int64  `json:"startsAtMs"` // 0 until the amounts are fixed
	EndsAtMS     int64  `json:"endsAtMs"`
	DurationMS   int64  `json:"durationMs"`
	PoolCents    int64  `json:"poolCents"`
	Packets      int32  `json:"packets"`
	ClaimsMax    int32  `json:"claimsMax"` // packets of one player
	CapCents     int64  `json:"capCents"`  // gems of one player
	Claimed      int32  `json:"claimed"`
	PaidCents    int64  `json:"paidCents"`
	Commit       string `json:"commit"`
	ContextHash  string `json:"contextHash"`
	Root         string `json:"root"` // of the salted amounts
	BeaconSource string `json:"beaconSource"`
	BeaconRound  uint64 `json:"beaconRound"`
	ResultID     string `json:"resultId"` // of the whole round's proof, "" until it is over
}

// RainSnapshot is the round that is coming or falling (nil: none), the last one that is over, and when the next is due
// (0: not known).
type RainSnapshot struct {
	Round        *RainRound `json:"round"`
	Last         *RainRound `json:"last"`
	NextAtMS     int64      `json:"nextAtMs"`
	ServerTimeMS int64      `json:"serverTimeMs"`
}

var rainMessages = []Message{
	{Number: EventRainSnapshot, Name: "RainSnapshot", Direction: OfTopic, Topic: TopicRain, Snapshot: true,
		Public: true, New: func() Codec { return new(RainSnapshot) }},
	{Number: EventRainComing, Name: "RainComing", Direction: OfTopic, Topic: TopicRain,
		New: func() Codec { return new(RainRound) }},
	{Number: EventRainOver, Name: "RainOver", Direction: OfTopic, Topic: TopicRain,
		New: func() Codec { return new(RainRound) }},
}
