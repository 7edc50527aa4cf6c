package rain

import (
	"context"
	"net/http"

	"jadebox/actors/kinds/rain"
	"jadebox/actors/player"
	"jadebox/actors/runtime/directory"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
)

func calls(to call.Edge, on *call.Site) {
	s := site{on, &admitted{}}
	call.Add(to, call.Route{Name: "rain.envelope", Method: http.MethodGet, Path: "/api/activity/red/envelope",
		Access:  call.NeedsPlayer,
		Summary: "The player's packets of the rain that is coming or falling; each can be claimed once, from its time on."}, s.redEnvelope)
	call.Add(to, call.Route{Name: "rain.amount", Method: http.MethodGet, Path: "/api/activity/red/amount",
		Access:  call.NeedsPlayer,
		Summary: "What the player got in the rain that is falling, or else in the last one."}, s.redAmount)
	call.Add(to, call.Route{Name: "rain.next", Method: http.MethodGet, Path: "/api/activity/red/next/time",
		Access:  call.Anyone,
		Summary: "When it rains next, and the rain that is coming or falling."}, s.redNext)
	call.Add(to, call.Route{Name: "rain.claim", Method: http.MethodPost, Path: "/api/activity/red/claim",
		Access: call.Keyed, Summary: "Claims one packet.",
		Errors: []protocol.Code{protocol.CodeRainPacket, protocol.CodeRainEarly, protocol.CodeRainOver,
			protocol.CodeRainSpent, protocol.CodeRainCap,
			protocol.CodeRainEmpty, protocol.CodeGiftIdentity, protocol.CodeGiftPlay, protocol.CodeBusy,
			protocol.CodeTimeout}}, s.claimPacket)
}

// RedPacket is one of a player's packets.
type RedPacket struct {
	ID         string        `json:"id"`
	OpensAtMS  int64         `json:"opensAtMs"`
	Claimed    bool          `json:"claimed"`
	Amount     protocol.Gems `json:"amount"` // gems; 0 until claimed
	ValueCents int64         `json:"valueCents"`
	ResultID   string        `json:"resultId" doc:"of the proof; empty until claimed"`
}

// RedEnvelope is a rain as one player may see it. Time and duration are those of the pushed message (product-spec §7).
type RedEnvelope struct {
	Time     int64               `json:"time" doc:"seconds until the rain ends; below 1: there is none"`
	Duration int64               `json:"duration" doc:"seconds"`
	Round    *protocol.RainRound `json:"round"`
	Packets  []RedPacket         `json:"packets"`
	Amount   protocol.Gems       `json:"amount"`
}

func (s site) scheduler(ctx context.Context) (protocol.RainSnapshot, error) {
	return directory.Ask[protocol.RainSnapshot](ctx, s.Directory, rain.SchedulerKind, rain.SchedulerID, rain.Now{})
}

func (s site) redEnvelope(ctx context.Context, c *call.Caller, _ call.None) (RedEnvelope, error) {
	now, err := s.scheduler(ctx)
	if err != nil || now.Round == nil {
		return RedEnvelope{Packets: []RedPacket{}}, err
	}
	return s.envelope(ctx, c, now.Round.ID)
}

func (s site) envelope(ctx context.Context, c *call.Caller, round string) (RedEnvelope, error) {
	seen, err := directory.Ask[rain.Seen](ctx, s.Directory, rain.Kind, round, rain.View{Viewer: c.Player()})
	if err != nil {
		return RedEnvelope{}, err
	}
	e := RedEnvelope{Round: &seen.Round, Duration: seen.Round.DurationMS / 1000, Packets: []RedPacket{},
		Amount: protocol.Gems(seen.TotalCents)}
	if seen.Round.Status == protocol.RainStatusFalling {
		e.Time = max(seen.Round.EndsAtMS-s.Now().UnixMilli()+999, 0) / 1000
	}
	for _, p := range seen.Packets {
		packet := RedPacket{ID: p.ID, OpensAtMS: p.OpensAtMS, Claimed: p.Claimed, Amount: protocol.Gems(p.ValueCents),
			ValueCents: p.ValueCents}
		if p.Claimed {
			packet.ResultID = rain.ResultID(seen.Round.ID, p.Place)
		}
		e.Packets = append(e.Packets, packet)
	}
	return e, nil
}

// RedAmount is what a player got in one rain.
type RedAmount struct {
	Round  *protocol.RainRound `json:"round"`
	Amount protocol.Gems       `json:"amount"`
	Claims []RedPacket         `json:"claims"`
}

func (s site) redAmount(ctx context.Context, c *call.Caller, _ call.None) (RedAmount, error) {
	none := RedAmount{Claims: []RedPacket{}}
	now, err := s.scheduler(ctx)
	if err != nil {
		return none, err
	}
	round := now.Round
	if round == nil {
		round = now.Last
	}
	if round == nil {
		return none, nil
	}
	e, err := s.envelope(ctx, c, round.ID)
	if err != nil {
		return none, err
	}
	got := RedAmount{Round: e.Round, Amount: e.Amount, Claims: []RedPacket{}}
	for _, p := range e.Packets {
		if p.Claimed {
			got.Claims = append(got.Claims, p)
		}
	}
	return got, nil
}

// RedNext is when it rains.
type RedNext struct {
	protocol.RainSnapshot
	Time int64 `json:"time" doc:"seconds until the next rain; 0: not known"`
}

func (s site) redNext(ctx context.Context, _ *call.Caller, _ call.None) (RedNext, error) {
	now, err := s.scheduler(ctx)
	next := RedNext{RainSnapshot: now}
	if now.NextAtMS > 0 {
		next.Time = max(now.NextAtMS-s.Now().UnixMilli()+999, 0) / 1000
	}
	return next, err
}

// ClaimPacket names a packet of a rain.
type ClaimPacket struct {
	Round  call.ID `json:"round"`
	Packet string  `json:"packet" maxLength:"32"`
}

// ClaimedPacket is a packet that is the player's, durable before it is shown.
type ClaimedPacket struct {
	Packet     string        `json:"packet"`
	Place      int           `json:"place" doc:"in the list whose root was published before the rain"`
	Amount     protocol.Gems `json:"amount"`
	ValueCents int64         `json:"valueCents"`
	TotalCents int64         `json:"totalCents"`
	Claims     int           `json:"claims"`
	ResultID   string        `json:"resultId"`
	Repeated   bool          `json:"repeated" doc:"it was claimed before, and this answer tells what it brought then"`
}

func (s site) claimPacket(ctx context.Context, c *call.Caller, in ClaimPacket) (ClaimedPacket, error) {
	round, err := in.Round.MarshalText()
	if err != nil {
		return ClaimedPacket{}, err
	}
	if err := s.asks(ctx, c.Player()); err != nil {
		return ClaimedPacket{}, err
	}
	bot, err := directory.Ask[bool](ctx, s.Directory, player.Kind, player.ID(c.Player()), player.Housed{})
	if err != nil {
		return ClaimedPacket{}, err
	}
	got, err := directory.Ask[rain.Claimed](ctx, s.Directory, rain.Kind, string(round),
		rain.Claim{Key: c.Key, Player: c.Player(), Bot: bot, Packet: in.Packet})
	if err != nil {
		return ClaimedPacket{}, err
	}
	return ClaimedPacket{Packet: got.Packet, Place: got.Place, Amount: protocol.Gems(got.ValueCents),
		ValueCents: got.ValueCents, TotalCents: got.TotalCents,
		Claims: got.Claims, ResultID: rain.ResultID(string(round), got.Place), Repeated: got.Repeated}, nil
}
