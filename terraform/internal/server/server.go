// Package server starts Bunting as users install it, for tests.
package server

import (
	"bufio"
	"crypto/rand"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
)

// Server is a running Bunting with a database of its own.
type Server struct {
	URL string
	Key string

	command *exec.Cmd
	input   io.Closer
	folder  string
}

// endWithUs kills the server when its standard input closes, which happens however the tests end.
const endWithUs = `data:text/javascript,process.stdin.resume().once('end', () => process.kill(process.pid, 'SIGKILL')).unref()`

var address = regexp.MustCompile(`Management API +(\S+)`)

// Start starts the program that npm test builds, with additional settings, and returns once it serves requests.
func Start(settings ...string) (*Server, error) {
	folder, err := os.MkdirTemp("", "bunting-terraform-")
	if err != nil {
		return nil, err
	}
	server := &Server{Key: "sk_" + rand.Text() + rand.Text(), folder: folder}
	main := filepath.Join(root(), "node_modules", ".bunting-program", "dist", "main.js")
	server.command = exec.Command("node", "--import", endWithUs, main, "serve")
	server.command.Env = append([]string{
		"PATH=" + os.Getenv("PATH"),
		"HOME=" + folder,
		"BUNTING_DATA_DIR=" + folder,
		"BUNTING_MANAGEMENT_PORT=0",
		"BUNTING_DELIVERY_PORT=0",
		"BUNTING_RATE_LIMIT_MANAGEMENT=off",
		"BUNTING_WEBHOOK_ALLOW=127.0.0.1",
		"BUNTING_BOOTSTRAP_SERVER_KEY=" + server.Key,
	}, settings...)
	return server, server.start()
}

// root returns the root folder of the repository.
func root() string {
	_, file, _, _ := runtime.Caller(0)
	return filepath.Join(filepath.Dir(file), "..", "..", "..")
}

func (s *Server) start() error {
	input, err := s.command.StdinPipe()
	if err != nil {
		return err
	}
	s.input = input
	output, err := s.command.StdoutPipe()
	if err != nil {
		return err
	}
	s.command.Stderr = os.Stderr
	if err := s.command.Start(); err != nil {
		return err
	}
	lines := bufio.NewScanner(output)
	var printed strings.Builder
	for lines.Scan() {
		fmt.Fprintln(&printed, lines.Text())
		if strings.Contains(lines.Text(), "Ctrl-C") {
			s.URL = address.FindStringSubmatch(printed.String())[1]
			go io.Copy(io.Discard, output)
			return nil
		}
	}
	s.Stop()
	return fmt.Errorf("the server did not start: is it built (node scripts/terraform.mjs does that)?\n%s", printed.String())
}

// Stop stops the server and removes its database.
func (s *Server) Stop() {
	s.command.Process.Kill()
	s.command.Wait()
	s.input.Close()
	os.RemoveAll(s.folder)
}
