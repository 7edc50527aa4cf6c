package main

import (
	"strings"
	"testing"

	"jadebox/actors/room"
	"jadebox/protocol"
	"jadebox/store"
)

func TestTheClientIsToldWhatIsDoneAndWonInRoomsOfAKind(t *testing.T) {
	text, err := roomFacts(room.Specs{
		{Kind: "dice", Source: store.FromWish, Ops: []room.OpKind{{Counted: true, Task: protocol.TaskRollJoins},
			{Task: protocol.TaskFlips}},
			Counts: &room.Counts{Tasks: []int32{protocol.TaskSpentCents, protocol.TaskBattleCount,
				protocol.TaskRollJoins}}},
		{Kind: "quiz"},
	})
	if err != nil {
		t.Fatal(err)
	}
	_, facts, _ := strings.Cut(string(text), "export const roomTasks")
	want := ` = {
  dice: [3, 14],
  quiz: [],
} as const;

/** The source of items (product spec §3) whose place is a kind's lobby. */
export const roomSources: Readonly<Record<string, number>> = {
  dice: 7,
};
`
	if facts != want {
		t.Errorf("got %s\nwant %s", facts, want)
	}
}
