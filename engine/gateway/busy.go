package gateway

import (
	"bufio"
	"bytes"
	"context"
	"encoding/hex"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// BusyError tells that the listen address is in use and, where it can be found
// out, by whom.
type BusyError struct {
	Addr     string
	PID      int    // 0 where unknown
	Command  string // "" where unknown
	Holdfast bool   // another holdfast answers there
	Err      error
}

// Error implements error: a sentence that says what to do.
func (e *BusyError) Error() string {
	holder := "another program"
	switch {
	case e.Holdfast:
		holder = "another holdfast"
	case e.Command != "":
		holder = e.Command
	}
	if e.PID > 0 {
		holder += fmt.Sprintf(" (pid %d)", e.PID)
	}
	return fmt.Sprintf("%s is in use by %s; stop it, or choose another address with --listen %s", e.Addr, holder, nextAddr(e.Addr))
}

// Unwrap returns the error of the listen call.
func (e *BusyError) Unwrap() error { return e.Err }

// nextAddr proposes the address one port up.
func nextAddr(addr string) string {
	host, port, err := net.SplitHostPort(addr)
	n, convErr := strconv.Atoi(port)
	if err != nil || convErr != nil || n >= 65535 {
		return "127.0.0.1:4142"
	}
	return net.JoinHostPort(host, strconv.Itoa(n+1))
}

func newBusyError(addr string, err error) *BusyError {
	e := &BusyError{Addr: addr, Err: err}
	_, port, _ := net.SplitHostPort(addr)
	n, convErr := strconv.Atoi(port)
	if convErr != nil {
		return e
	}
	e.PID, e.Command = portHolder(n)
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	e.Holdfast = isHoldfast(ctx, "http://"+addr)
	return e
}

func isHoldfast(ctx context.Context, base string) bool {
	own, _ := Probe(ctx, base)
	return own
}

// Probe asks the server at a base URL for its health and tells whether it
// carries holdfast's mark, and whether it wants a token.
func Probe(ctx context.Context, base string) (own, token bool) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, base+"/health", nil)
	if err != nil {
		return false, false
	}
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	resp, err := client.Do(req)
	if err != nil {
		return false, false
	}
	resp.Body.Close()
	own = resp.Header.Get("Server") == ownServer
	return own, own && resp.StatusCode == http.StatusUnauthorized
}

// portHolder finds the process that listens on a port through /proc; 0 and ""
// where there is no /proc or the process belongs to someone else.
func portHolder(port int) (pid int, command string) {
	inodes := make(map[string]bool)
	for _, file := range []string{"/proc/net/tcp", "/proc/net/tcp6"} {
		table, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		for _, inode := range listeningInodes(table, port) {
			inodes["socket:["+inode+"]"] = true
		}
	}
	if len(inodes) == 0 {
		return 0, ""
	}
	links, _ := filepath.Glob("/proc/[0-9]*/fd/*") // the pattern is valid
	for _, link := range links {
		if to, err := os.Readlink(link); err != nil || !inodes[to] {
			continue
		}
		id := strings.Split(link, "/")[2]
		pid, _ = strconv.Atoi(id) // the glob matched digits
		name, _ := os.ReadFile("/proc/" + id + "/comm")
		return pid, strings.TrimSpace(string(name))
	}
	return 0, ""
}

// listeningInodes reads a table in the form of /proc/net/tcp and returns the
// inodes of the sockets that listen on port.
func listeningInodes(table []byte, port int) []string {
	const listening = "0A"
	var inodes []string
	lines := bufio.NewScanner(bytes.NewReader(table))
	for lines.Scan() {
		field := strings.Fields(lines.Text())
		if len(field) < 10 || field[3] != listening {
			continue
		}
		_, portHex, _ := strings.Cut(field[1], ":")
		b, err := hex.DecodeString(portHex)
		if err == nil && len(b) == 2 && int(b[0])<<8|int(b[1]) == port {
			inodes = append(inodes, field[9])
		}
	}
	return inodes
}
