package command

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

type arguments struct {
	Rounds int `default:"3" help:"How often."`
}

func (a arguments) Run() error {
	switch a.Rounds {
	case 3:
		return nil
	case 4:
		return Exit(4)
	case 6:
		return errors.Join(nil, fmt.Errorf("late: %w", With(1, errors.New("missed"))))
	case 7:
		return errors.Join(With(1, errors.New("missed")), errors.New("cannot"))
	case 8:
		return errors.Join(errors.New("cannot"), With(1, errors.New("missed")))
	case 9:
		return With(1, nil)
	}
	return errors.New("cannot")
}

type tree struct {
	Quiet bool
	Play  arguments `cmd:"" help:"Play."`
}

func TestAProgramEndsWithTheCodeOfItsOutcome(t *testing.T) {
	for _, c := range []struct {
		name     string
		all      any
		args     string
		code     int
		out, err string
	}{
		{"as it should", &arguments{}, "", 0, "", ""},
		{"with a code of its own", &arguments{}, "--rounds 4", 4, "", ""},
		{"with words and a code", &arguments{}, "--rounds 6", 1, "", "dice: late: missed\n"},
		{"with a code and without success", &arguments{}, "--rounds 7", Failed, "", "dice: missed\ncannot\n"},
		{"without success and with a code", &arguments{}, "--rounds 8", Failed, "", "dice: cannot\nmissed\n"},
		{"with nothing to say", &arguments{}, "--rounds 9", 0, "", ""},
		{"without success", &arguments{}, "--rounds 5", Failed, "", "dice: cannot\n"},
		{"with an unknown flag", &arguments{}, "--turns 5", Failed, "Usage: dice", "dice: unknown flag --turns"},
		{"without a command", &tree{}, "", Failed, "Usage: dice <command>", "dice: expected"},
		{"without success of a command", &tree{}, "--quiet play --rounds=5", Failed, "", "play: cannot\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out, err strings.Builder
			parser, bad := Parser("dice", c.all, kong.Writers(&out, &err))
			if bad != nil {
				t.Fatal(bad)
			}
			code := run(parser, strings.Fields(c.args))
			if code != c.code || !strings.HasPrefix(out.String(), c.out) || !strings.HasPrefix(err.String(), c.err) ||
				(c.err == "") != (err.Len() == 0) {
				t.Errorf("%d, %q, %q", code, out.String(), err.String())
			}
		})
	}
}
