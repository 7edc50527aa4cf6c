//go:build linux

package process

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"syscall"
	"testing"
	"time"
)

// partEnv makes this test's binary a server that says whether it was asked to stop, or a tool that runs one.
const partEnv = "JADEBOX_TEST_PROCESS"

// The process's first thread outlives every goroutine: it is kept from the tests.
func init() { runtime.LockOSThread() }

func TestMain(m *testing.M) {
	switch os.Getenv(partEnv) {
	case "server":
		err := serve(os.Args[slices.Index(os.Args, "--listen")+1], os.Args[slices.Index(os.Args, "--data")+1])
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	case "tool":
		if _, err := start(os.Args[1]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		fmt.Println("ready")
		select {}
	}
	os.Exit(m.Run())
}

// serve answers until SIGTERM, which it writes down.
func serve(listen, data string) error {
	l, err := net.Listen("tcp", listen)
	if err != nil {
		return err
	}
	asked := make(chan os.Signal, 1)
	signal.Notify(asked, syscall.SIGTERM)
	go func() {
		<-asked
		if os.WriteFile(filepath.Join(data, "stopped"), nil, 0o644) == nil {
			os.Exit(0)
		}
	}()
	return http.Serve(l, http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
}

func start(data string) (*Server, error) {
	listen, err := FreeAddress()
	if err != nil {
		return nil, err
	}
	if err := os.Setenv(partEnv, "server"); err != nil {
		return nil, err
	}
	defer os.Unsetenv(partEnv)
	return Start(context.Background(), Options{Bin: os.Args[0], Data: data, Listen: listen, Log: os.Stderr})
}

func stopped(data string) bool {
	_, err := os.Stat(filepath.Join(data, "stopped"))
	return err == nil
}

func TestAServerIsAskedToStopWhenTheToolThatStartedItIsKilled(t *testing.T) {
	data := t.TempDir()
	tool := exec.Command(os.Args[0], data)
	tool.Env, tool.Stderr = append(os.Environ(), partEnv+"=tool"), t.Output()
	out, err := tool.StdoutPipe()
	if err == nil {
		err = tool.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(out, make([]byte, len("ready\n"))); err != nil {
		t.Fatal(err)
	}
	if stopped(data) {
		t.Fatal("it was stopped while the tool ran")
	}
	if err := tool.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(10 * time.Second); !stopped(data); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("it runs on")
		}
	}
	_ = tool.Wait() // it was killed
}

// The kernel tells a child of the end of the thread that started it.
func TestAServerOutlivesTheThreadThatStartedIt(t *testing.T) {
	data := t.TempDir()
	var server *Server
	var err error
	thread, ended := 0, make(chan struct{})
	go func() {
		defer close(ended)
		runtime.LockOSThread() // and never unlocked: the thread ends with the goroutine
		thread = syscall.Gettid()
		server, err = start(data)
	}()
	if <-ended; err != nil {
		t.Fatal(err)
	}
	task := fmt.Sprintf("/proc/self/task/%d", thread)
	for end := time.Now().Add(10 * time.Second); ; time.Sleep(time.Millisecond) {
		if _, err := os.Stat(task); err != nil {
			break
		}
		if time.Now().After(end) {
			t.Fatal("the thread does not end")
		}
	}
	time.Sleep(100 * time.Millisecond)
	if stopped(data) || server.Exited() {
		t.Error("it ended with the thread")
	}
	if err := server.Kill(); err != nil || stopped(data) {
		t.Errorf("killed: %v, asked to stop: %v", err, stopped(data))
	}
}
