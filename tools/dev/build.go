package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
)

// build makes bin/jadebox: one file with the client and PostgreSQL inside.
func (h *checkout) build() error {
	if err := h.npm("client"); err != nil {
		return err
	}
	if err := h.client(); err != nil {
		return err
	}
	if err := h.postgres(); err != nil {
		return err
	}
	fmt.Fprintln(h.out, "build: bin/jadebox")
	return h.compile(compiling, "go", "build", "-trimpath", "-tags", "packpg,packweb",
		"-o", filepath.Join("bin", "jadebox"), "./tools/jadebox")
}

// compileFloors compiles what stands below the commands while the page is built, which leaves a processor idle: none of
// it but the few packages that hold the page and PostgreSQL depends on what is built there.
func (h *checkout) compileFloors() error {
	return h.compile(compiling, "go", "build", "./fairness/...", "./protocol/...", "./store/...", "./actors/...",
		"./server/...")
}

// npm installs a folder's locked packages, once per lockfile.
func (h *checkout) npm(dir string) error {
	sum, err := h.digest(filepath.Join(dir, "package-lock.json"))
	if err != nil {
		return err
	}
	return h.once(filepath.Join(dir, "node_modules", ".jadebox"), sum, func() error {
		fmt.Fprintln(h.out, "npm ci:", dir)
		return h.do(dir, "npm", "ci", "--no-audit", "--no-fund", "--loglevel=error")
	})
}

// client builds the page and puts it where the server embeds it.
func (h *checkout) client() error {
	sum, err := h.digest("client/src", "client/public", "client/index.html", "client/build", "client/package-lock.json",
		"client/vite.config.ts", "client/tsconfig.json")
	if err != nil {
		return err
	}
	return h.once("server/web/dist/.jadebox", sum, func() error {
		fmt.Fprintln(h.out, "build: client")
		if err := h.do("client", "npm", "run", "--silent", "build"); err != nil {
			return err
		}
		if err := os.RemoveAll(h.path("server/web/dist")); err != nil {
			return err
		}
		return os.CopyFS(h.path("server/web/dist"), os.DirFS(h.path("client/dist")))
	})
}

// postgres packs this platform's PostgreSQL for embedding.
func (h *checkout) postgres() error {
	if err := h.npm("store/embedded/dist"); err != nil {
		return err
	}
	sum, err := h.digest("store/embedded/dist/package-lock.json", "tools/packpg")
	if err != nil {
		return err
	}
	return h.once("store/embedded/packed/.jadebox", sum,
		func() error { return h.do(".", "go", "run", "./tools/packpg") })
}

// generate rewrites everything that is generated and committed, art aside; of the messages those that are named.
func (h *checkout) generate(messages string) error {
	return errors.Join(
		h.do(".", "go", "generate", messages),
		h.do(".", "go", "generate", "./tools/protogen"),
		h.npm(answersCheck),
		h.do(answersCheck, "node", "types.mjs"))
}

// once runs make unless the stamp already carries sum.
func (h *checkout) once(stamp, sum string, make func() error) error {
	if b, err := os.ReadFile(h.path(stamp)); err == nil && string(b) == sum {
		return nil
	}
	if err := make(); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(h.path(stamp)), 0o755); err != nil {
		return err
	}
	return os.WriteFile(h.path(stamp), []byte(sum), 0o644)
}

// digest hashes names and contents of the files below the paths; a missing path is an empty one. It is the same in a
// copy of the tree.
func (h *checkout) digest(paths ...string) (string, error) {
	var files []string
	for _, p := range paths {
		err := filepath.WalkDir(h.path(p), func(path string, d fs.DirEntry, err error) error {
			if os.IsNotExist(err) {
				return nil
			}
			if err == nil && d.Type().IsRegular() {
				files = append(files, path)
			}
			return err
		})
		if err != nil {
			return "", err
		}
	}
	sort.Strings(files)
	sum := sha256.New()
	for _, path := range files {
		name, err := filepath.Rel(h.root, path)
		if err != nil {
			return "", err
		}
		fmt.Fprintln(sum, name)
		f, err := os.Open(path)
		if err != nil {
			return "", err
		}
		_, err = io.Copy(sum, f)
		f.Close()
		if err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}
