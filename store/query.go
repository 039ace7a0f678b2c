package store

import (
	"context"
	"database/sql"
	"errors"
	"sync"
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
	return hand(rows, err, doing, yield)
}

// hand gives the rows of a query, unless that has failed.
func hand(rows *sql.Rows, err error, doing string, yield func(*sql.Rows) error) error {
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

// mostStatements bounds how many statements are kept; what is asked beyond them
// is prepared for the one time.
const mostStatements = 16

// statements are queries of a pool, prepared when they are first asked: to parse
// a long one takes longer than to answer it.
type statements struct {
	mu       sync.Mutex
	prepared map[string]*sql.Stmt
}

// query asks a pool, whose statements these are.
func (s *statements) query(ctx context.Context, pool *sql.DB, query string, args []any) (*sql.Rows, error) {
	stmt, err := s.of(ctx, pool, query)
	switch {
	case err != nil:
		return nil, err
	case stmt == nil:
		return pool.QueryContext(ctx, query, args...)
	}
	return stmt.QueryContext(ctx, args...)
}

// of is the prepared form of a query, nil where there are too many.
func (s *statements) of(ctx context.Context, pool *sql.DB, query string) (*sql.Stmt, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if stmt := s.prepared[query]; stmt != nil || len(s.prepared) >= mostStatements {
		return stmt, nil
	}
	stmt, err := pool.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	if s.prepared == nil {
		s.prepared = map[string]*sql.Stmt{}
	}
	s.prepared[query] = stmt
	return stmt, nil
}

func (s *statements) close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var errs []error
	for _, stmt := range s.prepared {
		errs = append(errs, stmt.Close())
	}
	clear(s.prepared)
	return errors.Join(errs...)
}
