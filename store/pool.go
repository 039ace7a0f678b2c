package store

import (
	"database/sql"
	"net/url"
	"path/filepath"
	"strings"

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
	connector, err := sqlite.NewConnector(dsn)
	if err != nil {
		return nil, explain("open the database", err)
	}
	pool := sql.OpenDB(connector)
	pool.SetMaxOpenConns(open)
	pool.SetMaxIdleConns(idle)
	pool.SetConnMaxLifetime(0)
	pool.SetConnMaxIdleTime(0)
	return pool, nil
}
