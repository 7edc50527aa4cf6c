package main

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// develop serves a demo that follows the source: the page by Vite, which swaps a module in an open page, and a server
// that is built and started again after each change of it. The server's address is kept open meanwhile, so that pages
// wait instead of failing; the old server serves until the new one is built.
func (h *checkout) develop(listen, page string) error {
	if err := errors.Join(h.npm("client"), h.npm("store/embedded/dist")); err != nil {
		return err
	}
	l, err := net.Listen("tcp", listen)
	if err != nil {
		return err
	}
	defer l.Close()
	socket, err := l.(*net.TCPListener).File()
	if err != nil {
		return err
	}
	defer socket.Close()
	host, port, err := net.SplitHostPort(page)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	vite := h.command("client", filepath.Join("node_modules", ".bin", "vite"), "--host", host, "--port", port,
		"--strictPort")
	vite.Env = append(os.Environ(), "JADEBOX_LISTEN="+listen)
	if err := vite.Start(); err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- vite.Wait() }()
	defer func() { _ = vite.Process.Signal(syscall.SIGTERM) }()

	s := &following{checkout: h, socket: socket, url: "http://" + listen}
	defer s.stop()
	for {
		was, err := h.source()
		if err != nil {
			return err
		}
		began := time.Now()
		if err := s.renew(ctx); err != nil {
			fmt.Fprintln(h.err, "server:", err)
		} else {
			fmt.Fprintf(h.out, "server: runs what is written, after %.1f s; the page is at http://%s\n",
				time.Since(began).Seconds(), page)
		}
		if err := h.untilChanged(ctx, was, ended); err != nil || ctx.Err() != nil {
			return err
		}
	}
}

// following is the server of develop.
type following struct {
	*checkout
	socket *os.File
	url    string
	serve  *exec.Cmd
}

// renew builds the server and replaces the one that runs; a source that does not compile leaves it.
func (s *following) renew(ctx context.Context) error {
	binary := filepath.Join("bin", "jadebox-dev")
	if err := s.compile(nil, "go", "build", "-trimpath", "-o", binary, "./tools/jadebox"); err != nil {
		return err
	}
	s.stop()
	// sd_listen_fds(3): the variable names the process that it is for
	s.serve = s.command(".", "/bin/sh", "-c", `LISTEN_PID=$$ LISTEN_FDS=1 exec "$0" "$@"`, s.path(binary), "serve",
		"--demo", "--data", s.path(".data"), "--log-level", "warn")
	s.serve.ExtraFiles = []*os.File{s.socket}
	if err := s.serve.Start(); err != nil {
		s.serve = nil
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url+"/readyz", nil)
	if err != nil {
		return err
	}
	r.Close = true // it waits at the address that is kept open
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer a.Body.Close()
	if a.StatusCode != http.StatusOK {
		return fmt.Errorf("/readyz: %s", a.Status)
	}
	return nil
}

func (s *following) stop() {
	if s.serve == nil {
		return
	}
	_ = s.serve.Process.Signal(syscall.SIGTERM)
	_ = s.serve.Wait()
	s.serve = nil
}

// lookEvery is how often the source is looked at.
const lookEvery = 200 * time.Millisecond

// untilChanged waits until the source is another than it was, or there is nothing to wait for any more.
func (h *checkout) untilChanged(ctx context.Context, was uint64, ended <-chan error) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case err := <-ended:
			return fmt.Errorf("vite ended: %w", err)
		case <-time.After(lookEvery):
		}
		if is, err := h.source(); err != nil || is != was {
			return err
		}
	}
}

// source is a number for what the server is made of: names, sizes and times.
func (h *checkout) source() (uint64, error) {
	sum := fnv.New64a()
	for _, below := range []string{"go.mod", "go.sum", "actors", "fairness", "protocol", "server", "store", "tools"} {
		err := filepath.WalkDir(h.path(below), func(path string, d fs.DirEntry, err error) error {
			if errors.Is(err, fs.ErrNotExist) { // an editor has put another file in its place
				return nil
			}
			if err != nil {
				return err
			}
			switch name := d.Name(); {
			case d.IsDir() && (name == "node_modules" || name == "dist" || name == "packed"):
				return fs.SkipDir
			case d.IsDir() || strings.HasPrefix(name, ".") || strings.HasSuffix(name, "_test.go"):
				return nil
			}
			info, err := d.Info()
			if errors.Is(err, fs.ErrNotExist) {
				return nil
			}
			if err == nil {
				fmt.Fprintln(sum, path, info.Size(), info.ModTime().UnixNano())
			}
			return err
		})
		if err != nil {
			return 0, err
		}
	}
	return sum.Sum64(), nil
}
