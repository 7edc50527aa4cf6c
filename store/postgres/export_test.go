package postgres

import "context"

// WriterSetting reads a setting as the first writer's connection has it. Only while nothing is submitted.
func (e *Engine) WriterSetting(ctx context.Context, name string) (value string) {
	if err := e.writers[0].conn.QueryRow(ctx, `SELECT current_setting($1)`, name).Scan(&value); err != nil {
		return err.Error()
	}
	return value
}
