package roll

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"jadebox/actors/player"
	"jadebox/actors/rewards/vip"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/durable"
	"jadebox/fairness"
	"jadebox/protocol"
	"jadebox/store"
)

// Commands of the rules: what clients ask for, with what Prepare has added.
type (
	createPrepared struct {
		Create
		host   player.Profile
		items  []store.Item
		key    fairness.Key
		token  string
		salt   []byte
		prizes []Prize
	}
	editPrepared struct {
		Edit
		items  []store.Item
		prizes []Prize
	}
	passwordsPrepared struct {
		MakePasswords
		list []string
	}
	joinPrepared struct {
		Join
		who  player.Profile
		done []int64 // of each requirement that is counted outside the room
	}
)

// Idempotency implements room.Keyed.
func (c Create) Idempotency(store.RoomID) (store.PlayerID, string, [32]byte) {
	return c.Host, c.Key, durable.Request(KindCreate, c.Setup, c.Publish)
}

// Idempotency implements room.Keyed.
func (c Edit) Idempotency(id store.RoomID) (store.PlayerID, string, [32]byte) {
	return c.Host, c.Key, durable.Request(KindEdit, id, c.Setup)
}

// Idempotency implements room.Keyed.
func (c Publish) Idempotency(id store.RoomID) (store.PlayerID, string, [32]byte) {
	return c.Host, c.Key, durable.Request(KindPublish, id)
}

// Idempotency implements room.Keyed.
func (c Cancel) Idempotency(id store.RoomID) (store.PlayerID, string, [32]byte) {
	return c.Host, c.Key, durable.Request("roll.cancel", id)
}

// Idempotency implements room.Keyed.
func (c MakePasswords) Idempotency(id store.RoomID) (store.PlayerID, string, [32]byte) {
	return c.Host, c.Key, durable.Request(KindPasswords, id, c.Count)
}

// Idempotency implements room.Keyed.
func (c Join) Idempotency(id store.RoomID) (store.PlayerID, string, [32]byte) {
	return c.Player, c.Key, durable.Request(KindJoin, id)
}

const (
	tasksMax        = 5
	targetMax       = 1_000_000_000
	passwordMin     = 4
	prizeCentsMax   = 1_000_000_000
	wholeCentsMax   = 10_000_000_000
	openAheadSlack  = time.Second // of clocks: a client counts from its own send
	passwordsAtOnce = protocol.RollPasswordsMax
)

// check is what needs neither catalogue nor store. keeps says that there is a password already.
func (s Setup) check(official, keeps bool, now time.Time) error {
	open := time.UnixMilli(s.OpenAtMS)
	prizes := len(s.Items) + len(s.GemsCents) + len(s.House)
	switch {
	case !text(s.Name, 1, protocol.RollNameLength):
		return badSetup("name", fmt.Sprintf("1 to %d characters, none of space around it", protocol.RollNameLength))
	case !text(s.Description, 0, protocol.RollDescriptionLength):
		return badSetup("description", fmt.Sprintf("at most %d characters, none of space around it",
			protocol.RollDescriptionLength))
	case open.Before(now.Add(aheadMin-openAheadSlack)) || open.After(now.Add(aheadMax)):
		return badSetup("openAtMs", fmt.Sprintf("between %s and %s from now", aheadMin, aheadMax))
	case s.JoinMax < 0 || s.JoinMax > EntrantsMax:
		return badSetup("joinMax", fmt.Sprint("0 to ", EntrantsMax))
	case len(s.Tasks) > tasksMax || !s.tasksValid():
		return badSetup("tasks", fmt.Sprintf(
			"at most %d, of different kinds that there are, with targets within bounds", tasksMax))
	case prizes < 1 || prizes > protocol.RollPrizesMax:
		return badSetup("prizes", fmt.Sprint("1 to ", protocol.RollPrizesMax))
	case !official && len(s.House) > 0, official && len(s.Items) > 0:
		return badSetup("prizes", "a streamer gives own items, the house its own")
	case len(slices.Compact(slices.Sorted(slices.Values(s.Items)))) != len(s.Items):
		return badSetup("items", "one is named twice")
	case !s.valuesValid():
		return badSetup("prizes", fmt.Sprintf(
			"each worth 1 to %d cents, gems at most %d together", prizeCentsMax, wholeCentsMax))
	case !s.passwordValid(keeps):
		return badSetup("password", fmt.Sprintf(
			"%d to %d characters where one joins by a password, else none", passwordMin,
			protocol.RollPasswordLength))
	}
	return nil
}

