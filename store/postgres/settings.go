package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"jadebox/store"
)

const versionColumns = `name, version, value, at, author, note`

func scanVersion(row pgx.CollectableRow) (v store.SettingVersion, err error) {
	err = row.Scan(&v.Name, &v.Version, &v.Value, &v.At, &v.Author, &v.Note)
	v.At = v.At.UTC()
	return v, err
}

// SettingsStamp implements store.Settings.
func (e *Engine) SettingsStamp(ctx context.Context) (stamp int64, err error) {
	err = e.pool.QueryRow(ctx, `SELECT stamp FROM setting_stamp`).Scan(&stamp)
	return stamp, found(err, "stamp of settings")
}

// Settings implements store.Settings.
func (e *Engine) Settings(ctx context.Context) (*store.SettingsNow, error) {
	now := &store.SettingsNow{Values: map[string]store.SettingVersion{}}
	err := pgx.BeginTxFunc(ctx, e.pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly},
		func(tx pgx.Tx) error {
			if err := tx.QueryRow(ctx, `SELECT stamp FROM setting_stamp`).Scan(&now.Stamp); err != nil {
				return err
			}
			rows, _ := tx.Query(ctx, `SELECT DISTINCT ON (name) `+versionColumns+
				` FROM setting_version ORDER BY name, version DESC`)
			list, err := pgx.CollectRows(rows, scanVersion)
			for _, v := range list {
				now.Values[v.Name] = v
			}
			return err
		})
	if err != nil {
		return nil, found(err, "settings")
	}
	return now, nil
}

// SetSetting implements store.Settings. The stamps put changes of all settings and of the
// catalogue one after the other.
func (e *Engine) SetSetting(ctx context.Context, c store.SettingChange) (version int64, err error) {
	err = store.ChangeRules(ctx, rulesOf{e}, e.opt.Clock(), func(r store.Rules) (*store.RulesChange, error) {
		stamp, err := e.SettingsStamp(ctx)
		if err != nil {
			return nil, err
		}
		if stamp != c.Stamp {
			return nil, fmt.Errorf("%w: settings have changed since stamp %d", store.ErrConflict, c.Stamp)
		}
		if err := c.SameCatalogue(ctx, e); err != nil {
			return nil, err
		}
		version = 1
		for _, v := range r.Settings {
			if v.Name == c.Name {
				version = max(version, v.Version+1)
			}
		}
		return &store.RulesChange{Setting: &store.SettingVersion{Name: c.Name, Version: version, Value: c.Value,
			At: c.At, Author: c.Author, Note: c.Note}}, nil
	})
	if err != nil {
		return 0, found(err, "")
	}
	return version, nil
}

// settingVersions are all versions of all settings, by name and version.
func settingVersions(ctx context.Context, db querier) ([]store.SettingVersion, error) {
	rows, _ := db.Query(ctx, `SELECT `+versionColumns+` FROM setting_version ORDER BY name, version`)
	list, err := pgx.CollectRows(rows, scanVersion)
	return list, found(err, "")
}

// SettingHistory implements store.Settings.
func (e *Engine) SettingHistory(ctx context.Context, name string, n int) ([]store.SettingVersion, error) {
	rows, _ := e.pool.Query(ctx, `SELECT `+versionColumns+
		` FROM setting_version WHERE name = $1 ORDER BY version DESC LIMIT $2`, name, n)
	list, err := pgx.CollectRows(rows, scanVersion)
	return list, found(err, "")
}
