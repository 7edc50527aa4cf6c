// Package command is the one way in which a program of the house reads its command line: a struct that kong fills and
// whose Run carries it out. tools/floors refuses every other.
package command

import (
	"errors"
	"fmt"
	"os"

	"github.com/alecthomas/kong"
)

// Failed is how a program ends whose command could not be understood or carried out.
const Failed = 2

// Exit is a command that has told everything and ends with a code of its own.
type Exit int

func (e Exit) Error() string { return fmt.Sprintf("exit %d", int(e)) }

// ExitCode implements kong.ExitCoder.
func (e Exit) ExitCode() int { return int(e) }

// coded is an error that is said, and after which the program ends with a code of its own.
type coded struct {
	error
	code Exit
}

func (t coded) Unwrap() error { return t.error }

// With has a program that ends with err say it and end with code instead of Failed; nil stays nil. Joined with an error
// that has no code, the program has Failed.
func With(code int, err error) error {
	if err == nil {
		return nil
	}
	return coded{err, Exit(code)}
}

// CodeOf is what a program ends with after an error: the highest code of all that it joins.
func CodeOf(err error) int {
	switch err := err.(type) {
	case nil:
		return 0
	case coded:
		return int(err.code)
	case interface{ Unwrap() error }:
		if inner := err.Unwrap(); inner != nil {
			return CodeOf(inner)
		}
	case interface{ Unwrap() []error }:
		code := 0
		for _, each := range err.Unwrap() {
			code = max(code, CodeOf(each))
		}
		return code
	}
	return Failed
}

// Code is Exit, or nil for 0.
func Code(n int) error {
	if n == 0 {
		return nil
	}
	return Exit(n)
}

// Parser is that of a program whose arguments are all there is to know.
func Parser(name string, arguments any, more ...kong.Option) (*kong.Kong, error) {
	return kong.New(arguments, append([]kong.Option{kong.Name(name)}, more...)...)
}

// Arguments are what the process was told.
func Arguments() []string { return os.Args[1:] }

// Main carries out what the process was told and ends it.
func Main(parser *kong.Kong, err error) {
	if err != nil { // of the struct, not of the arguments
		fmt.Fprintln(os.Stderr, err)
		os.Exit(Failed)
	}
	os.Exit(run(parser, Arguments()))
}

// run answers the code to end with; why a command has failed is told before.
func run(parser *kong.Kong, args []string) int {
	line, err := parser.Parse(args)
	if err == nil {
		err = line.Run()
	}
	if err == nil {
		return 0
	}
	if exit, ok := errors.AsType[Exit](err); ok {
		return int(exit)
	}
	name := parser.Model.Name
	if parse, ok := errors.AsType[*kong.ParseError](err); ok {
		_ = parse.Context.PrintUsage(false)
	} else if line != nil {
		for _, step := range line.Path {
			if step.Command != nil {
				name = step.Command.Name
				break
			}
		}
	}
	fmt.Fprintf(parser.Stderr, "%s: %v\n", name, err)
	return CodeOf(err)
}
