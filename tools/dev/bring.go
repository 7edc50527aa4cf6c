package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"
)

// part is a program that some tests need and that a fresh machine may not have.
type part struct {
	name     string
	programs []string // any of them will do, the first one best
	packages []string // Debian's
	instead  []string // packages of the next best program, where a distribution lacks the first
	without  string   // what is skipped when it cannot be had
}

const redisPart = "Redis"

// proxyParts are what stands before a site.
const (
	nginxPart   = "nginx"
	haproxyPart = "HAProxy"
)

// paintingPart is a whole browser, for tests of what it paints.
const paintingPart = "Chromium"

// browserPart is Chromium without windows, menus and pages of its own: the same tests take half the work of the whole
// browser, which will do as well.
const browserPart = "a browser for tests"

// compilerPart is what the race detector is linked with.
const compilerPart = "a C compiler"

var parts = []part{
	{redisPart, []string{"redis-server"}, []string{"redis-server"}, nil, "the Redis contract suite"},
	{nginxPart, []string{"nginx"}, []string{"nginx-light"}, []string{"nginx"}, "play through nginx"},
	{haproxyPart, []string{"haproxy"}, []string{"haproxy"}, nil, "play through HAProxy"},
	{paintingPart, []string{"chromium", "chromium-browser", "google-chrome"}, []string{"chromium", "fonts-noto-cjk"},
		nil, "pictures and measures of the client"},
	{browserPart, []string{"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"},
		[]string{"chromium-headless-shell", "fonts-noto-cjk"}, []string{"chromium"},
		"every browser test, and the game of a new kind"},
	{compilerPart, []string{"gcc", "cc"}, []string{"gcc", "libc6-dev"}, nil, "the race detector"},
}

// proofParts are what the tests use.
var proofParts = []string{redisPart, nginxPart, haproxyPart, browserPart, compilerPart}

// partOf finds a part by its name.
func partOf(name string) part {
	return parts[slices.IndexFunc(parts, func(p part) bool { return p.name == name })]
}

// isBest reports whether the program is there that the packages bring, and not only one that will do.
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

// bring installs what is missing of the named parts, or of all, when it may, and returns what could not be had.
func (h *checkout) bring(names ...string) []part {
	var missing []part
	var packages, instead [][]string
	for _, p := range parts {
		if !p.isBest() && (len(names) == 0 || slices.Contains(names, p.name)) {
			missing = append(missing, p)
			packages = append(packages, p.packages)
		}
	}
	h.install(packages)
	for _, p := range missing {
		if p.found() == "" && p.instead != nil {
			instead = append(instead, p.instead)
		}
	}
	h.install(instead)
	var absent []part
	for _, p := range missing {
		if p.found() == "" {
			absent = append(absent, p)
			fmt.Fprintf(h.out,
				"\n*** SKIPPED: %s is not here and could not be installed: %s will not run. Install one of %v.\n\n",
				p.name, p.without, p.programs)
		}
	}
	return absent
}

// lacking is the error of what could not be had.
func lacking(absent []part) error {
	var errs []error
	for _, p := range absent {
		errs = append(errs, fmt.Errorf("%s is not here: %s will not run", p.name, p.without))
	}
	return errors.Join(errs...)
}

// install brings each part's packages by themselves, so that one which a distribution lacks keeps no other away. What
// goes wrong is told and no more: whether a part is there now is looked at by itself.
func (h *checkout) install(parts [][]string) {
	if len(parts) == 0 {
		return
	}
	all := strings.Join(slices.Concat(parts...), " ")
	if _, err := exec.LookPath("apt-get"); err != nil {
		fmt.Fprintln(h.out, "bring: no apt-get here to install", all)
		return
	}
	var prefix []string
	if os.Geteuid() != 0 {
		if exec.Command("sudo", "-n", "true").Run() != nil {
			fmt.Fprintln(h.out, "bring: neither root nor sudo without a password: cannot install", all)
			return
		}
		prefix = []string{"sudo", "-n"}
	}
	fmt.Fprintln(h.out, "bring: installing", all)
	apt := append(prefix, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq", "-o", "Dpkg::Use-Pty=0")
	update := append(apt[:len(apt):len(apt)], "update")
	install := append(apt[:len(apt):len(apt)], "install", "-y", "--no-install-recommends")
	run := func(line []string) {
		c := exec.Command(line[0], line[1:]...)
		c.Stderr = h.err
		c.WaitDelay = 10 * time.Second // a daemon that a package has started may hold it open
		if err := c.Run(); err != nil {
			fmt.Fprintf(h.out, "bring: %s: %v\n", strings.Join(line, " "), err)
		}
	}
	run(update)
	for _, packages := range parts {
		run(slices.Concat(install, packages))
	}
}
