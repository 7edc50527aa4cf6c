package httpapi

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"jadebox/protocol"
	"jadebox/server/notice"
	"jadebox/server/publiclog"
	"jadebox/server/steam"
)

func decodeJSON(w *world, raw []byte, into any) {
	w.Helper()
	if err := json.Unmarshal(raw, into); err != nil {
		w.Fatal(err)
	}
}

func TestTheDocumentOffersTheTabsOfTheNoticeCentre(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		var spec struct {
			Components struct {
				Schemas map[string]json.RawMessage `json:"schemas"`
			} `json:"components"`
		}
		decodeJSON(w, w.visitor().get("/openapi.json").raw, &spec)
		var tab struct {
			Properties struct {
				Type struct {
					Enum []string `json:"enum"`
				} `json:"type"`
			} `json:"properties"`
		}
		decodeJSON(w, spec.Components.Schemas["NoticeTab"], &tab)
		if got := tab.Properties.Type.Enum; !slices.Equal(got, notice.Tabs[:]) {
			t.Errorf("the document offers %q, there are %q", got, notice.Tabs)
		}
	})
}

func TestDocumentDescribesTheCalls(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		var spec struct {
			OpenAPI    string                               `json:"openapi"`
			Paths      map[string]map[string]map[string]any `json:"paths"`
			Components struct {
				Schemas map[string]any `json:"schemas"`
			} `json:"components"`
		}
		raw := w.visitor().get("/openapi.json").raw
		decodeJSON(w, raw, &spec)
		if !strings.HasPrefix(spec.OpenAPI, "3.1") || len(spec.Paths) < 25 {
			t.Fatalf("%s with %d paths", spec.OpenAPI, len(spec.Paths))
		}
		open := spec.Paths["/api/box/{id}/open"]["post"]
		text, _ := json.Marshal(open)
		for _, want := range []string{`"Idempotency-Key"`, `"count"`, `"priceCents"`, `4203 count`, `6002 funds`,
			`"in":"path"`, `"token"`} {
			if !strings.Contains(string(text), want) {
				t.Errorf("box.open does not tell %s: %s", want, text)
			}
		}
		for _, path := range []string{"/api/user/login", "/api/user/register", "/api/user/steam/register",
			"/api/personal/center/password"} {
			refusals, _ := spec.Paths[path]["post"]["responses"].(map[string]any)
			for status, code := range map[string]string{"429": "4003 rateLimited", "503": "5001 busy"} {
				text, _ := json.Marshal(refusals[status])
				if !strings.Contains(string(text), code) || !strings.Contains(string(text), `"Retry-After"`) {
					t.Errorf("%s does not tell %s and when to come back: %s", path, code, text)
				}
			}
		}
		body, _ := json.Marshal(open["requestBody"])
		if strings.Contains(string(body), `"id"`) {
			t.Errorf("the id of the path is in the body: %s", body)
		}
		for ref := range refs(string(raw)) {
			if _, ok := spec.Components.Schemas[ref]; !ok {
				t.Errorf("schema %s is referred to and missing", ref)
			}
		}
		names := map[string]bool{}
		for path, methods := range spec.Paths {
			for method, op := range methods {
				name, _ := op["operationId"].(string)
				if name == "" || names[name] || op["summary"] == "" {
					t.Errorf("%s %s: operation %q without a name, a summary or twice", method, path, name)
				}
				names[name] = true
			}
		}
	})
}

// What comes with a refusal stands beside its number alone: a client reads it by that.
func TestTheDocumentSaysOfEachNumberWhatComesWithIt(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		var doc apiNumbers
		decodeJSON(w, w.visitor().get("/openapi.json").raw, &doc)
		brings := map[protocol.Code]string{protocol.CodeSecondFactor: "SecondAsked", protocol.CodeMaintenance: "Closed",
			protocol.CodeBadRequest: "Invalid", protocol.CodeConfirm: "StepUpAsked", protocol.CodeRollTask: "TaskItem",
			protocol.CodeCredentials: "", protocol.CodeFunds: "", protocol.CodeInternal: ""}
		seen := map[protocol.Code]bool{}
		for path, item := range doc.Paths {
			for method, op := range item {
				for status, answer := range op.Responses {
					var each []protocol.Code
					for _, told := range answer.Content["application/json"].Schema.AnyOf {
						each = append(each, told.Properties.ErrCode.Enum...)
						for _, code := range told.Properties.ErrCode.Enum {
							schema, ok := brings[code]
							if !ok {
								continue
							}
							seen[code] = true
							if is := string(told.Properties.Data); schema == "" && strings.Contains(is, "$ref") ||
								!strings.Contains(is, schema) {
								t.Errorf("%s %s: %d comes with %s", method, path, code, is)
							}
						}
					}
					slices.Sort(each)
					if all := doc.of(strings.ToUpper(method)+" "+path, status); !slices.Equal(each, all) {
						t.Errorf("%s %s: of %v it is said what comes with %v", method, path, all, each)
					}
				}
			}
		}
		if len(seen) != len(brings) {
			t.Errorf("only of %v", seen)
		}
	})
}

