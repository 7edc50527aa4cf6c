package main

import (
	"errors"
	"fmt"

	"jadebox/tools/dev/newroom"
)

// newRoom writes a new kind of room and what is generated from the lists that name it.
func (h *house) newRoom() error {
	if len(h.args) != 2 || h.args[0] != "room" {
		return errors.New("usage: go run ./tools/dev new room NAME")
	}
	own, err := newroom.Write(h.root, h.args[1])
	if err != nil {
		return err
	}
	if err := h.do(".", "go", "generate", "./protocol", "./tools/protogen"); err != nil {
		return err
	}
	if err := errors.Join(
		h.do(".", "go", "test", "./protocol", "-run", "GoldenFiles", "-update"),
		h.do(".", "go", "test", "./actors/kinds/"+h.args[1], "-run", "TestContract", "-record")); err != nil {
		return err
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
