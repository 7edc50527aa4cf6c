package loadsim

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/go-json-experiment/json"

	"jadebox/tools/loadsim/journal"
)

// accounts are those of earlier runs, by the number of their bot: they spare a server the hashing of passwords.
type accounts map[int]journal.Account

// readAccounts loads a file of one account a line; one that is not there yet has none. Errors name file and line.
func readAccounts(path string) (accounts, error) {
	list := accounts{}
	if path == "" {
		return list, nil
	}
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return list, nil
	}
	if err != nil {
		return nil, err
	}
	names := map[string]bool{}
	for i, line := range bytes.Split(bytes.TrimRight(b, "\n"), []byte("\n")) {
		var a journal.Account
		err := json.Unmarshal(line, &a, json.RejectUnknownMembers(true))
		_, twice := list[a.Bot]
		switch {
		case err != nil:
		case a.Name == "" || a.Bot < 0:
			err = errors.New("an account has a bot and a name")
		case twice || names[a.Name]:
			err = fmt.Errorf("bot %d or name %q stands there twice", a.Bot, a.Name)
		}
		if err != nil {
			return nil, fmt.Errorf("%w: accounts %s: line %d: %w", ErrOptions, path, i+1, err)
		}
		list[a.Bot], names[a.Name] = a, true
	}
	return list, nil
}

// of is a bot's account, without a name when there is none yet.
func (a accounts) of(bot int) journal.Account {
	known := a[bot]
	known.Bot = bot
	return known
}

// keep puts the accounts of a crew beside those that are there. A run that is killed leaves the file as it was or
// whole.
func (a accounts) keep(path string, crew []*bot) error {
	if path == "" {
		return nil
	}
	for _, b := range crew {
		if b.account.Name != "" {
			a[b.account.Bot] = b.account
		}
	}
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*") // for its owner only
	if err != nil {
		return err
	}
	for _, bot := range slices.Sorted(maps.Keys(a)) {
		var line []byte
		if line, err = json.Marshal(a[bot]); err != nil {
			break
		}
		if _, err = f.Write(append(line, '\n')); err != nil {
			break
		}
	}
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name()) // what failed is told
	}
	return err
}