// What is served is described and what is described is served, method by method.
func TestEveryRouteIsDocumented(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		var spec struct {
			Paths map[string]map[string]any `json:"paths"`
		}
		decodeJSON(w, w.visitor().get("/openapi.json").raw, &spec)
		described := map[string]bool{}
		for path, methods := range spec.Paths {
			for method := range methods {
				described[strings.ToUpper(method)+" "+path] = true
			}
		}
		// The files of the client, the answer to a call that there is not, the pages of the demo's own Steam, and the
		// tiles of the public log, whose names have slashes.
		rest := map[string]bool{"/": true, steam.SandboxPath: true, publiclog.TilesPath: true}
		for _, path := range neverPages {
			rest[path] = true
		}
		for _, pattern := range w.api.Patterns() {
			if !described[pattern] && !rest[pattern] {
				t.Errorf("%s is served and not described", pattern)
			}
			delete(described, pattern)
			delete(rest, pattern)
		}
		for call := range described {
			t.Errorf("%s is described and not served", call)
		}
		for pattern := range rest {
			t.Errorf("%s is let pass and not there", pattern)
		}
		if page := string(w.visitor().get("/docs").raw); !strings.Contains(page, "/api/pay/webhook/{provider}") ||
			!strings.Contains(page, "/api/personal/center/bundling/phone") {
			t.Error("the page leaves routes out")
		}
	})
}

func refs(raw string) map[string]bool {
	out := map[string]bool{}
	for _, part := range strings.Split(raw, "#/components/schemas/")[1:] {
		out[part[:strings.IndexByte(part, '"')]] = true
	}
	return out
}

func TestDocsPageNeedsNothingFromElsewhere(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		page := string(w.visitor().get("/docs").raw)
		for _, banned := range []string{"<script", "http://", "https://", "style=", "<style", "onclick"} {
			if strings.Contains(page, banned) {
				t.Errorf("the page has %s", banned)
			}
		}
		for _, want := range []string{"/api/box/{id}/open", "/api/user/login", "battle.join", "4401 battleFull"} {
			if !strings.Contains(page, want) {
				t.Errorf("the page does not tell %s", want)
			}
		}
		if css := string(w.visitor().get("/docs/docs.css").raw); !strings.Contains(css, "body") {
			t.Error("no style")
		}
	})
}

// openWrites are the calls besides GET that need no token, each with why.
var openWrites = map[string]string{
	"pay.webhook":       "its signature is its token",
	"code.send":         "a phone is bound before there is an account, and a captcha is answered first",
	"captcha.answer":    "it stands before a login",
	"user.register":     "there is no account yet",
	"user.login":        "it gives the token",
	"user.loginProof":   "it gives the token, to a caller whose password was right",
	"user.loginPasskey": "it stands before a login, for a caller whose password was right",
	"user.password":     "a player who has forgotten it has no token: the phone's code is asked",
	"steam.login":       "it gives the token",
	"steam.register":    "there is no account yet",
}

func TestWhatWritesAsksForATokenOrSaysWhyNot(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		var spec struct {
			Paths map[string]map[string]struct {
				OperationID string
				Security    []map[string][]string
			} `json:"paths"`
			Components struct {
				SecuritySchemes map[string]any `json:"securitySchemes"`
			} `json:"components"`
		}
		decodeJSON(w, w.visitor().get("/openapi.json").raw, &spec)
		left := maps.Clone(openWrites)
		for path, methods := range spec.Paths {
			for method, op := range methods {
				open := len(op.Security) == 0
				for _, one := range op.Security {
					open = open || one[tokenScheme] == nil
					for scheme := range one {
						if spec.Components.SecuritySchemes[scheme] == nil {
							t.Errorf("%s %s is secured by %q, which is described nowhere", method, path, scheme)
						}
					}
				}
				if op.OperationID == "pay.webhook" {
					asked, signed := map[string]bool{}, map[string]bool{}
					for _, one := range op.Security {
						for header := range one {
							asked[header] = true
						}
					}
					for _, p := range w.api.Payments.Providers {
						signed[p.Signature()] = true
					}
					if len(signed) < 2 || !maps.Equal(asked, signed) {
						t.Errorf("the webhook of payments asks for %v, its providers sign in %v", asked, signed)
					}
				}
				if method == "get" || !open {
					continue
				}
				if openWrites[op.OperationID] == "" {
					t.Errorf("%s %s (%s) asks nobody for a token", method, path, op.OperationID)
				}
				delete(left, op.OperationID)
			}
		}
		for name := range left {
			t.Errorf("%s asks for a token, or is not there", name)
		}
	})
}
