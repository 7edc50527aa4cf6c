package protocol

import "github.com/tinylib/msgp/msgp"

// Codec is what every message can do.
type Codec interface {
	msgp.Marshaler
	msgp.Unmarshaler
	msgp.Sizer
}

// Direction says who sends a message.
type Direction uint8

const (
	Inbound  Direction = iota // envelope from a client
	Outbound                  // envelope from the server
	OfTopic                   // body of an Event, Subscribed or Gap of a topic
)

// Message is one row of the catalogue.
type Message struct {
	Number    uint16 // envelope type, or event type
	Name      string // golden file, TypeScript constant
	Direction Direction
	Topic     string // kind of the topic, for OfTopic
	Snapshot  bool   // replaces what the client knew of the topic
	New       func() Codec
}

// Catalog is every message of the binary protocol, one line each. Numbers are never reused.
var Catalog = []Message{
	{Number: uint16(TypeHello), Name: "Hello", New: func() Codec { return new(Hello) }},
	{Number: uint16(TypeSubscribe), Name: "Subscribe", New: func() Codec { return new(Subscribe) }},
	{Number: uint16(TypeUnsubscribe), Name: "Unsubscribe", New: func() Codec { return new(Unsubscribe) }},
	{Number: uint16(TypeCommand), Name: "Command", New: func() Codec { return new(Command) }},
	{Number: uint16(TypePing), Name: "Ping", New: func() Codec { return new(Ping) }},

	{Number: uint16(TypeWelcome), Name: "Welcome", Direction: Outbound, New: func() Codec { return new(Welcome) }},
	{Number: uint16(TypeSubscribed), Name: "Subscribed", Direction: Outbound, New: func() Codec { return new(Subscribed) }},
	{Number: uint16(TypeEvent), Name: "Event", Direction: Outbound, New: func() Codec { return new(Event) }},
	{Number: uint16(TypeReply), Name: "Reply", Direction: Outbound, New: func() Codec { return new(Reply) }},
	{Number: uint16(TypeError), Name: "Error", Direction: Outbound, New: func() Codec { return new(Error) }},
	{Number: uint16(TypePong), Name: "Pong", Direction: Outbound, New: func() Codec { return new(Pong) }},
	{Number: uint16(TypeGap), Name: "Gap", Direction: Outbound, New: func() Codec { return new(Gap) }},
	{Number: uint16(TypeBye), Name: "Bye", Direction: Outbound, New: func() Codec { return new(Bye) }},

	{Number: EventFeedSnapshot, Name: "FeedSnapshot", Direction: OfTopic, Topic: TopicFeed, Snapshot: true, New: func() Codec { return new(FeedSnapshot) }},
	{Number: EventDrop, Name: "Drop", Direction: OfTopic, Topic: TopicFeed, New: func() Codec { return new(Drop) }},
	{Number: EventCounters, Name: "Counters", Direction: OfTopic, Topic: TopicFeed, New: func() Codec { return new(Counters) }},
	{Number: EventSiteInvite, Name: "SiteInvite", Direction: OfTopic, Topic: TopicFeed, New: func() Codec { return new(Invite) }},

	{Number: EventPlayerSnapshot, Name: "PlayerSnapshot", Direction: OfTopic, Topic: TopicPlayer, Snapshot: true, New: func() Codec { return new(Wallet) }},
	{Number: EventWallet, Name: "Wallet", Direction: OfTopic, Topic: TopicPlayer, New: func() Codec { return new(Wallet) }},
	{Number: EventSessionEnded, Name: "SessionEnded", Direction: OfTopic, Topic: TopicPlayer, New: func() Codec { return new(SessionEnded) }},
	{Number: EventInvite, Name: "Invite", Direction: OfTopic, Topic: TopicPlayer, New: func() Codec { return new(Invite) }},
	{Number: EventPropsDrop, Name: "PropsDrop", Direction: OfTopic, Topic: TopicPlayer, New: func() Codec { return new(PropsDrop) }},

	{Number: EventLobbySnapshot, Name: "LobbySnapshot", Direction: OfTopic, Topic: TopicLobby, Snapshot: true, New: func() Codec { return new(LobbySnapshot) }},
	{Number: EventBattleCard, Name: "BattleCard", Direction: OfTopic, Topic: TopicLobby, New: func() Codec { return new(BattleCard) }},
	{Number: EventBattleGone, Name: "BattleGone", Direction: OfTopic, Topic: TopicLobby, New: func() Codec { return new(BattleGone) }},

	{Number: EventBattleSnapshot, Name: "BattleSnapshot", Direction: OfTopic, Topic: TopicBattle, Snapshot: true, New: func() Codec { return new(BattleSnapshot) }},
	{Number: EventBattleSeat, Name: "BattleSeat", Direction: OfTopic, Topic: TopicBattle, New: func() Codec { return new(SeatChanged) }},
	{Number: EventBattleLocked, Name: "BattleLocked", Direction: OfTopic, Topic: TopicBattle, New: func() Codec { return new(BattleLocked) }},
	{Number: EventBattleStarted, Name: "BattleStarted", Direction: OfTopic, Topic: TopicBattle, New: func() Codec { return new(BattleStarted) }},
	{Number: EventBattleRound, Name: "BattleRound", Direction: OfTopic, Topic: TopicBattle, New: func() Codec { return new(Round) }},
	{Number: EventBattleSettled, Name: "BattleSettled", Direction: OfTopic, Topic: TopicBattle, New: func() Codec { return new(Settled) }},
	{Number: EventBattleVoided, Name: "BattleVoided", Direction: OfTopic, Topic: TopicBattle, New: func() Codec { return new(BattleVoided) }},
	{Number: EventBattleSpectators, Name: "BattleSpectators", Direction: OfTopic, Topic: TopicBattle, New: func() Codec { return new(BattleSpectators) }},

	{Number: EventRollSnapshot, Name: "RollSnapshot", Direction: OfTopic, Topic: TopicRoll, Snapshot: true, New: func() Codec { return new(RollSnapshot) }},
	{Number: EventRollJoined, Name: "RollJoined", Direction: OfTopic, Topic: TopicRoll, New: func() Codec { return new(RollJoined) }},
	{Number: EventRollLocked, Name: "RollLocked", Direction: OfTopic, Topic: TopicRoll, New: func() Codec { return new(RollLocked) }},
	{Number: EventRollDrawn, Name: "RollDrawn", Direction: OfTopic, Topic: TopicRoll, New: func() Codec { return new(RollDrawn) }},
	{Number: EventRollVoided, Name: "RollVoided", Direction: OfTopic, Topic: TopicRoll, New: func() Codec { return new(RollVoided) }},
	{Number: EventRollSpectators, Name: "RollSpectators", Direction: OfTopic, Topic: TopicRoll, New: func() Codec { return new(RollSpectators) }},

	{Number: EventUpgradeSnapshot, Name: "UpgradeSnapshot", Direction: OfTopic, Topic: TopicUpgrade, Snapshot: true, New: func() Codec { return new(UpgradeSnapshot) }},
	{Number: EventUpgradeDone, Name: "UpgradeDone", Direction: OfTopic, Topic: TopicUpgrade, New: func() Codec { return new(UpgradeDone) }},
	{Number: EventUpgradeRanking, Name: "UpgradeRanking", Direction: OfTopic, Topic: TopicUpgrade, New: func() Codec { return new(UpgradeRanking) }},

	{Number: EventRainSnapshot, Name: "RainSnapshot", Direction: OfTopic, Topic: TopicRain, Snapshot: true, New: func() Codec { return new(RainSnapshot) }},
	{Number: EventRainComing, Name: "RainComing", Direction: OfTopic, Topic: TopicRain, New: func() Codec { return new(RainRound) }},
	{Number: EventRainOver, Name: "RainOver", Direction: OfTopic, Topic: TopicRain, New: func() Codec { return new(RainRound) }},

	{Number: EventLuckycardSnapshot, Name: "LuckycardSnapshot", Direction: OfTopic, Topic: TopicLuckycard, Snapshot: true, New: func() Codec { return new(LuckycardSnapshot) }},
	{Number: EventLuckycardFlipped, Name: "LuckycardFlipped", Direction: OfTopic, Topic: TopicLuckycard, New: func() Codec { return new(LuckycardFlipped) }},
	{Number: EventLuckycardSpectators, Name: "LuckycardSpectators", Direction: OfTopic, Topic: TopicLuckycard, New: func() Codec { return new(LuckycardSpectators) }},
	{Number: EventLuckycardHall, Name: "LuckycardHall", Direction: OfTopic, Topic: TopicLuckycards, Snapshot: true, New: func() Codec { return new(LuckycardHall) }},
	{Number: EventLuckycardCard, Name: "LuckycardCard", Direction: OfTopic, Topic: TopicLuckycards, New: func() Codec { return new(LuckycardCard) }},
	{Number: EventLuckycardTurned, Name: "LuckycardTurned", Direction: OfTopic, Topic: TopicLuckycards, New: func() Codec { return new(LuckycardTurned) }},

	{Number: EventWishSnapshot, Name: "WishSnapshot", Direction: OfTopic, Topic: TopicWish, Snapshot: true, New: func() Codec { return new(WishSnapshot) }},
	{Number: EventWishTaken, Name: "WishTaken", Direction: OfTopic, Topic: TopicWish, New: func() Codec { return new(WishTaken) }},
	{Number: EventWishLocked, Name: "WishLocked", Direction: OfTopic, Topic: TopicWish, New: func() Codec { return new(WishLocked) }},
	{Number: EventWishDrawn, Name: "WishDrawn", Direction: OfTopic, Topic: TopicWish, New: func() Codec { return new(WishDrawn) }},
	{Number: EventWishSpectators, Name: "WishSpectators", Direction: OfTopic, Topic: TopicWish, New: func() Codec { return new(WishSpectators) }},
	{Number: EventWishHall, Name: "WishHall", Direction: OfTopic, Topic: TopicWishes, Snapshot: true, New: func() Codec { return new(WishHall) }},
	{Number: EventWishCard, Name: "WishCard", Direction: OfTopic, Topic: TopicWishes, New: func() Codec { return new(WishCard) }},
}
