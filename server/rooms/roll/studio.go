package roll

import (
	"context"
	"net/http"

	"jadebox/actors/kinds/roll"
	"jadebox/actors/room"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/store"
)

// The studio is where accounts with the streamer role open roll rooms of their own.
func (s site) studio(to call.Edge) {
	setup := []protocol.Code{protocol.CodeStreamer, protocol.CodeRollSetup, protocol.CodeItemForeign,
		protocol.CodeItemState, protocol.CodeFunds,
		protocol.CodePayDebt, protocol.CodeToPlay, protocol.CodeBusy, protocol.CodeTimeout}
	change := []protocol.Code{protocol.CodeStreamer, protocol.CodeRollGone, protocol.CodeRollHost,
		protocol.CodeRollState, protocol.CodeBusy, protocol.CodeTimeout}
	call.Add(to, call.Route{Name: "studio.rolls", Method: http.MethodGet, Path: "/api/studio/rolls",
		Access:  call.NeedsPlayer,
		Summary: "The streamer's own roll rooms, newest first.", Errors: change[:1]}, s.studioRolls)
	call.Add(to, call.Route{Name: "studio.create", Method: http.MethodPost, Path: "/api/studio/roll/create",
		Access: call.Keyed, Plays: true,
		Summary: "Makes a draft; its prizes go into escrow.", Errors: setup}, s.createRoll)
	call.Add(to, call.Route{Name: "studio.setup", Method: http.MethodGet, Path: "/api/studio/roll/{id}",
		Access:  call.NeedsPlayer,
		Summary: "The setup of an own room, without its password.", Errors: change[:2]}, s.rollSetup)
	call.Add(to, call.Route{Name: "studio.edit", Method: http.MethodPost, Path: "/api/studio/roll/{id}/edit",
		Access: call.Keyed, Plays: true,
		Summary: "Replaces the setup of a draft.", Errors: append(setup[:len(setup):len(setup)],
			change[1:4]...)}, s.editRoll)
	call.Add(to, call.Route{Name: "studio.publish", Method: http.MethodPost, Path: "/api/studio/roll/{id}/publish",
		Access: call.Keyed, StepUp: true,
		Summary: "Opens a draft for joining: from then on others can win its prizes.", Errors: append(change[:len(change):len(change)],
			protocol.CodeRollSetup)}, s.publishRoll)
	call.Add(to, call.Route{Name: "studio.cancel", Method: http.MethodPost, Path: "/api/studio/roll/{id}/cancel",
		Access:  call.Keyed,
		Summary: "Ends a room before its draw; every prize goes back.", Errors: change}, s.cancelRoll)
	call.Add(to, call.Route{Name: "studio.passwords", Method: http.MethodPost, Path: "/api/studio/roll/{id}/passwords",
		Access:  call.Keyed,
		Summary: "Makes one-time passwords; those not used yet are replaced. They are shown once.",
		Errors:  append(change[:len(change):len(change)], protocol.CodeRollSetup)}, s.makePasswords)
}

// streamer refuses accounts without the role. It is read from the store, so that granting works at once.
func (s site) streamer(ctx context.Context, c *call.Caller) error {
	p, err := s.Store.LoadPlayer(ctx, c.Player())
	if err == nil && !p.Roles.Has(store.RoleStreamer) {
		err = apierr.New(protocol.CodeStreamer)
	}
	return err
}

func (s site) studioRolls(ctx context.Context, c *call.Caller, in call.Page) (RollPage, error) {
	if err := s.streamer(ctx, c); err != nil {
		return RollPage{}, err
	}
	at, err := in.Of(rollListSize)
	if err != nil {
		return RollPage{}, err
	}
	return s.ownRolls(ctx, c.Player(), at, func(r roll.RecordRow) bool { return r.Hosted })
}

// RollTask is a requirement of a room.
type RollTask struct {
	Kind   int32 `json:"kind"`
	Target int64 `json:"target" minimum:"1"`
}

// RollSetup is what a streamer chooses.
type RollSetup struct {
	Name        string     `json:"name" minLength:"1" maxLength:"40"`
	Description string     `json:"description,omitempty" maxLength:"400"`
	JoinType    string     `json:"joinType" enum:"roll_join_open,roll_join_password,roll_join_once_password"`
	Password    string     `json:"password,omitempty" maxLength:"32" doc:"4 to 32 characters; empty in an edit keeps the old one"`
	Tasks       []RollTask `json:"tasks,omitempty" maxItems:"5"`
	OpenAtMS    int64      `json:"openAtMs" doc:"the draw, at least 20 s ahead"`
	JoinMax     int        `json:"joinMax,omitempty" minimum:"0" maximum:"5000" doc:"0: as many as a room takes"`
	Items       []call.ID  `json:"items,omitempty" maxItems:"50" doc:"own items to give away"`
	GemsCents   []int64    `json:"gemsCents,omitempty" maxItems:"50" doc:"a prize each"`
}

