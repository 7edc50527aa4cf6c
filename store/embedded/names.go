//go:build unix

package embedded

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Names are how the site's database of a cluster is reached. A cluster that Start made has those of this package; one
// that was copied from another PostgreSQL has its own, which stand in a file beside its data (docs/backup.md).
type Names struct {
	Database string `json:"database"`
	User     string `json:"user"`             // who connects; a superuser while there is no Keeper
	Schema   string `json:"schema,omitempty"` // of the tables; "" = public
	Keeper   string `json:"keeper,omitempty"` // the superuser of a cluster whose roles are settled (roles.go)
}

// namesFile stands in the directory of a cluster, so that a copy of it has it too.
const namesFile = "jadebox.names.json"

// KeepNames writes the names of a cluster's database into its directory.
func KeepNames(cluster string, n Names) error {
	return identity{}.writeNames(cluster, n, true)
}

// keepNames is KeepNames in a cluster of PostgreSQL's user.
func (s *Server) keepNames(cluster string, n Names) error {
	return s.bin.run.writeNames(cluster, n, s.opt.Settings["fsync"] != "off")
}

func (i identity) writeNames(cluster string, n Names, keep bool) error {
	text, err := json.Marshal(n)
	if err != nil {
		return err
	}
	return i.write(filepath.Join(cluster, namesFile), append(text, '\n'), keep)
}

// namesOf reads what KeepNames has written.
func namesOf(cluster string) (Names, error) {
	n := Names{Database: database, User: user}
	text, err := os.ReadFile(filepath.Join(cluster, namesFile))
	if errors.Is(err, fs.ErrNotExist) {
		return n, nil
	}
	if err != nil {
		return n, fmt.Errorf("embedded: %w", err)
	}
	if err := json.Unmarshal(text, &n); err != nil {
		return n, fmt.Errorf("embedded: %s cannot be read (%w), as after a power cut: remove it, or write "+
			`{"database":"NAME","user":"NAME"} into it where the cluster was copied from another PostgreSQL`,
			filepath.Join(cluster, namesFile), err)
	}
	return n, nil
}

// dsn connects with more settings, such as host and port.
func (n Names) dsn(where string) string {
	text := fmt.Sprintf("%s user=%s dbname=%s sslmode=disable", where, quote(n.User), quote(n.Database))
	if n.Schema != "" && n.Schema != "public" {
		text += " search_path=" + quote(`"`+strings.ReplaceAll(n.Schema, `"`, `""`)+`"`)
	}
	return text
}

// quote writes a value as the words of a connection are written; plain ones stay as they are.
func quote(value string) string {
	if value != "" && !strings.ContainsAny(value, " '\\\t\n\r") {
		return value
	}
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(value) + "'"
}
