package client

import "fmt"

// SetupRoll is the body of POST /api/studio/roll/create.
type SetupRoll struct {
	Name      string   `json:"name"`
	JoinType  string   `json:"joinType"`
	Password  string   `json:"password,omitempty"`
	OpenAtMS  int64    `json:"openAtMs"`
	Items     []string `json:"items,omitempty"`
	GemsCents []int64  `json:"gemsCents,omitempty"`
}

// CreatedRoll answers SetupRoll.
type CreatedRoll struct {
	RollID string `json:"rollId"`
}

// CountPasswords asks for one-time passwords, Passwords has them.
type (
	CountPasswords struct {
		Count int `json:"count"`
	}
	Passwords struct {
		Passwords []string `json:"passwords"`
	}
)

// JoinRoll is the body of POST /api/roll/room/join/room.
type JoinRoll struct {
	RoomID     string `json:"roomId"`
	SpreadCode string `json:"spreadCode,omitempty"`
	VCode      string `json:"vcode,omitempty"`
}

// Paths of the calls.
const (
	PathRollCreate = "/api/studio/roll/create"
	PathRollJoin   = "/api/roll/room/join/room"
)

// PathStudio is what a streamer does with an own room: publish, passwords, cancel.
func PathStudio(id, action string) string { return fmt.Sprintf("/api/studio/roll/%s/%s", id, action) }

// PathRoll is a roll room.
func PathRoll(id string) string { return "/api/roll/room/" + id }
