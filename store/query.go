package store

import (
	"context"
	"database/sql"
)

// querier is a pool, a connection or a transaction.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// each runs a query and hands its rows to yield one by one; yield's first
// error ends it. doing says what for, in errors.
func each(ctx context.Context, q querier, doing, query string, args []any, yield func(*sql.Rows) error) error {
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return explain(doing, err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		if err := yield(rows); err != nil {
			return err
		}
	}
	return explain(doing, rows.Err())
}
