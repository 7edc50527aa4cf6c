package config

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// written are the flags that the examples of docs/operating and README.md write to be filled in.
func written(t *testing.T) map[string][]string {
	t.Helper()
	found := map[string][]string{}
	row := regexp.MustCompile(`(?m)^[ ]*"?(?:JADEBOX_)?([A-Za-z_-]+)"?[ ]*[:=][ ]*"?([^"\n]*?)"?,?$`)
	for _, name := range []string{"docs/operating/container/compose.env.example", "docs/operating/systemd/jadebox.json",
		"docs/operating/kubernetes/jadebox.yaml"} {
		text, err := os.ReadFile(filepath.Join("..", "..", name))
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range row.FindAllStringSubmatch(string(text), -1) {
			flag := strings.ReplaceAll(strings.ToLower(m[1]), "_", "-")
			found[flag] = append(found[flag], m[2])
		}
	}
	return found
}

func TestALiveSiteTakesNoValueOfAnExample(t *testing.T) {
	const address = "--public-url=https://play.test"
	own := []string{"--pix-key=till@site.test", "--pix-webhook=" + strings.Repeat("s", 16)}
	found := written(t)
	tried := 0
	for _, flag := range []string{"database-url", "pix-key", "pix-name", "pix-webhook", "public-url"} {
		if len(found[flag]) == 0 {
			t.Errorf("no example has --%s", flag)
		}
		for _, value := range found[flag] {
			tried++
			args := append([]string{"serve", address}, own...)
			_, err := parse(t, append(args, "--"+flag+"="+value)...)
			if err == nil || !strings.Contains(err.Error(), "--"+flag+":") {
				t.Errorf("--%s=%s of an example: %v", flag, value, err)
			}
		}
	}
	if tried < 11 {
		t.Errorf("only %d values of examples", tried)
	}
	for _, args := range [][]string{{"--stripe-webhook=whsec_REPLACE-ME", "--stripe-key=sk"},
		{"--captcha-secret=REPLACE-ME"}, {"--origins=https://REPLACE-ME"}} {
		if _, err := parse(t, append([]string{"serve", address}, args...)...); err == nil ||
			!strings.Contains(err.Error(), "everybody knows") {
			t.Errorf("%v: %v", args, err)
		}
	}
	if _, err := parse(t, append([]string{"serve", address}, own...)...); err != nil {
		t.Errorf("a site's own values: %v", err)
	}
	if _, err := parse(t, "serve", "--demo", "--pix-key=pay@play.example", "--pix-webhook=REPLACE-ME"); err != nil {
		t.Errorf("a demo takes no money: %v", err)
	}
}

func TestASecretOfAWebhookThatCanBeGuessedIsRefused(t *testing.T) {
	for n, good := range map[int]bool{1: false, 15: false, 16: true, 44: true} {
		secret := strings.Repeat("x", n)
		for _, args := range [][]string{{"--pix-key=till@site.test", "--pix-webhook=" + secret},
			{"--stripe-key=sk", "--stripe-webhook=" + secret}} {
			_, err := parse(t, append([]string{"serve", "--public-url=https://play.test"}, args...)...)
			if (err == nil) != good || err != nil && strings.Contains(err.Error(), secret+"\"") {
				t.Errorf("%d bytes: %v", n, err)
			}
		}
	}
}

func TestALiveSiteHasNoAddressOfAnExample(t *testing.T) {
	for host, good := range map[string]bool{"play.example": false, "PLAY.Example": false, "play.example.": false,
		"example.com": false, "www.example.org": false, "shop.example.net:8443": false, "site.invalid": false,
		"play.example.io": true, "myexample.com": true, "example.com.br": true, "play.test": true,
		"localhost:8443": true, "203.0.113.7": true} {
		_, err := parse(t, "serve", "--public-url=https://"+host)
		if (err == nil) != good || err != nil && !strings.Contains(err.Error(), "--public-url:") {
			t.Errorf("%s: %v", host, err)
		}
	}
	if _, err := parse(t, "serve", "--demo", "--public-url=https://play.example"); err != nil {
		t.Errorf("a demo is seen by whoever tries it out: %v", err)
	}
}
