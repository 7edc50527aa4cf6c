// Command dev builds, runs and proves Jadebox: what the Makefile calls. It needs Go, Node and nothing else; what a step
// needs beyond that (PostgreSQL from npm, Redis, Chromium and gcc from the system's packages) it brings, or says loudly
// what it skips.
//
// Deliberately absent: anything about how the product works. A step is a command line and a reason.
package main

import (
	"cmp"
	"time"

	"github.com/alecthomas/kong"

	"jadebox/tools/command"
)

// targets are the words of the Makefile.
type targets struct {
	Build    build    `cmd:"" help:"Make bin/jadebox."`
	Run      run      `cmd:"" help:"Build and run the server with demo data."`
	Dev      develop  `cmd:"" help:"Serve a demo that follows the source while it is written."`
	Test     test     `cmd:"" help:"Prove everything."`
	Release  releases `cmd:"" help:"Make archives for Linux: binary, bill of materials, checksums."`
	Lint     lint     `cmd:"" help:"Look over the source."`
	Bench    bench    `cmd:"" help:"Print every table of figures."`
	Crash    crash    `cmd:"" help:"Run the long form of the crash harnesses."`
	Sim      sim      `cmd:"" help:"Run $SEEDS seeds of the simulator."`
	Gen      gen      `cmd:"" help:"Write what is generated."`
	Examples examples `cmd:"" help:"Take examples for the OpenAPI document from the tests' answers."`
	Screens  screens  `cmd:"" help:"Take a picture of every screen."`
	New      struct {
		Room newRoom `cmd:"" help:"Write a new kind of room."`
	} `cmd:"" help:"Write the beginnings of something."`
	Count count `cmd:"" help:"Print the figures of docs/before-after.md, of this tree or of another one's folder."`
	Bring bring `cmd:"" help:"Bring what the steps need beyond Go and Node."`
}

// passed are the arguments of what a target runs.
type passed struct {
	Args []string `arg:"" optional:"" passthrough:"" help:"For what this runs."`
}

type (
	build   struct{}
	run     struct{ passed }
	develop struct {
		Listen string `default:"127.0.0.1:8080" help:"Address of the server."`
		Page   string `default:"127.0.0.1:5173" help:"Address of the page."`
	}
	test  struct{}
	lint  struct{}
	bench struct {
		Tables []string      `arg:"" optional:"" help:"Of these only; once all of a commit are judged, docs has the page."`
		Rest   bool          `help:"Only those that no run of this commit has judged on this machine yet."`
		For    time.Duration `help:"Time for the tables; one that takes longer is not begun, which fails. 0 = no limit."`
		Brief  bool          `help:"Only see that each table runs: its figures mean nothing, and no missed goal fails."`
	}
	crash    struct{ passed }
	sim      struct{}
	gen      struct{}
	examples struct{}
	screens  struct{ passed }
	newRoom  struct {
		Name string `arg:"" help:"What players call it in English, in small letters."`
	}
	count struct {
		Tree string `arg:"" optional:"" help:"Folder of another tree, as git archive makes it."`
	}
	bring struct{}
)

func (build) Run(h *checkout) error     { return h.build() }
func (t run) Run(h *checkout) error     { return h.run(t.Args) }
func (t develop) Run(h *checkout) error { return h.develop(t.Listen, t.Page) }
func (test) Run(h *checkout) error      { return h.test() }
func (lint) Run(h *checkout) error      { return h.lint() }
func (t bench) Run(h *checkout) error   { return h.bench(t) }
func (t crash) Run(h *checkout) error   { return h.crash(t.Args) }
func (sim) Run(h *checkout) error       { return h.simulate() }
func (gen) Run(h *checkout) error       { return h.generate("./protocol") }
func (examples) Run(h *checkout) error  { return h.examples() }
func (t screens) Run(h *checkout) error { return h.screens(t.Args) }
func (t newRoom) Run(h *checkout) error { return h.newRoom(t.Name) }
func (c count) Run(h *checkout) error   { return h.count(cmp.Or(c.Tree, h.root)) }
func (bring) Run(h *checkout) error     { return lacking(h.bring()) }

func main() {
	command.Main(command.Parser("dev", &targets{}, kong.BindToProvider(newCheckout)))
}
