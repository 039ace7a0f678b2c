package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"net/url"
	"path/filepath"
	"strings"
	"sync/atomic"

	"modernc.org/sqlite"
)

// writerDSN is for the one connection that writes. Pragmas stand in the DSN
// because one that is executed reaches a single connection of a pool only.
// synchronous=FULL is what makes an acknowledged commit survive a power cut:
// with NORMAL, half of simulated cuts lost some.
func writerDSN(path string) string {
	return dsn(path, "mode=rw", "_txlock=immediate", "_defensive=1", "_dqs=0", "_error_rc=1",
		"_busy_timeout=5000",
		"_pragma=journal_mode(WAL)", "_pragma=synchronous(FULL)", "_pragma=foreign_keys(1)",
		"_pragma=trusted_schema(0)", "_pragma=recursive_triggers(1)", "_pragma=cache_size(-500)",
		"_pragma=mmap_size(0)", "_pragma=temp_store(FILE)", "_pragma=journal_size_limit(16777216)")
}

// readerDSN is for connections that only read; mode=ro holds because the name
// begins with "file:".
func readerDSN(path string) string {
	return dsn(path, "mode=ro", "_defensive=1", "_dqs=0", "_error_rc=1", "_busy_timeout=5000", "_query_only=1",
		"_pragma=trusted_schema(0)", "_pragma=cache_size(-200)", "_pragma=mmap_size(0)", "_pragma=temp_store(FILE)")
}

// roomy is a connection that keeps more of the file: 4 MB, which holds all of a moderate
// one.
func roomy(dsn string) string { return dsn + "&_pragma=cache_size(-4000)" }

func dsn(path string, options ...string) string {
	slashed := filepath.ToSlash(path)
	if !strings.HasPrefix(slashed, "/") {
		slashed = "/" + slashed // a drive letter
	}
	u := url.URL{Scheme: "file", Path: slashed, RawQuery: strings.Join(options, "&")}
	return u.String()
}

// openPool prepares a pool of at most open connections (0: no limit), of
// which idle are kept for ever. It opens none yet.
func openPool(dsn string, open, idle int) (*sql.DB, error) {
	return openPoolOf(dsn, new(atomic.Int64), open, idle)
}

// openPoolOf is openPool for a file that another may take the place of: a
// connection that was made before the count moved is never used again.
func openPoolOf(dsn string, exchanged *atomic.Int64, open, idle int) (*sql.DB, error) {
	inner, err := sqlite.NewConnector(dsn)
	if err != nil {
		return nil, explain("open the database", err)
	}
	pool := sql.OpenDB(connector{inner, exchanged})
	pool.SetMaxOpenConns(open)
	pool.SetMaxIdleConns(idle)
	pool.SetConnMaxLifetime(0)
	pool.SetConnMaxIdleTime(0)
	return pool, nil
}

// dropIdle closes the idle connections of a pool.
func dropIdle(pool *sql.DB, idle int) {
	pool.SetMaxIdleConns(-1)
	pool.SetMaxIdleConns(idle)
}

// connector makes connections that know when their file was exchanged.
type connector struct {
	driver.Connector
	exchanged *atomic.Int64
}

// Connect implements driver.Connector.
func (c connector) Connect(ctx context.Context) (driver.Conn, error) {
	made := c.exchanged.Load()
	conn, err := c.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	inner, ok := conn.(sqliteConn)
	if !ok {
		return conn, nil
	}
	return &connection{inner, made, c.exchanged}, nil
}

// sqliteConn is what database/sql may ask of a connection of SQLite's driver.
type sqliteConn interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.ExecerContext
	driver.QueryerContext
	driver.Pinger
	driver.SessionResetter
	driver.Validator
	sqlite.FileControl
}

// connection is one to the file that stood there when it was made.
type connection struct {
	sqliteConn
	made      int64
	exchanged *atomic.Int64
}

func (c *connection) outdated() bool { return c.made != c.exchanged.Load() }

// ResetSession implements driver.SessionResetter.
func (c *connection) ResetSession(ctx context.Context) error {
	if c.outdated() {
		return driver.ErrBadConn
	}
	return c.sqliteConn.ResetSession(ctx)
}

// IsValid implements driver.Validator.
func (c *connection) IsValid() bool { return !c.outdated() && c.sqliteConn.IsValid() }

// Close closes the connection. SQLite's last one removes the write-ahead log by
// its name, which by now may be that of another database.
func (c *connection) Close() error {
	if c.outdated() {
		if _, err := c.FileControlPersistWAL("main", 1); err != nil {
			return err // better a connection too many than a database too few
		}
	}
	return c.sqliteConn.Close()
}
