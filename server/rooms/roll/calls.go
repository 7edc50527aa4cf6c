package roll

import (
	"context"
	"errors"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"time"

	"jadebox/actors/kinds/roll"
	"jadebox/actors/lists/lobby"
	"jadebox/actors/room"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/server/limit"
	"jadebox/store"
)

// A room's password is short: what guards it is how often it may be tried.
var (
	rollPasswordByPlayer  = limit.Rate{Burst: 5, Per: time.Minute} // and room
	rollPasswordByAddress = limit.Rate{Burst: 60, Per: 5 * time.Minute}
)

func calls(to call.Edge, on *call.Site) {
	s := site{on}
	call.Add(to, call.Route{Name: "roll.home", Method: http.MethodGet, Path: "/api/home/rooms", Access: call.Anyone,
		Summary: "Open roll rooms for the home page, the next draw first."}, s.homeRolls)
	call.Add(to, call.Route{Name: "roll.list", Method: http.MethodGet, Path: "/api/roll/room/home/list",
		Access:  call.Anyone,
		Summary: "Open roll rooms by type: 0 official, 1 streamer; without one all."}, s.listRolls)
	call.Add(to, call.Route{Name: "roll.rooms", Method: http.MethodGet, Path: "/api/roll/room/rooms",
		Access:  call.Viewer,
		Summary: "Roll rooms by page: ended ones, or those that the caller has joined.",
		Errors:  []protocol.Code{protocol.CodeTokenInvalid}}, s.pageRolls)
	call.Add(to, call.Route{Name: "roll.status", Method: http.MethodGet, Path: "/api/roll/room/user/status",
		Access:  call.NeedsPlayer,
		Summary: "The latest rooms that the player has joined."}, s.rollStatus)
	call.Add(to, call.Route{Name: "roll.join", Method: http.MethodPost, Path: "/api/roll/room/join/room",
		Access: call.Keyed, Plays: true, Summary: "Enters a roll room.",
		Errors: []protocol.Code{protocol.CodeRollGone, protocol.CodeRollJoined, protocol.CodeRollClosed,
			protocol.CodeRollPassword, protocol.CodeRollFull,
			protocol.CodeRollHost, protocol.CodeRollTask, protocol.CodeRateLimited, protocol.CodeBusy,
			protocol.CodeTimeout},
		ErrorData: map[protocol.Code]reflect.Type{protocol.CodeRollTask: reflect.TypeFor[[]TaskItem]()}}, s.joinRoll)
	call.Add(to, call.Route{Name: "roll.view", Method: http.MethodGet, Path: "/api/roll/room/{id}", Access: call.Viewer,
		Summary: "A roll room as the caller may see it.", Errors: []protocol.Code{protocol.CodeRollGone,
			protocol.CodeRollToken}}, s.viewRoll)
	call.Add(to, call.Route{Name: "roll.joined", Method: http.MethodGet, Path: "/api/roll/room/{id}/joined",
		Access:  call.Viewer,
		Summary: "The roster by page, latest place first.", Errors: []protocol.Code{protocol.CodeRollGone}},
		s.rollRoster)
	s.studio(to)
	s.welfare(to)
}

// RollRow is spec §3 "Roll room" with the fields of the socket's summary.
type RollRow struct {
	RollTime int64    `json:"rollTime" doc:"ms; published"`
	OpenTime int64    `json:"openTime" doc:"ms; the draw"`
	PrizeImg []string `json:"prizeImg"`
	Image    string   `json:"image"`
	Type     int      `json:"type" enum:"0,1" doc:"0 official, 1 streamer"`

	protocol.RollSummary
}

func (s site) rollRow(c protocol.RollSummary) RollRow {
	row := RollRow{RollTime: c.AtMS, OpenTime: c.OpenAtMS, PrizeImg: []string{}, RollSummary: c}
	if c.Streamer {
		row.Type = 1
	}
	for _, p := range c.Prizes {
		if def, ok := s.Catalog.Item(store.DefID(p.Def)); ok {
			row.PrizeImg = append(row.PrizeImg, def.Image)
		}
	}
	if len(row.PrizeImg) > 0 {
		row.Image = row.PrizeImg[0]
	}
	return row
}

// openRolls lists published rooms that are not over, the next draw first.
func (s site) openRolls(ctx context.Context) ([]protocol.RollSummary, error) {
	return directory.Ask[[]protocol.RollSummary](ctx, s.Directory, roll.LobbyKind, lobby.ID, lobby.List{})
}

