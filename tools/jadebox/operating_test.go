package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"maps"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"go.yaml.in/yaml/v3"

	"jadebox/tools/operator"
)

var update = flag.Bool("update", false, "write the list of flags in docs/operating")

const operating = "../../docs/operating"

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(operating, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func serveNode(t *testing.T) *kong.Node {
	t.Helper()
	app := model(t)
	return app.Children[slices.IndexFunc(app.Children, func(n *kong.Node) bool { return n.Name == "serve" })]
}

func TestTheOperatorsListOfFlagsIsWhatServeTakes(t *testing.T) {
	const (
		name = "../../docs/operating/flags.md"
		head = "| Flag | Environment | Default | Meaning |\n|---|---|---|---|\n"
	)
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	text := string(content)
	before, _, found := strings.Cut(text, head)
	if !found {
		t.Fatalf("%s has no table", name)
	}
	var table strings.Builder
	for _, f := range serveNode(t).Flags {
		if f.Name == "help" || f.Name == "config" {
			continue
		}
		value := ""
		if !f.IsBool() {
			value = "=" + strings.Trim(f.FormatPlaceHolder(), `"`)
		}
		help := strings.ReplaceAll(f.Help, "|", `\|`)
		fmt.Fprintf(&table, "| `--%s%s` | `%s` | %s | %s |\n", f.Name, value, strings.Join(f.Envs, "`, `"),
			cmp.Or(f.Default, "–"), help)
	}
	want := before + head + table.String()
	if *update {
		if err := os.WriteFile(name, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if text != want {
		t.Errorf("%s is not what serve takes: go test ./tools/jadebox -run OperatorsList -update", name)
	}
}

// parsed is what the command line makes of arguments, environment aside.
func parsed(args ...string) (*commands, error) {
	var all commands
	p, err := parser(&all, kong.Writers(io.Discard, io.Discard), kong.Exit(func(int) {}),
		kong.Bind(&operator.Session{}), kong.BindTo(context.Background(), (*context.Context)(nil)))
	if err == nil {
		_, err = p.Parse(args)
	}
	return &all, err
}

// port is the one of an address.
func port(t *testing.T, address string) string {
	t.Helper()
	_, p, err := net.SplitHostPort(address)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// unset takes what this process was given out of the environment.
func unset(t *testing.T) {
	t.Helper()
	for _, each := range os.Environ() {
		if name, _, _ := strings.Cut(each, "="); strings.HasPrefix(name, "JADEBOX_") || name == "DATABASE_URL" {
			t.Setenv(name, "") // put back afterwards
			os.Unsetenv(name)
		}
	}
}

// filled is an example with a site's own values, without which serve refuses it.
func filled(text string) string {
	return strings.NewReplacer("REPLACE-ME", "of-this-site-alone", "pay@play.example", "till@site.test", "Play Example",
		"Site", "https://play.example", "https://site.test").Replace(text)
}

// given sets a deployment's environment, filled in; a name that serve does not read is an error.
func given(t *testing.T, environment map[string]string) (unknown []string) {
	t.Helper()
	unset(t)
	var known []string
	for _, f := range serveNode(t).Flags {
		known = append(known, f.Envs...)
	}
	for name, value := range environment {
		if !slices.Contains(known, name) {
			unknown = append(unknown, name)
		}
		t.Setenv(name, filled(value))
	}
	return unknown
}

// execStart is the command line of a unit, without the program.
func execStart(t *testing.T, unit string) []string {
	t.Helper()
	m := regexp.MustCompile(`(?m)^ExecStart=/usr/local/bin/jadebox (.*)$`).FindStringSubmatch(unit)
	if m == nil {
		t.Fatal("the unit starts nothing")
	}
	line := strings.NewReplacer("/etc/jadebox/jadebox.json", filepath.Join(operating, "systemd", "jadebox.json"),
		"${JADEBOX_BACKUP_TO}", "/mnt/other/site").Replace(m[1])
	return strings.Fields(line)
}

func TestTheUnitsSayWhatTheCommandLineTakes(t *testing.T) {
	unset(t)
	start := execStart(t, read(t, "systemd/jadebox.service"))
	if _, err := parsed(start...); err == nil || !strings.Contains(err.Error(), "everybody knows") {
		t.Errorf("the example as it stands: %v", err)
	}
	config := filepath.Join(t.TempDir(), "jadebox.json")
	if err := os.WriteFile(config, []byte(filled(read(t, "systemd/jadebox.json"))), 0o600); err != nil {
		t.Fatal(err)
	}
	start[slices.Index(start, "--config")+1] = config
	all, err := parsed(start...)
	if err != nil {
		t.Fatal(err)
	}
	if all.Serve.Data != "/var/lib/jadebox" || all.Serve.Demo || all.Serve.PublicURL == "" ||
		!strings.HasPrefix(all.Serve.IdentityKeys, "/var/lib/jadebox/") {
		t.Errorf("%+v", all.Serve.Serve)
	}
	if !strings.Contains(read(t, "systemd/jadebox.socket"), "\nListenStream="+all.Serve.Listen+"\n") {
		t.Errorf("systemd listens elsewhere than at %s", all.Serve.Listen)
	}
	stop := regexp.MustCompile(`(?m)^TimeoutStopSec=60s$`)
	if !stop.MatchString(read(t, "systemd/jadebox.service")) {
		t.Error("systemd may kill the site while it drains")
	}
	backup := execStart(t, read(t, "systemd/jadebox-backup.service"))
	if all, err := parsed(backup...); err != nil || !all.Backup.Take.Follow {
		t.Errorf("the backup's unit: %v", err)
	}
	if _, err := parsed(append(backup, "--folow")...); err == nil {
		t.Error("a flag that there is not goes unseen")
	}
}

// image is what the Containerfile gives every container: its environment, the ports that it shows and its health check.
func image(t *testing.T) (environment map[string]string, ports, health []string) {
	t.Helper()
	text := strings.ReplaceAll(read(t, "container/Containerfile"), "\\\n", " ")
	environment = map[string]string{}
	for line := range strings.Lines(text) {
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch word {
		case "ENV":
			for _, each := range strings.Fields(rest) {
				name, value, _ := strings.Cut(each, "=")
				environment[name] = value
			}
		case "EXPOSE":
			ports = strings.Fields(rest)
		case "HEALTHCHECK":
			_, command, _ := strings.Cut(rest, "CMD ")
			if err := yaml.Unmarshal([]byte(command), &health); err != nil {
				t.Fatal(err)
			}
		case "USER":
			if rest == "root" || strings.HasPrefix(rest, "0") {
				t.Error("the container runs as root")
			}
		}
	}
	return environment, ports, health
}

// checkPorts holds the ports that a deployment shows to those that its server listens on.
func checkPorts(t *testing.T, s *serve, shown ...string) {
	t.Helper()
	listens := []string{port(t, s.Listen), port(t, s.MetricsListen)}
	if slices.Sort(shown); !slices.Equal(shown, listens) {
		t.Errorf("shows the ports %q, the server listens on %q", shown, listens)
	}
}

func TestTheImageAsksWhatTheServerListensOn(t *testing.T) {
	environment, ports, health := image(t)
	if unknown := given(t, environment); len(unknown) > 0 {
		t.Errorf("serve does not read %q", unknown)
	}
	all, err := parsed("serve", "--demo")
	if err != nil {
		t.Fatal(err)
	}
	checkPorts(t, &all.Serve, ports...)
	if len(health) == 0 || health[0] != "jadebox" {
		t.Fatalf("the health check is %q", health)
	}
	asked, err := parsed(health[1:]...)
	if err != nil || asked.Ready.URL != "http://127.0.0.1:"+port(t, all.Serve.Listen) {
		t.Errorf("the health check asks %q, %v", asked.Ready.URL, err)
	}
}

// composed is the Compose file as far as these tests read it.
type composed struct {
	Services map[string]struct {
		Command     []string
		Environment map[string]string
		Ports       []string
	}
	Configs map[string]struct{ Content string }
}

// compose reads the Compose file, with the example of its settings.
func compose(t *testing.T) (file composed) {
	t.Helper()
	if err := yaml.Unmarshal([]byte(read(t, "container/compose.yaml")), &file); err != nil {
		t.Fatal(err)
	}
	values := map[string]string{}
	for line := range strings.Lines(read(t, "container/compose.env.example")) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		values[name] = value
	}
	for _, service := range file.Services {
		for name, value := range service.Environment {
			service.Environment[name] = os.Expand(value, func(of string) string {
				of, _, _ = strings.Cut(of, ":")
				if _, there := values[of]; !there {
					t.Errorf("compose.env.example lacks %s", of)
				}
				return values[of]
			})
		}
	}
	return file
}

// container sets the environment of one that Compose starts.
func container(t *testing.T, file composed, service string) {
	t.Helper()
	environment, _, _ := image(t)
	maps.Copy(environment, file.Services[service].Environment)
	if unknown := given(t, environment); len(unknown) > 0 {
		t.Errorf("serve does not read %q", unknown)
	}
}

func TestComposeGivesTheServerWhatItTakes(t *testing.T) {
	file := compose(t)
	site := file.Services["jadebox"]
	container(t, file, "jadebox")
	all, err := parsed(site.Command...)
	if err != nil {
		t.Fatal(err)
	}
	var inside []string
	for _, p := range site.Ports {
		inside = append(inside, p[strings.LastIndex(p, ":")+1:])
	}
	checkPorts(t, &all.Serve, inside...)
	at := regexp.MustCompile(`(?m)^ +ipv4_address: (\S+)$`).FindStringSubmatch(read(t, "container/compose.yaml"))
	if at == nil || !strings.Contains(read(t, "container/haproxy.cfg"), "server jadebox "+
		net.JoinHostPort(at[1], port(t, all.Serve.Listen))+"\n") {
		t.Errorf("HAProxy looks for the site elsewhere than at %q", at)
	}
	container(t, file, "backup")
	if all, err := parsed(file.Services["backup"].Command...); err != nil || !all.Backup.Take.Follow ||
		all.Backup.Take.DatabaseURL == "" {
		t.Errorf("the backup's container: %v", err)
	}
}

// The image of PostgreSQL makes its superuser with the password that the site connects by.
func TestTheSuperuserOfComposeHasNoPassword(t *testing.T) {
	script := compose(t).Configs["roles"].Content
	for _, part := range []string{`--set keeper="$$POSTGRES_USER" `, "\nALTER ROLE :\"keeper\" PASSWORD NULL;"} {
		if !strings.Contains(script, part) {
			t.Errorf("it keeps one: %q is not in\n%s", part, script)
		}
	}
}

// A container's environment names the site's directory and database, which a restore must not take for its own.
func TestTheContainersCommandsDoWhatTheyAreWrittenFor(t *testing.T) {
	file := compose(t)
	runs := regexp.MustCompile(`(?m)^docker compose .*run --rm (\w+) (.*)$`)
	lines := runs.FindAllStringSubmatch(read(t, "README.md"), -1)
	if len(lines) != 3 {
		t.Fatalf("%d commands", len(lines))
	}
	done := map[string]bool{}
	for _, m := range lines {
		container(t, file, m[1])
		words := strings.Fields(strings.Replace(m[2], "'2026-11-26 14:30:00'", "2026-11-26T14:30:00", 1))
		all, err := parsed(words...)
		if err != nil {
			t.Errorf("%s: %v", m[2], err)
			continue
		}
		r := all.Restore
		switch {
		case words[0] == "verify-backup":
			done["verify"] = all.VerifyBack.From == "/backup"
		case r.From != "":
			done["restore"] = r.Data == "/var/lib/jadebox/restored" && r.DatabaseURL == ""
		default:
			done["mark"] = r.DatabaseURL == "env" && r.Data == "" && r.To != ""
		}
	}
	if !done["verify"] || !done["restore"] || !done["mark"] {
		t.Errorf("they do %v", done)
	}
}

func TestKubernetesGivesTheServerWhatItTakes(t *testing.T) {
	environment := map[string]string{}
	var container struct {
		Args  []string
		Ports []struct{ ContainerPort int }
	}
	paths := regexp.MustCompile(`path: (\S+)`)
	manifest := read(t, "kubernetes/jadebox.yaml")
	for document := range strings.SplitSeq(manifest, "\n---\n") {
		var d struct {
			Data, StringData map[string]string
			Spec             struct {
				Template struct {
					Spec struct{ Containers []yaml.Node }
				}
			}
		}
		lower := strings.NewReplacer("stringData:", "stringdata:", "containerPort:", "containerport:").Replace(document)
		if err := yaml.Unmarshal([]byte(lower), &d); err != nil {
			t.Fatal(err)
		}
		for _, from := range []map[string]string{d.Data, d.StringData} {
			for name, value := range from {
				environment[name] = value
			}
		}
		for _, c := range d.Spec.Template.Spec.Containers {
			if err := c.Decode(&container); err != nil {
				t.Fatal(err)
			}
		}
	}
	if unknown := given(t, environment); len(unknown) > 0 {
		t.Errorf("serve does not read %q", unknown)
	}
	all, err := parsed(container.Args...)
	if err != nil {
		t.Fatal(err)
	}
	var shown []string
	for _, p := range container.Ports {
		shown = append(shown, fmt.Sprint(p.ContainerPort))
	}
	checkPorts(t, &all.Serve, shown...)
	probes, err := os.ReadFile("../../server/httpapi/probes.go")
	if err != nil {
		t.Fatal(err)
	}
	asked := paths.FindAllStringSubmatch(manifest, -1)
	if len(asked) != 3 {
		t.Errorf("%d probes ask", len(asked))
	}
	for _, m := range asked {
		if !strings.Contains(string(probes), `Path: "`+m[1]+`"`) {
			t.Errorf("the server does not answer %s", m[1])
		}
	}
	if unknown := given(t, map[string]string{"JADEBOX_LISTENS": ":1"}); len(unknown) != 1 {
		t.Error("a name that serve does not read goes unseen")
	}
}
