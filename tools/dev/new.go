package main

import (
	"fmt"
	"strings"

	"jadebox/tools/dev/newroom"
)

// newRoom writes a new kind of room and what is generated from the lists that name it.
func (h *checkout) newRoom(kind string) error {
	own, err := newroom.Write(h.root, kind)
	if err != nil {
		return err
	}
	for _, step := range []func() error{
		func() error { return h.generate("./protocol/" + kind + ".go") },
		func() error { return h.do(".", "go", "test", vetted, "./protocol", "-run", "GoldenFiles", "-update") },
		func() error { return h.do(".", "go", "test", vetted, "./fairness", "-run", "(?i)"+kind, "-update") },
		func() error {
			return h.do(".", "go", "test", vetted, "./actors/kinds/"+kind, "-run", "TestContract", "-record")
		},
		func() error { return h.do(".", "go", "test", vetted, "./server/demo", "-run", "NoLoopOpen", "-update") },
		func() error { return h.npm("client") },
		// How long a name is decides where lines end.
		func() error {
			return h.do("client", "npx", append([]string{"biome", "check", "--write"}, clientFiles(own)...)...)
		},
		func() error { return h.examplesOf("(?i)" + kind) },
	} {
		if err := step(); err != nil {
			return err
		}
	}
	fmt.Println("\nThe kind's own files:")
	for _, path := range own {
		fmt.Println(" ", path)
	}
	fmt.Println("It is named in:")
	for _, f := range newroom.Files {
		fmt.Println(" ", f.Path)
	}
	return nil
}

// clientFiles are the files of the client among those of a new kind and those that it touches, from the client's
// folder.
func clientFiles(own []string) (list []string) {
	for _, f := range newroom.Files {
		own = append(own, f.Path)
	}
	for _, path := range own {
		if path, ok := strings.CutPrefix(path, "client/"); ok {
			list = append(list, path)
		}
	}
	return list
}
