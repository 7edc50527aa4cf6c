package operatortest

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"jadebox/store"
	"jadebox/tools/command"
	"jadebox/tools/operator"
)

// ended is what the parser ends the program with: --help does.
type ended int

// Run parses a command line and runs it; in is standard input, out what it prints.
func Run(ctx context.Context, arguments any, db store.Engine, now time.Time, in string, args ...string) (out string,
	err error) {
	var text strings.Builder
	s := &operator.Session{In: strings.NewReader(in), Out: &text, Err: &text, Now: func() time.Time { return now },
		Store: db, Args: args}
	s.Again = func(s *operator.Session, args []string) error {
		again := reflect.New(reflect.TypeOf(arguments).Elem()).Interface()
		parser, err := command.Parser("jadebox", again, kong.Bind(s), kong.BindTo(ctx, (*context.Context)(nil)))
		if err != nil {
			return err
		}
		line, err := parser.Parse(args)
		if err == nil {
			err = line.Run()
		}
		return err
	}
	defer func() {
		switch exit := recover().(type) {
		case nil:
		case ended:
			out, err = text.String(), command.Code(int(exit))
		default:
			panic(exit)
		}
	}()
	parser, err := command.Parser("jadebox", arguments, kong.Exit(func(code int) { panic(ended(code)) }),
		kong.Writers(&text, &text), kong.Bind(s), kong.BindTo(ctx, (*context.Context)(nil)))
	if err != nil {
		return "", err
	}
	line, err := parser.Parse(args)
	if err == nil {
		err = line.Run()
	}
	return text.String(), err
}

// ExitCode is the code that the program would end with.
func ExitCode(err error) int {
	if err == nil {
		return 0
	}
	if exit, ok := errors.AsType[command.Exit](err); ok {
		return int(exit)
	}
	return command.Failed
}
