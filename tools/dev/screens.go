package main

import (
	"errors"
	"fmt"
	"os"
)

// screens takes a picture of every screen in three languages at two widths, and puts them together on sheets, in a
// folder that git ignores. It looks for nothing that is not broken: whether a screen is good is for the person who
// looks at the sheets. Arguments are parts of names: make screens SCREENS="vip mall-item-pt".
func (h *checkout) screens(args []string) error {
	if err := h.build(); err != nil {
		return err
	}
	if len(h.bring(paintingPart)) > 0 {
		return errors.New("no Chromium, no pictures")
	}
	folder := h.path("shots")
	if err := os.RemoveAll(folder); err != nil {
		return err
	}
	err := h.demo(func(address, data string) error {
		return h.do("client", "node", append([]string{"e2e/shots.mjs", address, folder, "--sheets", "--data=" + data},
			args...)...)
	})
	fmt.Println("screens: look at", h.path("shots", "sheet-*.png"))
	return err
}
