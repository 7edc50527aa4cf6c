package season_test

import (
	"testing"
	"time"

	"jadebox/actors/rewards/season"
)

const dates = `"season":"autumn26","from":"2030-01-01T00:00:00Z","until":"2030-02-01T00:00:00Z"`

func TestASeasonWithoutSenseIsRefused(t *testing.T) {
	for text, good := range map[string]bool{
		`{}`: true, `{` + dates + `}`: true, `{` + dates + `,"boxes":[],"goals":[]}`: true,
		`{` + dates + `,"goals":[{"type":7,"steps":[{"count":1,"tokens":1},{"count":2,"tokens":1}]}]}`: true,
		`{` + dates + `,"page":"moonbox"}`: true, `{` + dates + `,"page":"newyear"}`: true, `{` + dates +
			`,"page":"easter"}`: false,
		`{"season":"autumn26"}`: false, `{"season":"Autumn"}`: false, `{"season":"abcdefghijklmnopq"}`: false,
		`{"season":"a:b"}`: false,
		`{"season":"a","from":"2030-02-01T00:00:00Z","until":"2030-02-01T00:00:00Z"}`: false,
		`{"leastCents":0}`: false, `{"leastCents":-1}`: false, `[]`: false, `{"boxes":[{"box":1,"tokens":0}]}`: false,
		`{"boxes":[{"box":1,"tokens":1},{"box":1,"tokens":2}]}`: false, `{"boxes":[{"box":0,"tokens":1}]}`: false,
		`{"goals":[{"type":0,"steps":[{"count":1,"tokens":1}]}]}`:                                             false,
		`{"goals":[{"type":8,"steps":[{"count":1,"tokens":1}]}]}`:                                             false,
		`{"goals":[{"type":1,"steps":[]}]}`:                                                                   false,
		`{"goals":[{"type":1,"steps":[{"count":0,"tokens":1}]}]}`:                                             false,
		`{"goals":[{"type":1,"steps":[{"count":1,"tokens":0}]}]}`:                                             false,
		`{"goals":[{"type":1,"steps":[{"count":2,"tokens":1},{"count":2,"tokens":1}]}]}`:                      false,
		`{"goals":[{"type":1,"steps":[{"count":1,"tokens":1}]},{"type":1,"steps":[{"count":1,"tokens":1}]}]}`: false,
		`{"assist":{"tokens":-1,"dayMax":1}}`:                                                                 false,
		`{"assist":{"tokens":1,"dayMax":51}}`:                                                                 false,
		`{"assist":{"tokens":0,"dayMax":1}}`:                                                                  false,
		`{"assist":{"tokens":0,"dayMax":0}}`:                                                                  true,
	} {
		if _, err := season.Setting.Parse([]byte(text)); (err == nil) != good {
			t.Errorf("%s: %v", text, err)
		}
	}
	if err := season.Standard().Check(); err != nil {
		t.Error(err)
	}
}

func TestASeasonBeginsAndEnds(t *testing.T) {
	now := time.Date(2030, 1, 31, 23, 59, 59, 0, time.UTC)
	none, err := season.Setting.Parse(nil)
	if err != nil || none.Running(now) || len(none.Goals) != 7 {
		t.Errorf("without a setting: %v %+v", err, none)
	}
	s, err := season.Setting.Parse([]byte(`{` + dates + `,"goals":[{"type":2,"steps":[{"count":2,"tokens":5}]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	for at, want := range map[time.Time]bool{now: true, now.Add(time.Second): false, s.From: true,
		s.From.Add(-1): false} {
		if s.Running(at) != want {
			t.Errorf("at %v", at)
		}
	}
	// A list that is given stands for the whole list, and what is left out is standard.
	if len(s.Goals) != 1 || len(s.Goals[0].Steps) != 1 || len(s.Boxes) != 3 || s.Assist.DayMax != 2 {
		t.Errorf("%+v", s)
	}
	g, _ := s.Goal(season.Battle)
	if g.Reached(1) != 0 || g.Reached(2) != 1 || g.Reached(1<<40) != 1 {
		t.Errorf("%+v", g)
	}
	if _, ok := s.Goal(season.Hash); ok {
		t.Error("a goal that the season does not have")
	}
	if tokens, night, ok := s.Offer(2); !ok || tokens != 150 || night != -1 {
		t.Error(tokens, night, ok)
	}
	if _, _, ok := s.Offer(9); ok {
		t.Error("box 9 has a price")
	}
}