func badSetup(field, reason string) error {
	return apierr.Invalid(protocol.CodeRollSetup, field, reason)
}

func text(s string, least, most int) bool {
	n := utf8.RuneCountInString(s)
	return n >= least && n <= most && strings.TrimSpace(s) == s && utf8.ValidString(s)
}

func (s Setup) tasksValid() bool {
	seen := map[int32]bool{}
	for _, t := range s.Tasks {
		most := int64(targetMax)
		switch t.Kind {
		case protocol.TaskAssists:
			most = assistsMax
		case protocol.TaskVIP:
			most = vip.LevelMax
		}
		if t.Kind < protocol.TaskUpgradeCents || t.Kind > protocol.TaskVIP || t.Target < 1 || t.Target > most ||
			seen[t.Kind] {
			return false
		}
		seen[t.Kind] = true
	}
	return true
}

func (s Setup) valuesValid() bool {
	var sum int64
	for _, cents := range s.GemsCents {
		if cents < 1 || cents > prizeCentsMax {
			return false
		}
		sum += cents
	}
	for _, h := range s.House {
		if h.Def < 1 || h.ValueCents < 1 || h.ValueCents > prizeCentsMax {
			return false
		}
	}
	return sum <= wholeCentsMax
}

func (s Setup) passwordValid(keeps bool) bool {
	switch s.JoinType {
	case protocol.RollJoinOpen, protocol.RollJoinOncePassword:
		return s.Password == ""
	case protocol.RollJoinPassword:
		return s.Password == "" && keeps || text(s.Password, passwordMin, protocol.RollPasswordLength)
	default:
		return false
	}
}

// prizes lists what the setup gives away; items are those of s.Items, in their order.
func (s Setup) prizes(items []store.Item) []Prize {
	var list []Prize
	for _, it := range items {
		list = append(list, Prize{Item: it.ID, Def: it.Def, ValueCents: it.ValueCents})
	}
	for _, h := range s.House {
		list = append(list, Prize{Def: h.Def, ValueCents: h.ValueCents})
	}
	for _, cents := range s.GemsCents {
		list = append(list, Prize{ValueCents: cents})
	}
	return list
}

// put writes a setup into a record.
func (r *Record) put(s Setup, prizes []Prize) {
	r.Name, r.Description, r.JoinType, r.Tasks, r.OpenAtMS = s.Name, s.Description, s.JoinType, slices.Clone(s.Tasks),
		s.OpenAtMS
	r.JoinMax, r.Prizes = s.JoinMax, prizes
	if r.JoinMax == 0 {
		r.JoinMax = EntrantsMax
	}
	switch {
	case s.JoinType != protocol.RollJoinPassword:
		r.Password = nil
	case s.Password != "":
		hash := seal(r.Room, r.Salt, s.Password)
		r.Password = hash[:]
	}
	if s.JoinType != protocol.RollJoinOncePassword {
		r.once = nil
	}
}

// setup is put backwards, without the password.
func (r Record) setup() Setup {
	s := Setup{Name: r.Name, Description: r.Description, JoinType: r.JoinType, Tasks: slices.Clone(r.Tasks),
		OpenAtMS: r.OpenAtMS, JoinMax: r.JoinMax}
	for _, p := range r.Prizes {
		switch {
		case p.Item != 0:
			s.Items = append(s.Items, p.Item)
		case p.Def != 0:
			s.House = append(s.House, HousePrize{p.Def, p.ValueCents})
		default:
			s.GemsCents = append(s.GemsCents, p.ValueCents)
		}
	}
	return s
}
