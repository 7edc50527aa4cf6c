package main

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// part is a program that some tests need and that a fresh machine may not have.
type part struct {
	name     string
	programs []string // any of them will do
	packages []string // Debian's
	without  string   // what is skipped when it cannot be had
}

var parts = []part{
	{"Redis", []string{"redis-server"}, []string{"redis-server"}, "the Redis contract suite"},
	{"Chromium", []string{"chromium", "chromium-browser", "google-chrome"}, []string{"chromium", "fonts-noto-cjk"}, "every browser test"},
	{"a C compiler", []string{"gcc", "cc"}, []string{"gcc", "libc6-dev"}, "the race detector"},
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
func (h *house) bring() []part {
	var missing []part
	var packages []string
	for _, p := range parts {
		if p.found() == "" {
			missing = append(missing, p)
			packages = append(packages, p.packages...)
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

func (h *house) install(packages []string) error {
	if _, err := exec.LookPath("apt-get"); err != nil {
		return fmt.Errorf("no apt-get here to install %s", strings.Join(packages, " "))
	}
	var prefix []string
	if os.Geteuid() != 0 {
		if exec.Command("sudo", "-n", "true").Run() != nil {
			return fmt.Errorf("neither root nor sudo without a password: cannot install %s", strings.Join(packages, " "))
		}
		prefix = []string{"sudo", "-n"}
	}
	fmt.Println("bring: installing", strings.Join(packages, " "))
	apt := append(prefix, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq", "-o", "Dpkg::Use-Pty=0")
	update := append(apt[:len(apt):len(apt)], "update")
	install := append(apt[:len(apt):len(apt)], "install", "-y", "--no-install-recommends")
	install = append(install, packages...)
	for _, line := range [][]string{update, install} {
		c := exec.Command(line[0], line[1:]...)
		c.Stderr = os.Stderr
		if err := c.Run(); err != nil {
			return fmt.Errorf("%s: %w", strings.Join(line, " "), err)
		}
	}
	return nil
}
