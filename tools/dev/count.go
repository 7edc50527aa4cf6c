package main

import (
	"fmt"

	"jadebox/tools/floors"
)

// count prints what docs/before-after.md tells of a tree.
func (h *checkout) count(root string) error {
	figures, err := floors.Count(root)
	if err != nil {
		return err
	}
	for _, f := range figures {
		fmt.Fprintf(h.out, "%8d  %s\n", f.N, f.What)
	}
	return nil
}
