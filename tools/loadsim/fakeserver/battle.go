package fakeserver

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"jadebox/protocol"
)

type battle struct {
	protocol.BattleSnapshot
	players []*user // by seat, nil = free or bot
}

// Short, since tests wait for them: a round, and how long the host of a room waits before the house may fill it.
const (
	roundMS    = 20
	botsFromMS = 50
)

func (b *battle) snapshot() protocol.BattleSnapshot {
	s := b.BattleSnapshot
	s.Summary.Seats, s.Rounds = slices.Clone(s.Summary.Seats), slices.Clone(s.Rounds)
	s.ServerTimeMS = time.Now().UnixMilli()
	return s
}

func (s *Server) play(u *user, path string, body []byte) (any, protocol.Code) {
	if path == "create" {
		return s.found(u, body)
	}
	id, action, _ := strings.Cut(path, "/")
	b := s.battles[id]
	if b == nil {
		return nil, protocol.CodeBattleGone
	}
	seat := slices.Index(b.players, u)
	switch {
	case b.Summary.Status != protocol.BattleWaiting:
		return nil, protocol.CodeBattleStarted
	case action == "join" && seat >= 0:
		return nil, protocol.CodeBattleJoined
	case action == "join":
		if !slices.ContainsFunc(b.Summary.Seats, func(s protocol.Seat) bool { return s.PlayerID == "" }) {
			return nil, protocol.CodeBattleFull
		}
		s.takeSeat(b, slices.IndexFunc(b.Summary.Seats, func(s protocol.Seat) bool { return s.PlayerID == "" }), u)
	case seat < 0:
		return nil, protocol.CodeBattleSeat
	case action == "leave" && seat == 0:
		s.void(b)
		return b.snapshot(), protocol.OK
	case action == "leave":
		s.leave(b, seat, u)
	case action == "bots":
		for i := range b.Summary.Seats {
			if b.Summary.Seats[i].PlayerID == "" {
				b.Summary.Seats[i] = protocol.Seat{Seat: uint8(i), PlayerID: fmt.Sprint(1<<40 + i), Name: "bot",
					Bot: true}
				s.tell(b, protocol.EventBattleSeat, &protocol.SeatChanged{Seat: b.Summary.Seats[i]})
			}
		}
	default:
		return nil, protocol.CodeNotFound
	}
	if !slices.ContainsFunc(b.Summary.Seats, func(s protocol.Seat) bool { return s.PlayerID == "" }) {
		go s.run(b)
	}
	return b.snapshot(), protocol.OK
}

func (s *Server) found(u *user, body []byte) (any, protocol.Code) {
	var m struct {
		Boxes      []int32
		Seats      int
		Mode       string
		PriceCents int64
	}
	if json.Unmarshal(body, &m) != nil || m.PriceCents != int64(len(m.Boxes))*boxCents {
		return nil, protocol.CodeBattleSetup
	}
	s.ids++
	b := &battle{players: make([]*user, m.Seats)}
	b.RoundMS, b.BotsFromMS = roundMS, time.Now().UnixMilli()+botsFromMS
	b.Summary = protocol.BattleSummary{ID: fmt.Sprint(s.ids), Mode: m.Mode, Status: protocol.BattleWaiting,
		SeatCount: uint8(m.Seats), Boxes: m.Boxes, EntryCents: m.PriceCents}
	for i := range m.Seats {
		b.Summary.Seats = append(b.Summary.Seats, protocol.Seat{Seat: uint8(i)})
	}
	s.battles[b.Summary.ID] = b
	s.takeSeat(b, 0, u)
	return map[string]string{"battleId": b.Summary.ID, "code": ""}, protocol.OK
}

func (s *Server) takeSeat(b *battle, seat int, u *user) {
	u.cents -= b.Summary.EntryCents
	s.tellWallet(u)
	b.players[seat] = u
	b.Summary.Seats[seat] = protocol.Seat{Seat: uint8(seat), PlayerID: u.id, Name: u.name}
	s.tell(b, protocol.EventBattleSeat, &protocol.SeatChanged{Seat: b.Summary.Seats[seat]})
	s.list(b)
}

