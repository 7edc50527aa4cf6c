package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// part is a program that some tests need and that a fresh machine may not have.
type part struct {
	name     string
	programs []string // any of them will do, the first one best
	packages []string // Debian's
	without  string   // what is skipped when it cannot be had
}

// browserPart is Chromium without windows, menus and pages of its own: the same tests take half the work of the whole
// browser, which will do as well.
const browserPart = "a browser for tests"

// compilerPart is what the race detector is linked with.
const compilerPart = "a C compiler"

var parts = []part{
	{"Redis", []string{"redis-server"}, []string{"redis-server"}, "the Redis contract suite"},
	{"Chromium", []string{"chromium", "chromium-browser", "google-chrome"}, []string{"chromium", "fonts-noto-cjk"},
		"pictures and measures of the client"},
	{browserPart, []string{"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"},
		[]string{"chromium-headless-shell", "fonts-noto-cjk"}, "every browser test"},
	{compilerPart, []string{"gcc", "cc"}, []string{"gcc", "libc6-dev"}, "the race detector"},
}

// partOf finds a part by its name.
func partOf(name string) part {
	return parts[slices.IndexFunc(parts, func(p part) bool { return p.name == name })]
}

// isBest says whether the program is there that the packages bring, and not only one that will do.
func (p part) isBest() bool {
	_, err := exec.LookPath(p.programs[0])
	return err == nil
}

func (p part) found() string {
	for _, name := range p.programs {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// bring installs what is missing when it may, and returns what could not be had.
func (h *checkout) bring() []part {
	var missing []part
	var packages [][]string
	for _, p := range parts {
		if !p.isBest() {
			missing = append(missing, p)
			packages = append(packages, p.packages)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	if err := h.install(packages); err != nil {
		fmt.Println("bring:", err)
	}
	var absent []part
	for _, p := range missing {
		if p.found() == "" {
			absent = append(absent, p)
			fmt.Printf("\n*** SKIPPED: %s is not here and could not be installed: %s will not run. Install one of %v.\n\n",
				p.name, p.without, p.programs)
		}
	}
	return absent
}

// install brings each part's packages by themselves, so that one which a distribution lacks keeps no other away.
func (h *checkout) install(parts [][]string) error {
	all := strings.Join(slices.Concat(parts...), " ")
	if _, err := exec.LookPath("apt-get"); err != nil {
		return fmt.Errorf("no apt-get here to install %s", all)
	}
	var prefix []string
	if os.Geteuid() != 0 {
		if exec.Command("sudo", "-n", "true").Run() != nil {
			return fmt.Errorf("neither root nor sudo without a password: cannot install %s", all)
		}
		prefix = []string{"sudo", "-n"}
	}
	fmt.Println("bring: installing", all)
	apt := append(prefix, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq", "-o", "Dpkg::Use-Pty=0")
	update := append(apt[:len(apt):len(apt)], "update")
	install := append(apt[:len(apt):len(apt)], "install", "-y", "--no-install-recommends")
	var errs []error
	run := func(line []string) {
		c := exec.Command(line[0], line[1:]...)
		c.Stderr = os.Stderr
		if err := c.Run(); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", strings.Join(line, " "), err))
		}
	}
	run(update)
	for _, packages := range parts {
		run(slices.Concat(install, packages))
	}
	return errors.Join(errs...)
}
