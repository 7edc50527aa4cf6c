// Package deployment holds what docs/operating offers to operators to the types of those who will read it: Kubernetes,
// Compose, systemd. It is a module of its own, so that nothing of them comes near the server.
//
// Deliberately absent: what flags, ports and paths mean; tools/jadebox holds them to the command line.
package deployment

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/compose-spec/compose-go/v2/cli"
	"github.com/coreos/go-systemd/v22/unit"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/yaml"
)

const operating = "../../docs/operating"

func read(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(operating, name))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// decoded reads the documents of a manifest, each into the type that its kind names; a field that the type lacks is an
// error.
func decoded(manifest []byte) (list []any, err error) {
	for document := range bytes.SplitSeq(manifest, []byte("\n---\n")) {
		var meta metav1.TypeMeta
		if err := yaml.Unmarshal(document, &meta); err != nil {
			return nil, err
		}
		var into any
		switch meta.APIVersion + " " + meta.Kind {
		case "v1 ConfigMap":
			into = &corev1.ConfigMap{}
		case "v1 Secret":
			into = &corev1.Secret{}
		case "v1 Service":
			into = &corev1.Service{}
		case "apps/v1 StatefulSet":
			into = &appsv1.StatefulSet{}
		default:
			return nil, errors.New("no type for " + meta.APIVersion + " " + meta.Kind)
		}
		if err := yaml.UnmarshalStrict(document, into); err != nil {
			return nil, err
		}
		list = append(list, into)
	}
	return list, nil
}

func TestKubernetesReadsTheManifestsStrictly(t *testing.T) {
	manifest := read(t, "kubernetes/jadebox.yaml")
	list, err := decoded(manifest)
	if err != nil {
		t.Fatal(err)
	}
	var set *appsv1.StatefulSet
	var service *corev1.Service
	config := map[string]bool{}
	for _, each := range list {
		switch d := each.(type) {
		case *appsv1.StatefulSet:
			set = d
		case *corev1.Service:
			service = d
		case *corev1.ConfigMap:
			config["map "+d.Name] = true
		case *corev1.Secret:
			config["secret "+d.Name] = true
		}
	}
	if set == nil || service == nil || len(config) != 2 {
		t.Fatalf("set %v, service %v, config %v", set, service, config)
	}
	if *set.Spec.Replicas != 1 {
		t.Errorf("%d processes of a site that is one", *set.Spec.Replicas)
	}
	c := set.Spec.Template.Spec.Containers[0]
	ports := map[string]bool{}
	for _, p := range c.Ports {
		ports[p.Name] = true
	}
	for name, probe := range map[string]*corev1.Probe{"startup": c.StartupProbe, "ready": c.ReadinessProbe,
		"live": c.LivenessProbe} {
		if probe == nil || probe.HTTPGet == nil || !ports[probe.HTTPGet.Port.StrVal] {
			t.Errorf("%s asks no port of the container", name)
		}
	}
	for _, p := range service.Spec.Ports {
		if !ports[p.TargetPort.StrVal] {
			t.Errorf("the service leads to %q, which the container has not", p.TargetPort.StrVal)
		}
	}
	for _, from := range c.EnvFrom {
		switch {
		case from.ConfigMapRef != nil && config["map "+from.ConfigMapRef.Name]:
		case from.SecretRef != nil && config["secret "+from.SecretRef.Name]:
		default:
			t.Errorf("the environment comes from what is not here: %+v", from)
		}
	}
	volumes := map[string]bool{}
	for _, v := range set.Spec.Template.Spec.Volumes {
		volumes[v.Name] = true
	}
	for _, v := range set.Spec.VolumeClaimTemplates {
		volumes[v.Name] = true
	}
	for _, m := range c.VolumeMounts {
		if !volumes[m.Name] {
			t.Errorf("mounts %q, which is no volume", m.Name)
		}
	}
	label := set.Spec.Selector.MatchLabels["app.kubernetes.io/name"]
	if label == "" || set.Spec.Template.Labels["app.kubernetes.io/name"] != label ||
		service.Spec.Selector["app.kubernetes.io/name"] != label {
		t.Errorf("set, pod and service do not agree on %q", label)
	}
	if pause := c.Lifecycle.PreStop.Sleep; pause == nil ||
		*set.Spec.Template.Spec.TerminationGracePeriodSeconds <= pause.Seconds+9 {
		t.Error("the pod is killed before the server has drained")
	}
	for _, change := range [][2]string{{"readOnlyRootFilesystem", "readOnlyRootFs"}, {"periodSeconds", "periodSecs"},
		{"containerPort: 8080", "containerPort: web"}, {"kind: Secret", "kind: Secrets"}} {
		planted := strings.Replace(string(manifest), change[0], change[1], 1)
		if _, err := decoded([]byte(planted)); err == nil {
			t.Errorf("%s instead of %s goes unseen", change[1], change[0])
		}
	}
}

