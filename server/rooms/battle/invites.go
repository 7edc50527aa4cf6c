package battle

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"jadebox/actors/kinds/battle"
	"jadebox/actors/lists/feed"
	"jadebox/actors/player"
	"jadebox/actors/room"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/server/limit"
	"jadebox/store"
)

// Who may invite how often (docs/rules.md, "Battles"). By player, so that a second room makes no second minute.
var (
	inviteSite = limit.Rate{Burst: 1, Per: protocol.InviteSiteMS * time.Millisecond}
	inviteOne  = limit.Rate{Burst: 1, Per: protocol.InviteOneMS * time.Millisecond}
)

func (s site) invites(to call.Edge) {
	refusals := []protocol.Code{protocol.CodeInviteRoom, protocol.CodeInvitePause}
	call.Add(to, call.Route{Name: "battle.invite", Method: http.MethodPost, Path: "/api/battle/{id}/invite",
		Access:  call.NeedsPlayer,
		Summary: "The host of a waiting battle invites one player, by public name or spread code.",
		Errors:  append([]protocol.Code{protocol.CodeInviteWho}, refusals...)}, s.inviteOne)
	call.Add(to, call.Route{Name: "battle.inviteAll", Method: http.MethodPost, Path: "/api/battle/{id}/invite/all",
		Access:  call.NeedsPlayer,
		Summary: "The host of a waiting public battle invites everybody who is there; once a minute.",
		Errors:  refusals}, s.inviteAll)
}

// InviteOne names who is invited.
type InviteOne struct {
	ID     call.ID `json:"id,omitzero" path:"id"`
	Player string  `json:"player" maxLength:"32" doc:"public name or spread code"`
}

// Invited is how long to wait before the next invite of this kind.
type Invited struct {
	NextMS int64 `json:"nextMs"`
}

func (s site) inviteOne(ctx context.Context, c *call.Caller, in InviteOne) (Invited, error) {
	invite, _, err := s.invitation(ctx, c, in.ID)
	if err != nil {
		return Invited{}, err
	}
	// The pause comes before the look-up: a caller that probes for names is slowed down as well.
	if err := s.pause(ctx, "invite:one:", c.Player(), inviteOne); err != nil {
		return Invited{}, err
	}
	guest, err := s.Store.PlayerByName(ctx, in.Player)
	if err == nil && !strings.EqualFold(guest.Name, in.Player) { // the login name is not to be tried by others
		err = store.ErrNotFound
	}
	if errors.Is(err, store.ErrNotFound) {
		guest, err = s.Store.PlayerBySpreadCode(ctx, in.Player)
	}
	switch {
	case errors.Is(err, store.ErrNotFound), err == nil && (guest.ID == c.Player() || guest.Bot):
		return Invited{}, apierr.New(protocol.CodeInviteWho)
	case err != nil:
		return Invited{}, err
	}
	s.Directory.Post(player.Kind, player.ID(guest.ID), player.Invited{Invite: invite}, nil)
	return Invited{protocol.InviteOneMS}, nil
}

func (s site) inviteAll(ctx context.Context, c *call.Caller, in call.ByID) (Invited, error) {
	invite, private, err := s.invitation(ctx, c, in.ID)
	if err != nil {
		return Invited{}, err
	}
	if private { // its code would be public
		return Invited{}, apierr.New(protocol.CodeInviteRoom)
	}
	if err := s.pause(ctx, "invite:site:", c.Player(), inviteSite); err != nil {
		return Invited{}, err
	}
	s.Directory.Post(feed.Kind, feed.ID, feed.Invite{Invite: invite}, nil)
	return Invited{protocol.InviteSiteMS}, nil
}

// invitation is what the host of a waiting battle has to offer.
func (s site) invitation(ctx context.Context, c *call.Caller, id call.ID) (in protocol.Invite, private bool,
	err error) {
	view, err := directory.Ask[protocol.BattleSnapshot](ctx, s.Directory, battle.Kind, room.ID(store.RoomID(id)),
		battle.View{Viewer: c.Player()})
	switch code := apierr.Code(err); {
	case code == protocol.CodeBattleGone, code == protocol.CodeBattleCode:
		return in, false, apierr.New(protocol.CodeInviteRoom)
	case err != nil:
		return in, false, err
	}
	host := strconv.FormatInt(int64(c.Player()), 10)
	if view.HostID != host || view.Summary.Status != protocol.BattleWaiting {
		return in, false, apierr.New(protocol.CodeInviteRoom)
	}
	who, err := directory.Ask[player.Profile](ctx, s.Directory, player.Kind, host, player.GetProfile{})
	if err != nil {
		return in, false, err
	}
	return protocol.Invite{RoomID: view.Summary.ID, Name: who.Name, Avatar: who.Avatar,
		RoomPriceCents: view.Summary.EntryCents, Code: view.Code, HostID: host}, view.Summary.Private, nil
}

func (s site) pause(ctx context.Context, what string, p store.PlayerID, r limit.Rate) error {
	retry, err := s.Limits.Take(ctx, what+strconv.FormatInt(int64(p), 10), r)
	if err != nil {
		return apierr.Wrap(protocol.CodeBusy, err)
	}
	if retry > 0 {
		return call.Later(apierr.New(protocol.CodeInvitePause), retry)
	}
	return nil
}