func (s *Server) leave(b *battle, seat int, u *user) {
	u.cents += b.Summary.EntryCents
	s.tellWallet(u)
	b.players[seat] = nil
	b.Summary.Seats[seat] = protocol.Seat{Seat: uint8(seat)}
	s.tell(b, protocol.EventBattleSeat, &protocol.SeatChanged{Seat: b.Summary.Seats[seat]})
	s.list(b)
}

// void ends a room whose host leaves: every player is paid back.
func (s *Server) void(b *battle) {
	for _, u := range b.players {
		if u != nil {
			u.cents += b.Summary.EntryCents
			s.tellWallet(u)
		}
	}
	b.Summary.Status, b.VoidReason = protocol.BattleVoid, "hostLeft"
	s.tell(b, protocol.EventBattleVoided, &protocol.BattleVoided{Reason: b.VoidReason})
	s.publish(protocol.TopicLobby, protocol.EventBattleGone, &protocol.BattleGone{ID: b.Summary.ID})
}

func (s *Server) list(b *battle) {
	summary := b.snapshot().Summary
	s.publish(protocol.TopicLobby, protocol.EventBattleSummary, &summary)
}

func (s *Server) tell(b *battle, kind uint16, body codec) {
	s.publish(protocol.BattleTopic(b.Summary.ID), kind, body)
}

// run plays a full room to its end.
func (s *Server) run(b *battle) {
	steps := []func(){
		func() {
			b.Summary.Status, b.LockedAtMS = protocol.BattleCountdown, 1
			s.tell(b, protocol.EventBattleLocked, &protocol.BattleLocked{LockedAtMS: 1})
		},
		func() {
			b.Summary.Status, b.StartedAtMS = protocol.BattleRunning, 2
			s.tell(b, protocol.EventBattleStarted, &protocol.BattleStarted{StartedAtMS: 2, RoundMS: roundMS})
		},
	}
	for i := range b.Summary.Boxes {
		steps = append(steps, func() { s.round(b, int32(i)) })
	}
	for _, step := range append(steps, func() { s.settle(b) }) {
		time.Sleep(roundMS * time.Millisecond)
		s.mu.Lock()
		step()
		s.list(b)
		s.mu.Unlock()
	}
}

func (s *Server) round(b *battle, index int32) {
	r := protocol.Round{Index: index}
	for seat := range b.Summary.Seats {
		r.Results = append(r.Results, protocol.SeatResult{Seat: uint8(seat), Def: 1, ValueCents: itemCents +
			int64(seat)})
	}
	b.Rounds = append(b.Rounds, r)
	b.Summary.Round = index + 1
	s.tell(b, protocol.EventBattleRound, &r)
}

// settle lets the last seat win, which drew the most.
func (s *Server) settle(b *battle) {
	s.ids++
	if s.bug == NeverSettle && s.ids%3 == 0 {
		return
	}
	winner := len(b.players) - 1
	result := protocol.Settled{Totals: make([]int64, len(b.players)), Winners: []int32{int32(winner)}}
	won := protocol.Won{Seat: uint8(winner)}
	for _, r := range b.Rounds {
		for _, x := range r.Results {
			result.Totals[x.Seat] += x.ValueCents
			result.PotCents += x.ValueCents
			s.ids++
			id := fmt.Sprint(s.ids << 7)
			won.Items, won.Defs = append(won.Items, id), append(won.Defs, x.Def)
			if p := b.players[winner]; p != nil && s.bug != UnpaidWinner {
				p.items[id] = x.ValueCents
			}
		}
	}
	result.Won = append(result.Won, won)
	for seat, p := range b.players {
		if p != nil {
			if seat != winner {
				p.cents++
				result.Won = append(result.Won, protocol.Won{Seat: uint8(seat), PaidCents: 1})
			}
			s.tellWallet(p)
		}
	}
	b.Summary.Status, b.Result = protocol.BattleFinished, &result
	s.tell(b, protocol.EventBattleSettled, &result)
	s.publish(protocol.TopicLobby, protocol.EventBattleGone, &protocol.BattleGone{ID: b.Summary.ID})
}
