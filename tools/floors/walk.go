package floors

import (
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
)

// foreign are folders without code of the module.
var foreign = []string{"node_modules", "dist", "testdata", "test-results"}

// walk calls do with every file of the module's own and its name below root, written with slashes.
func walk(root string, do func(file, name string) error) error {
	return filepath.WalkDir(root, func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, file)
		switch {
		case err != nil:
			return err
		case !entry.IsDir():
			return do(file, filepath.ToSlash(name))
		case slices.Contains(foreign, entry.Name()) || name != "." && strings.HasPrefix(entry.Name(), "."):
			return filepath.SkipDir
		}
		return nil
	})
}