func (s RollSetup) setup() roll.Setup {
	out := roll.Setup{Name: s.Name, Description: s.Description, JoinType: s.JoinType, Password: s.Password,
		OpenAtMS: s.OpenAtMS, JoinMax: s.JoinMax, GemsCents: s.GemsCents}
	for _, t := range s.Tasks {
		out.Tasks = append(out.Tasks, protocol.RollTask(t))
	}
	for _, id := range s.Items {
		out.Items = append(out.Items, store.ItemID(id))
	}
	return out
}

// NewRoll is a room that was made.
type NewRoll struct {
	RollID call.ID `json:"rollId"`
}

func (s site) createRoll(ctx context.Context, c *call.Caller, in RollSetup) (NewRoll, error) {
	if err := s.streamer(ctx, c); err != nil {
		return NewRoll{}, err
	}
	made, err := roll.Open(ctx, s.Store, s.Directory, roll.Create{Key: c.Key, Host: c.Player(), Setup: in.setup()})
	return NewRoll{call.ID(made.ID)}, err
}

func (s site) rollSetup(ctx context.Context, c *call.Caller, in call.ByID) (RollSetup, error) {
	if err := s.streamer(ctx, c); err != nil {
		return RollSetup{}, err
	}
	chosen, err := directory.Ask[roll.Setup](ctx, s.Directory, roll.Kind, room.ID(store.RoomID(in.ID)),
		roll.SetupOf{Viewer: c.Player()})
	if err != nil {
		return RollSetup{}, err
	}
	out := RollSetup{Name: chosen.Name, Description: chosen.Description, JoinType: chosen.JoinType,
		OpenAtMS: chosen.OpenAtMS, JoinMax: chosen.JoinMax,
		GemsCents: chosen.GemsCents}
	for _, t := range chosen.Tasks {
		out.Tasks = append(out.Tasks, RollTask(t))
	}
	for _, id := range chosen.Items {
		out.Items = append(out.Items, call.ID(id))
	}
	return out, nil
}

// EditRoll is a setup for a draft.
type EditRoll struct {
	ID call.ID `json:"id,omitzero" path:"id"`
	RollSetup
}

func (s site) editRoll(ctx context.Context, c *call.Caller, in EditRoll) (protocol.RollSnapshot, error) {
	return s.changeRoll(ctx, c, in.ID, roll.Edit{Key: c.Key, Host: c.Player(), Setup: in.setup()})
}

func (s site) publishRoll(ctx context.Context, c *call.Caller, in call.ByID) (protocol.RollSnapshot, error) {
	return s.changeRoll(ctx, c, in.ID, roll.Publish{Key: c.Key, Host: c.Player()})
}

func (s site) cancelRoll(ctx context.Context, c *call.Caller, in call.ByID) (protocol.RollSnapshot, error) {
	return s.changeRoll(ctx, c, in.ID, roll.Cancel{Key: c.Key, Host: c.Player()})
}

func (s site) changeRoll(ctx context.Context, c *call.Caller, id call.ID, msg any) (protocol.RollSnapshot, error) {
	if err := s.streamer(ctx, c); err != nil {
		return protocol.RollSnapshot{}, err
	}
	return s.askRoll(ctx, id, msg)
}

// PasswordCount is how many passwords to make.
type PasswordCount struct {
	ID    call.ID `json:"id,omitzero" path:"id"`
	Count int     `json:"count" minimum:"1" maximum:"500"`
}

// RollPasswords is the list that the streamer hands out.
type RollPasswords struct {
	Passwords []string `json:"passwords" doc:"empty when the key is repeated: only hashes are kept"`
}

func (s site) makePasswords(ctx context.Context, c *call.Caller, in PasswordCount) (RollPasswords, error) {
	if err := s.streamer(ctx, c); err != nil {
		return RollPasswords{}, err
	}
	p, err := directory.Ask[roll.Passwords](ctx, s.Directory, roll.Kind, room.ID(store.RoomID(in.ID)),
		roll.MakePasswords{Key: c.Key, Host: c.Player(), Count: in.Count})
	if p.List == nil {
		p.List = []string{}
	}
	return RollPasswords{p.List}, err
}