const homeRollsMax = 8

func (s site) homeRolls(ctx context.Context, _ *call.Caller, _ call.None) ([]RollRow, error) {
	summaries, err := s.openRolls(ctx)
	return s.rollRows(summaries[:min(len(summaries), homeRollsMax)]), err
}

func (s site) rollRows(summaries []protocol.RollSummary) []RollRow {
	rows := make([]RollRow, len(summaries))
	for i, c := range summaries {
		rows[i] = s.rollRow(c)
	}
	return rows
}

// RollQuery filters the list.
type RollQuery struct {
	Type *int `json:"-" query:"type" enum:"0,1"`
}

func (s site) listRolls(ctx context.Context, _ *call.Caller, in RollQuery) ([]RollRow, error) {
	summaries, err := s.openRolls(ctx)
	if err != nil {
		return nil, err
	}
	if in.Type != nil {
		summaries = slices.DeleteFunc(slices.Clone(summaries),
			func(c protocol.RollSummary) bool { return c.Streamer != (*in.Type == 1) })
	}
	return s.rollRows(summaries), nil
}

// RollPageQuery pages rooms.
type RollPageQuery struct {
	call.Page
	Scope string `json:"-" query:"scope" enum:"ended,mine" doc:"ended rooms of everybody, or rooms that the caller has joined"`
}

// RollRecord is a room with what it was for the caller.
type RollRecord struct {
	RollRow
	Me  *protocol.RollEntrant `json:"me"`
	Won []protocol.RollPrize  `json:"won"`
}

// RollPage is a page of rooms.
type RollPage struct {
	Records []RollRecord `json:"records"`
	Total   int          `json:"total"`
	Current int          `json:"current"`
}

const rollListSize = 12

func (s site) pageRolls(ctx context.Context, c *call.Caller, in RollPageQuery) (RollPage, error) {
	at, err := in.Of(rollListSize)
	if err != nil {
		return RollPage{}, err
	}
	switch in.Scope {
	case "", "ended":
		rooms, total, err := s.Store.FinalRooms(ctx, roll.Kind, "", at)
		if err != nil {
			return RollPage{}, err
		}
		return s.rollPage(rooms, total, at, c.Player(), func(r roll.RecordRow) bool { return true })
	case "mine":
		if c.Player() == 0 {
			return RollPage{}, apierr.New(protocol.CodeTokenInvalid)
		}
		return s.ownRolls(ctx, c.Player(), at, func(r roll.RecordRow) bool { return !r.Hosted })
	default:
		return RollPage{}, apierr.Invalid(protocol.CodeBadRequest, "scope", "no such list")
	}
}

func (s site) ownRolls(ctx context.Context, p store.PlayerID, at store.Page, show func(roll.RecordRow) bool) (RollPage,
	error) {
	rooms, total, err := s.Store.PlayerRooms(ctx, roll.Kind, p, at)
	if err != nil {
		return RollPage{}, err
	}
	return s.rollPage(rooms, total, at, p, show)
}

// rollPage reads stored rooms. A page that holds rooms not shown is shorter, so that pages stay where they are.
func (s site) rollPage(rooms []store.Room, total int, at store.Page, p store.PlayerID,
	show func(roll.RecordRow) bool) (RollPage, error) {
	out := RollPage{Records: []RollRecord{}, Total: total, Current: at.Offset/at.Limit + 1}
	for _, r := range rooms {
		_, public, err := roll.SummaryOf(r)
		if err != nil {
			return RollPage{}, err
		}
		row, err := roll.RecordOf(r, p)
		if err != nil {
			return RollPage{}, err
		}
		if (public || row.Hosted) && show(row) {
			out.Records = append(out.Records, RollRecord{RollRow: s.rollRow(row.Summary), Me: row.Me, Won: row.Won})
		}
	}
	return out, nil
}

// JoinedRoll is one line of the player's status.
type JoinedRoll struct {
	RollID string `json:"rollId"`
	Status string `json:"status"`
}

func (s site) rollStatus(ctx context.Context, c *call.Caller, _ call.None) ([]JoinedRoll, error) {
	rooms, _, err := s.Store.PlayerRooms(ctx, roll.Kind, c.Player(), store.Page{Limit: call.PageSizeMax})
	if err != nil {
		return nil, err
	}
	out := []JoinedRoll{}
	for _, r := range rooms {
		summary, _, err := roll.SummaryOf(r)
		if err != nil {
			return nil, err
		}
		if summary.HostID != strconv.FormatInt(int64(c.Player()), 10) {
			out = append(out, JoinedRoll{summary.ID, summary.Status})
		}
	}
	return out, nil
}

