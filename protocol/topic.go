package protocol

import "strings"

// Topics of the multiplexed socket. "player" always means the session's own player.
const (
	TopicFeed       = "feed"
	TopicLobby      = "lobby"
	TopicPlayer     = "player"
	TopicBattle     = "battle" // kind of "battle:<id>"
	TopicRoll       = "roll"
	TopicUpgrade    = "upgrade"
	TopicRain       = "rain"
	TopicLuckycard  = "luckycard"
	TopicLuckycards = "luckycards" // the lobby
	TopicWish       = "wish"
	TopicWishes     = "wishes" // the tree
)

// RoomTopics are the kinds of rooms: the topic of one is "<kind>:<room id>".
var RoomTopics = topics(func(m Message) bool { return !m.Public && m.Topic != TopicPlayer })

// PublicTopics have no id and one snapshot for all subscribers; one that falls behind gets a new one.
var PublicTopics = topics(func(m Message) bool { return m.Public })

// topics lists what the catalogue has a fitting snapshot of.
func topics(fits func(Message) bool) []string {
	var list []string
	for _, m := range Catalog {
		if m.Snapshot && fits(m) {
			list = append(list, m.Topic)
		}
	}
	return list
}

// BattleTopic names the topic of one room.
func BattleTopic(id string) string { return TopicBattle + ":" + id }

// SplitTopic returns the kind and the id ("" for a topic without one).
func SplitTopic(topic string) (kind, id string) {
	kind, id, _ = strings.Cut(topic, ":")
	return kind, id
}
