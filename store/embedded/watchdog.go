//go:build unix

package embedded

import (
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

// watchdog is a shell that waits for the end of this process and then, unless another server has taken PostgreSQL
// over by then, shuts it down. So a server that is killed for good leaves nothing running.
type watchdog struct {
	cmd *exec.Cmd
	in  io.WriteCloser
}

// watchScript reads its standard input: a line means "exit", the end of input means that the server is gone.
// $1 cluster, $2 pid, $3 owner file, $4 the owner's token, $5 seconds of grace.
const watchScript = `
read -r _ && exit
sleep "$5"
read -r owner < "$3" && [ "$owner" = "$4" ] || exit
read -r pid < "$1/postmaster.pid" && [ "$pid" = "$2" ] && kill -INT "$2"
`

func (s *Server) watch(pid int) (*watchdog, error) {
	owner := filepath.Join(s.opt.DataDir, "run", "owner")
	token := fmt.Sprintf("%d-%d", os.Getpid(), time.Now().UnixNano())
	if err := s.bin.run.write(owner, []byte(token+"\n"), false); err != nil {
		return nil, err
	}
	grace := strconv.Itoa(int(math.Ceil(s.opt.OrphanGrace.Seconds())))
	cmd := exec.Command("/bin/sh", "-c", watchScript, "jadebox-watchdog", s.cluster(), strconv.Itoa(pid), owner, token,
		grace)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Dir, cmd.Env = "/", cleanEnv()
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("embedded: watchdog: %w", err)
	}
	return &watchdog{cmd, in}, nil
}

func (d *watchdog) dismiss() {
	io.WriteString(d.in, "\n")
	d.in.Close()
	d.cmd.Wait()
}