// composed loads the Compose file as `docker compose` does, with the example of its settings.
func composed(t *testing.T, file string) error {
	t.Helper()
	options, err := cli.NewProjectOptions([]string{file}, cli.WithName("jadebox"),
		cli.WithProfiles([]string{"proxy", "backup"}),
		cli.WithEnvFiles(filepath.Join(operating, "container", "compose.env.example")), cli.WithDotEnv)
	if err != nil {
		return err
	}
	project, err := options.LoadProject(context.Background())
	if err != nil {
		return err
	}
	var names []string
	for _, s := range project.Services {
		names = append(names, s.Name)
		if s.Restart == "" {
			t.Errorf("%s stays away when it ends", s.Name)
		}
	}
	slices.Sort(names)
	if !slices.Equal(names, []string{"backup", "haproxy", "jadebox", "postgres", "redis"}) {
		t.Errorf("services %q", names)
	}
	site := project.Services["jadebox"]
	for name, condition := range site.DependsOn {
		if project.Services[name].HealthCheck == nil || condition.Condition != "service_healthy" {
			t.Errorf("the site waits for %s, which never says that it is well", name)
		}
	}
	image := filepath.Join(site.Build.Context, site.Build.Dockerfile)
	if _, err := os.Stat(image); err != nil && file == composeFile(t) {
		t.Errorf("builds from %v", err)
	}
	return nil
}

func composeFile(t *testing.T) string {
	t.Helper()
	file, err := filepath.Abs(filepath.Join(operating, "container", "compose.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func TestComposeLoadsItsFile(t *testing.T) {
	file := composeFile(t)
	if err := composed(t, file); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, change := range [][2]string{{"stop_grace_period", "stop_grace"}, {"networks: [site]", "networks: [sites]"},
		{"condition: service_healthy", "condition: well"}, {"${POSTGRES_PASSWORD:?}", "${POSTGRES_PASS:?}"}} {
		planted := filepath.Join(t.TempDir(), "compose.yaml")
		changed := strings.Replace(string(text), change[0], change[1], 1)
		if err := os.WriteFile(planted, []byte(changed), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := composed(t, planted); err == nil {
			t.Errorf("%s instead of %s goes unseen", change[1], change[0])
		}
	}
}

// missing are settings that a unit lacks.
func missing(options []*unit.UnitOption, want ...string) (list []string) {
	for _, w := range want {
		if !slices.ContainsFunc(options, func(o *unit.UnitOption) bool { return o.Name+"="+o.Value == w }) {
			list = append(list, w)
		}
	}
	return list
}

func TestSystemdReadsTheUnits(t *testing.T) {
	for _, name := range []string{"jadebox.service", "jadebox-backup.service"} {
		text := read(t, "systemd/"+name)
		options, err := unit.DeserializeOptions(bytes.NewReader(text))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if list := missing(options, "User=jadebox", "ProtectSystem=strict", "NoNewPrivileges=yes", "PrivateTmp=yes",
			"CapabilityBoundingSet=", "StateDirectory=jadebox", "Restart=always", "UMask=0077"); len(list) > 0 {
			t.Errorf("%s lacks %q", name, list)
		}
		if complaint := analyzed(t, text); complaint != "" {
			t.Errorf("%s: %s", name, complaint)
		}
		planted := bytes.Replace(text, []byte("ProtectSystem=strict"), []byte("ProtectSystems=strict"), 1)
		if hasAnalyze() && analyzed(t, planted) == "" {
			t.Errorf("%s: a setting that there is not goes unseen", name)
		}
	}
}

// What systemd keeps open is the service's, and no other address is given to it.
func TestSystemdKeepsTheSitesAddressOpen(t *testing.T) {
	socket, err := unit.DeserializeOptions(bytes.NewReader(read(t, "systemd/jadebox.socket")))
	if err != nil {
		t.Fatal(err)
	}
	if list := missing(socket, "ListenStream=127.0.0.1:8080", "WantedBy=sockets.target"); len(list) > 0 {
		t.Errorf("the socket lacks %q", list)
	}
	for _, o := range socket {
		if o.Name == "Accept" && o.Value != "no" {
			t.Error("a process for each connection")
		}
	}
	service, err := unit.DeserializeOptions(bytes.NewReader(read(t, "systemd/jadebox.service")))
	if err != nil {
		t.Fatal(err)
	}
	if list := missing(service, "Requires=jadebox.socket"); len(list) > 0 {
		t.Errorf("the service lacks %q", list)
	}
	if bytes.Contains(read(t, "systemd/jadebox.json"), []byte(`"listen"`)) {
		t.Error("the address stands in two places")
	}
}

func hasAnalyze() bool {
	_, err := exec.LookPath("systemd-analyze")
	return err == nil
}

// analyzed is what systemd itself says of a unit whose program is here; "" where there is no systemd.
func analyzed(t *testing.T, text []byte) string {
	t.Helper()
	if !hasAnalyze() {
		return ""
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "planted.service")
	text = bytes.ReplaceAll(text, []byte("/usr/local/bin/jadebox"), []byte(program))
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	socket := filepath.Join(filepath.Dir(path), "jadebox.socket") // of the service, which names it
	if err := os.WriteFile(socket, read(t, "systemd/jadebox.socket"), 0o600); err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	c := exec.Command("systemd-analyze", "verify", "--man=no", path)
	c.Env = append(os.Environ(), "SYSTEMD_UNIT_PATH="+filepath.Dir(path)+":")
	c.Stdout, c.Stderr = io.Discard, &said
	err = c.Run()
	var complaints []string
	for line := range strings.Lines(said.String()) {
		if strings.Contains(line, "planted.service") { // others are of this machine
			complaints = append(complaints, strings.TrimSpace(line))
		}
	}
	if err != nil && len(complaints) == 0 {
		return err.Error() + ": " + said.String()
	}
	return strings.Join(complaints, "\n")
}