// JoinRoll is spec §7's payload: SpreadCode is of the player whose link was followed, VCode the room's password.
type JoinRoll struct {
	RoomID     call.ID `json:"roomId"`
	SpreadCode string  `json:"spreadCode,omitempty" maxLength:"32"`
	VCode      string  `json:"vcode,omitempty" maxLength:"32"`
}

func (s site) joinRoll(ctx context.Context, c *call.Caller, in JoinRoll) (protocol.RollSnapshot, error) {
	switch {
	case in.RoomID <= 0:
		return protocol.RollSnapshot{}, apierr.New(protocol.CodeRollGone)
	case call.TooLong(in.SpreadCode, call.SpreadCodeMax):
		return protocol.RollSnapshot{}, apierr.Invalid(protocol.CodeBadRequest, "spreadCode", "too long")
	case call.TooLong(in.VCode, protocol.RollPasswordLength):
		return protocol.RollSnapshot{}, apierr.New(protocol.CodeRollPassword)
	}
	if in.VCode != "" {
		who := strconv.FormatInt(int64(c.Player()), 10) + ":" + strconv.FormatInt(int64(in.RoomID), 10)
		if err := s.Limit(ctx, c, "roll:password:"+who, rollPasswordByPlayer); err != nil {
			return protocol.RollSnapshot{}, err
		}
		if err := s.Limit(ctx, c, "roll:password:"+call.Network(c.Address), rollPasswordByAddress); err != nil {
			return protocol.RollSnapshot{}, err
		}
	}
	if err := s.MayPlay(ctx,
		c.Player()); err != nil { // nothing is staked, but a lot is drawn: not allowed during a pause
		return protocol.RollSnapshot{}, err
	}
	sharer, err := s.sharer(ctx, in.SpreadCode)
	if err != nil {
		return protocol.RollSnapshot{}, err
	}
	snap, err := s.askRoll(ctx, in.RoomID, roll.Join{Key: c.Key, Player: c.Player(), Password: in.VCode,
		Sharer: sharer})
	if unmet, ok := errors.AsType[*roll.Unmet](err); ok {
		return snap, call.With(err, s.taskItems(unmet.Tasks, c.Language))
	}
	return snap, err
}

// sharer is who a link was from; an unknown code counts for no player.
func (s site) sharer(ctx context.Context, code string) (store.PlayerID, error) {
	if code == "" {
		return 0, nil
	}
	p, err := s.Store.PlayerBySpreadCode(ctx, code)
	if errors.Is(err, store.ErrNotFound) {
		return 0, nil
	}
	return p.ID, err
}

// RollView asks for a room; Token is the overlay's.
type RollView struct {
	ID    call.ID `json:"id,omitzero" path:"id"`
	Token string  `json:"-" query:"token" maxLength:"32"`
}

func (s site) viewRoll(ctx context.Context, c *call.Caller, in RollView) (protocol.RollSnapshot, error) {
	return s.askRoll(ctx, in.ID, roll.View{Viewer: c.Player(), Token: in.Token})
}

// RosterQuery pages the roster of a room.
type RosterQuery struct {
	call.Page
	ID call.ID `json:"id,omitzero" path:"id"`
}

// RollRoster is a page of entrants.
type RollRoster struct {
	Records []protocol.RollEntrant `json:"records"`
	Total   int                    `json:"total"`
	Current int                    `json:"current"`
}

func (s site) rollRoster(ctx context.Context, c *call.Caller, in RosterQuery) (RollRoster, error) {
	at, err := in.Of(call.PageSizeMax)
	if err != nil {
		return RollRoster{}, err
	}
	p, err := directory.Ask[roll.RosterPage](ctx, s.Directory, roll.Kind, room.ID(store.RoomID(in.ID)),
		roll.Roster{Viewer: c.Player(), Offset: at.Offset, Limit: at.Limit})
	return RollRoster{Records: p.Entrants, Total: p.Total, Current: at.Offset/at.Limit + 1}, err
}

func (s site) askRoll(ctx context.Context, id call.ID, msg any) (protocol.RollSnapshot, error) {
	return directory.Ask[protocol.RollSnapshot](ctx, s.Directory, roll.Kind, room.ID(store.RoomID(id)), msg)
}
