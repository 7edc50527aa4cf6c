package release

import (
	"errors"
	"regexp"
	"strings"
)

// Unreleased is the version of what no release has yet.
const Unreleased = "unreleased"

var errNoVersion = errors.New("CHANGELOG.md names no version: a heading such as ## [1.2.3] - 2030-05-06")

var heading = regexp.MustCompile(`(?m)^## \[([^\]]+)\].*$`)

// Version is the one that a changelog, in the form of Keep a Changelog, has on top: Unreleased where something stands
// below that heading.
func Version(changelog string) (string, error) {
	found := heading.FindAllStringSubmatchIndex(changelog, -1)
	for i, at := range found {
		name, end := changelog[at[2]:at[3]], len(changelog)
		if i+1 < len(found) {
			end = found[i+1][0]
		}
		if name != "Unreleased" {
			return name, nil
		}
		if strings.TrimSpace(changelog[at[1]:end]) != "" {
			return Unreleased, nil
		}
	}
	return "", errNoVersion
}
