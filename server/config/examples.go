package config

import (
	"net/url"
	"reflect"
	"slices"
	"strings"
)

// What docs/operating and README.md write where a site's own value belongs: every reader knows these secrets, and
// gets what is paid to this key.
const placeholder = "REPLACE-ME"

var examples = map[string]string{"pix-key": "pay@play.example", "pix-name": "Play Example"}

// webhookBytes is the least length of a secret that says that money has come.
const webhookBytes = 16

// exampleDomains are names that cannot be registered, or that are kept for examples: RFC 2606 and RFC 6761. Tests have
// .test.
var exampleDomains = []string{"example", "invalid", "example.com", "example.net", "example.org"}

// isExample reports whether an origin's host is one of an example.
func isExample(origin string) bool {
	u, err := url.Parse(origin)
	if err != nil {
		return false
	}
	host := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	return slices.ContainsFunc(exampleDomains, func(domain string) bool {
		return host == domain || strings.HasSuffix(host, "."+domain)
	})
}

// checkExamples calls refuse for every flag of a live site that still has an example's value, and for secrets of
// webhooks that can be guessed.
func (s *Serve) checkExamples(refuse func(name, format string, args ...any)) {
	if s.Demo {
		return
	}
	of := reflect.ValueOf(s).Elem()
	for i := range of.NumField() {
		field, value := of.Type().Field(i), of.Field(i)
		name := field.Tag.Get("name")
		if name == "" {
			name = strings.ToLower(field.Name)
		}
		var texts []string
		switch v := value.Interface().(type) {
		case string:
			texts = []string{v}
		case Secret:
			texts = []string{v.Reveal()}
		case []string:
			texts = v
		}
		if slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(text, placeholder) }) {
			refuse(name, "holds %s, an example's value, which everybody knows", placeholder)
		}
		if example := examples[name]; example != "" && slices.Contains(texts, example) {
			refuse(name, "%q is an example's value: write the site's own", example)
		}
	}
	if isExample(s.PublicURL) {
		refuse("public-url", "%q is an example's address, which no site can have: write the site's own", s.PublicURL)
	}
	for name, secret := range map[string]Secret{"stripe-webhook": s.StripeWebhook, "pix-webhook": s.PixWebhook} {
		if n := len(secret.Reveal()); n > 0 && n < webhookBytes {
			refuse(name, "%d bytes can be guessed: at least %d, such as \"head -c 32 /dev/urandom | base64\" makes", n,
				webhookBytes)
		}
	}
}
