package floors

import (
	"fmt"
	"go/scanner"
	"go/token"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
)

// gone are words that once had a private meaning here, each with what the thing is called now, and those that say of a
// player or an operator more than is known. They stand nowhere in code: not in a name, not in a comment, not in a text.
var gone = map[string]string{
	"blow":    "crash point",
	"clerk":   "prepare",
	"courier": "worker",
	"desk":    "Service, queries or screens",
	"drama":   "scenario",
	"hall":    "lobby",
	"he":      "they, or who it is",
	"her":     "their",
	"herself": "themselves",
	"him":     "them",
	"himself": "themselves",
	"his":     "their",
	"she":     "they, or who it is",
	"stint":   "activation or duty",
	"tally":   "progress",
	"teller":  "injector",
}

// unnamed are words that plain comments may use, but that nothing is named by in Go and in the client's code, nor a
// file of it.
var unnamed = map[string]string{
	"board": "settings",
	"book":  "history",
	"card":  "voucher, summary or wish card",
	"cast":  "players or workers",
	"cell":  "activation",
	"door":  "Ledger, port or socket",
	"fault": "apierr",
	"flow":  "visitor",
	"found": "prepare or createPrepared",
	"frame": "settings",
	"mark":  "lock, anchor or NonceStore",
	"plan":  "settings",
	"scene": "workload or scenario",
	"sit":   "join or joinPrepared",
	"sky":   "scheduler",
	"terms": "settings",
}

// unsaid are those of unnamed that no comment in Go has, either. The others are plain words there: what a search has
// found, the frame of a socket, a plan of queries, the one door for money.
var unsaid = map[string]string{"cast": unnamed["cast"], "flow": unnamed["flow"], "sky": unnamed["sky"]}

// keptWord is an exception.
type keptWord struct {
	word, at string // at: the file or folder, "": everywhere
	name     *regexp.Regexp
	why      string
}

// kept are the names that have such a word rightly: the product's own, and what is on the wire, stored or signed.
var kept = []keptWord{
	{"board", "actors/rewards", all, "the sign-in board, and those of the ranking"},
	{"board", "client/bench", all, "a board of figures"},
	{"board", "client/e2e", all, "the sign-in board, and those of the ranking"},
	{"board", "client/src/features/ranking", all, "those of the ranking"},
	{"board", "client/src/features/sign", all, "the sign-in board"},
	{"board", "client/src/routes/screens/rankings.tsx", all, "those of the ranking"},
	{"board", "client/src/state/query.ts", all, "those of the ranking"},
	{"board", "server/httpapi", regexp.MustCompile(`(?i)^(sign)?board$`),
		"the sign-in board, and those of the ranking"},
	{"board", "server/registry/economy", regexp.MustCompile(`^Boards$`), "those of the ranking"},
	{"board", "tools/deployment/alarms", all, "the operator's board of figures"},
	{"book", "", regexp.MustCompile(`(?i)books`), "the books of an account are what accountants call them"},
	{"book", "client/src/features/upgrade/hall-page.tsx", regexp.MustCompile(`^BookOpen$`), "an icon's name"},
	{"card", "", regexp.MustCompile(`(?i)wishcards?|cardnum$|bottlecards`), "the wish cards of the wish tree"},
	{"card", "", regexp.MustCompile(`(?i)^(deck|top|turn|flip|flipped)cards?$`), "a card of a lucky-card deck"},
	{"card", "", regexp.MustCompile(`^CodeCard|^idCardOf$`), "an identity card"},
	{"card", "actors/kinds/luckycard", all, "the cards of a lucky-card deck"},
	{"card", "actors/player/limits_test.go", all, "the cards of a lucky-card deck"},
	{"card", "actors/rewards/progress/progress_test.go", all, "the cards of a lucky-card deck"},
	{"card", "actors/sim/luckycard.go", all, "the cards of a lucky-card deck"},
	{"card", "client", regexp.MustCompile(`^(?i:cards?)$`),
		"a card on the screen or of a deck, and the field of a room's snapshot"},
	{"card", "client", regexp.MustCompile(`^(Bag|Box|Drop|Goal|Item|Poster|Roll|Room|Sign)Card(Props|View)?$|` +
		`^(focus|few)Cards?$|^card(In|Strip)$|^Card(Strip|Light\w*)$|^cardLightScene$`), "a card on the screen"},
	{"card", "client", regexp.MustCompile(`^(set|is|new|strip|verify|erase|export|shown)Card$|` +
		`^card(Config|Error)$|^Card(Config|Export|Shown)$`), "an identity card"},
	{"card", "client", regexp.MustCompile(`^CreditCard$|^armyCompetitionCard$|^(spent|useFresh)Cards$`),
		"an icon's name, a prize on the wire, and wish cards"},
	{"card", "client/src/protocol/gen-errors.ts", all, "errors on the wire"},
	{"card", "fairness", all, "the cards of a lucky-card deck"},
	{"card", "protocol", all, "the cards of a lucky-card deck"},
	{"card", "server/app/app.go", all, "share cards"},
	{"card", "server/httpapi", regexp.MustCompile(`^[cC]ards?(ByAddress|test)?$|^(site|result|show)Card$`),
		"share cards"},
	{"card", "server/httpapi/realnames.go", all, "an identity card"},
	{"card", "server/httpapi/realnames_test.go", all, "an identity card"},
	{"card", "server/httpapi/identity_security_test.go", regexp.MustCompile(`^cardNumber$`), "an identity card"},
	{"card", "server/httpapi/share_test.go", all, "share cards"},
	{"card", "server/pay/stripepayer.go", all, "a card that pays"},
	{"card", "server/realname", all, "an identity card"},
	{"card", "server/rooms", all, "the share card of a room"},
	{"card", "server/sharecard", all, "share cards"},
	{"card", "server/ws/channel_test.go", all, "the cards of a lucky-card deck"},
	{"card", "tools/audit", all, "the cards of a lucky-card deck"},
	{"card", "tools/cardfont", all, "share cards"},
	{"card", "tools/kill/phases/luckycard.go", all, "the cards of a lucky-card deck"},
	{"card", "tools/loadsim", all, "the cards of a lucky-card deck"},
	{"card", "tools/sectest", all, "an identity card"},
	{"cell", "client", regexp.MustCompile(`(?i)^cells?$|^(qrCells|CellProps)$`), "of a table, a grid or a code"},
	{"cell", "client/src/stage", all, "of a reel on the stage"},
	{"cell", "server/httpapi", regexp.MustCompile(`^(record)?[cC]ells?$`), "of a table"},
	{"cell", "server/sharecard/card.go", all, "of a picture's grid"},
	{"cell", "server/statementpdf", all, "of a table"},
	{"cell", "tools/catalogue/tell.go", all, "of a table"},
	{"cell", "tools/loadsim/report", all, "of a table"},
	{"cell", "tools/protogen/spec.go", all, "of a table"},
	{"cell", "tools/settings/return.go", all, "of a table"},
	{"cell", "tools/statistics/sequence.go", all, "of a table"},
	{"door", "client/e2e/doors.spec.ts", regexp.MustCompile(`^doors$`), "the ways into an account"},
	{"fault", "", regexp.MustCompile(`^(No|Set|inject)?[fF]aults?$|^Test`), "what tests and the simulator inject"},
	{"found", "",
		regexp.MustCompile(`^(is|last|first)?[fF]ound(At|In)?$|[nN]otFound|^errFound$|^StatusFound$|^Test`),
		"what a search has found"},
	{"frame", "actors", regexp.MustCompile(`^(Head)?[fF]rames?$|^FrameLevel$|^frameSeparator$|^Test`),
		"the picture frame of a player"},
	{"frame", "client", regexp.MustCompile(`(?i)^frames?$|^StageFrame$`),
		"a picture frame, one of an animation or a socket, and what stands around a page"},
	{"frame", "client", regexp.MustCompile(`^(request|cancel)AnimationFrame$|^frameLocator$|^everyNthFrame$`),
		"the browser's own"},
	{"frame", "client/src/net", regexp.MustCompile(`^FrameValue$|^encodeFrame$`), "a socket's"},
	{"frame", "client/src/protocol", regexp.MustCompile(`^FrameValue$|^encodeFrame$|^frameBytes$`), "a socket's"},
	{"frame", "client/src/stage", all, "one of an animation, and what stands around an item"},
	{"frame", "protocol", regexp.MustCompile(`^Frame(Bytes)?$`), "the picture frame of a player, and a socket's"},
	{"frame", "server/app/idle_test.go", all, "a socket's"},
	{"frame", "server/httpapi", regexp.MustCompile(`^([hH]ead)?[fF]rames?(Level|Known)?$|^Test`),
		"the picture frame of a player, and a checkout's document"},
	{"frame", "server/ws", all, "a socket's"},
	{"frame", "store", regexp.MustCompile(`^(Head)?[fF]rame$`), "the picture frame of a player"},
	{"frame", "tools/bench", all, "a socket's"},
	{"frame", "tools/loadsim", all, "a socket's"},
	{"frame", "tools/sectest", regexp.MustCompile(`^([fF]rame|ReadFrame)$`), "a checkout's document, and a socket's"},
	{"frame", "tools/wsconf", all, "a socket's"},
	{"hall", "", regexp.MustCompile(`(?i)upgradehall`),
		"the specification calls the screen of upgrades the upgrade hall"},
	{"hall", "client/src/features/upgrade", all, "the upgrade hall itself"},
	{"hall", "client/e2e/upgrade.spec.ts", all, "the upgrade hall itself"},
	{"hall", "docs/glossary.md", all, "the upgrade hall itself"},
	{"hall", "tools/spec/product-spec.md", all, "the specification's word for lobbies"},
	{"his", "store/postgres/migrations/00210_others.sql", all, "a migration that databases have run stays as it is"},
	{"mark", "client", regexp.MustCompile(`(?i)^marks?$|^mark(Read|Shown)$`), "what is drawn, ticked or read"},
	{"mark", "server/realname/realname_test.go", all, "a mark beside a name"},
	{"mark", "store/postgres", regexp.MustCompile(`^mark$|^MarkRestored$`), "what is marked in the database"},
	{"mark", "tools", regexp.MustCompile(`(?i)^mark(s|Restored|Time|SVG)?$`), "a mark that is printed or drawn"},
	{"plan", "client/bench", all, "of an animation"},
	{"plan", "client/src/features/battle", all, "of an animation"},
	{"plan", "client/src/features/open-reel", all, "of an animation"},
	{"plan", "client/src/features/rain", all, "of an animation"},
	{"plan", "client/src/features/roll", all, "of an animation"},
	{"plan", "client/src/features/upgrade", all, "of an animation"},
	{"plan", "client/src/stage", all, "of an animation"},
	{"plan", "store/postgres", all, "PostgreSQL's word for how a query is run"},
	{"plan", "tools/floors", all, "the plan of the floors, from which their picture is drawn"},
	{"plan", "tools/protogen", all, "the plan of the floors"},
	{"scene", "client/bench", all, "of the stage"},
	{"scene", "client/src/features", regexp.MustCompile(`^(use|set|Build)?[sS]cene(Context|Props)?$|` +
		`^([cC]olumns|takeover|[cC]ardLight|(useO|[oO])pening|[rR]ain|rollNames|[wW]heel)Scene(Plan)?$`),
		"of the stage"},
	{"scene", "client/src/stage", all, "of the stage"},
	{"scene", "client/src/state", regexp.MustCompile(`^(useScene|scenes)$`), "of the stage"},
	{"scene", "client/src/ui/synth.ts", regexp.MustCompile(`^SCENES$`), "of the stage, by its sounds"},
	{"sky", "client/src/features/active/moon.tsx", all, "the sky itself"},
	{"terms", "client/src/fairness", all, "those of fairness"},
	{"terms", "client/src/features/session", all, "the terms of use"},
	{"terms", "client/src/protocol/api.gen.ts", all, "those of fairness, in the answer"},
	{"terms", "client/src/state", regexp.MustCompile(`(?i)^terms$`), "those of fairness, that a browser keeps"},
	{"terms", "client/src/ui/marked.test.tsx", all, "the terms of use"},
	{"terms", "fairness", all, "what a draw is hashed over, in records and proofs"},
	{"terms", "tools/statistics", all, "those of fairness"},
	{"terms", "", regexp.MustCompile(`^UpgradeTerms`), "those of fairness"},
	{"terms", "actors/player/upgrade.go", all, "those of fairness, in the stored result"},
	{"terms", "server/httpapi/upgrades.go", all, "those of fairness, in the answer"},
	{"terms", "server/httpapi/upgrades_test.go", all, "those of fairness, in the answer"},
	{"terms", "tools/audit/seeds.go", all, "those of fairness, in the stored result"},
}

// pairs are names of Go that two plain words make, and what is written instead: of two standard names for one thing the
// code has one. What is on the wire or in the database keeps the other as a text.
var pairs = map[string]string{"clientseed": "user seed"}

var (
	all = regexp.MustCompile(``)
	// upgradeHall is what texts call that screen.
	upgradeHall = regexp.MustCompile(`(?i)upgrade[ /-]hall`)
	identifier  = regexp.MustCompile(`[A-Za-z][A-Za-z0-9]*`)
	// part is one word of an identifier such as upgradeHallHTTP.
	part = regexp.MustCompile(`[A-Z]?[a-z]+|[A-Z]+`)
)

// wordy are the kinds of files that are read for words.
var wordy = []string{".css", ".go", ".html", ".js", ".md", ".mjs", ".sql", ".ts", ".tsx"}

// CheckWords returns one line for each name in Go, and each word in any code, that the project no longer uses.
// used is told which exceptions there were.
func CheckWords(root string, used matched) ([]string, error) {
	var out []string
	err := walk(root, func(file, name string) error {
		ext := path.Ext(name)
		if !slices.Contains(wordy, ext) ||
			strings.HasPrefix(name, "tools/floors/words") {
			return nil
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		words := identifier.FindAllString(path.Base(name)+" "+upgradeHall.ReplaceAllString(string(text), ""), -1)
		out = append(out, refused(name, words, gone, used)...)
		switch ext {
		case ".go":
			names, comments := goWords(text)
			out = append(out, refused(name, append(names, fileWords(name)...), unnamed, used)...)
			out = append(out, refused(name, comments, unsaid, used)...)
			out = append(out, paired(name, names)...)
		case ".mjs", ".ts", ".tsx":
			out = append(out, refused(name, append(tsNames(text), fileWords(name)...), unnamed, used)...)
		}
		return nil
	})
	return out, err
}

// fileWords are the words of a file's own name, without its ending.
func fileWords(name string) []string {
	base, _, _ := strings.Cut(path.Base(name), ".")
	return identifier.FindAllString(base, -1)
}

// refused reports which words of the names in a file are in the table, and what to write instead.
func refused(file string, list []string, table map[string]string, used matched) (out []string) {
	slices.Sort(list)
	for _, name := range slices.Compact(list) {
		for _, p := range part.FindAllString(name, -1) {
			word := strings.ToLower(p)
			instead, no := table[word]
			if !no {
				word = strings.TrimSuffix(word, "s")
				instead, no = table[word]
			}
			if no && !isKept(file, name, word, used) {
				out = append(out, fmt.Sprintf("%s: %s: write %s instead of %s (tools/floors/words.go)", file, name,
					instead, word))
			}
		}
	}
	return out
}

// paired reports which of the names of a file have one of pairs.
func paired(file string, names []string) (out []string) {
	for _, name := range names {
		for pair, instead := range pairs {
			if strings.Contains(strings.ToLower(name), pair) {
				out = append(out, fmt.Sprintf("%s: %s: write %s (tools/floors/words.go)", file, name, instead))
			}
		}
	}
	return out
}

func isKept(file, name, word string, used matched) bool {
	found := false
	for i, k := range kept {
		if k.word == word && (k.at == "" || file == k.at || strings.HasPrefix(file, k.at+"/")) &&
			k.name.MatchString(name) {
			used[i], found = true, true
		}
	}
	return found
}

// idleWords returns one line for each row of kept that nothing matched.
func idleWords(used matched) []string {
	var out []string
	for i, k := range kept {
		if !used[i] {
			out = append(out, fmt.Sprintf("kept in tools/floors/words.go excepts %s as %s in %q, and nothing says it",
				k.word, k.name, k.at))
		}
	}
	return out
}

// unread is what of a file of TypeScript names nothing: comments, texts and templates.
var unread = regexp.MustCompile("(?s)//[^\n]*|/\\*.*?\\*/|\"(?:\\\\.|[^\"\\\\\n])*\"|'(?:\\\\.|[^'\\\\\n])*'|`[^`]*`")

// tsNames are the identifiers of a file of TypeScript, and the few words that stand between its tags.
func tsNames(text []byte) []string {
	return identifier.FindAllString(string(unread.ReplaceAll(text, []byte(" "))), -1)
}

// goWords are the identifiers of a file, and the words of its comments.
func goWords(text []byte) (names, comments []string) {
	set := token.NewFileSet()
	var s scanner.Scanner
	s.Init(set.AddFile("", -1, len(text)), text, nil, scanner.ScanComments)
	for {
		_, tok, literal := s.Scan()
		switch tok {
		case token.EOF:
			return names, comments
		case token.IDENT:
			names = append(names, literal)
		case token.COMMENT:
			comments = append(comments, identifier.FindAllString(literal, -1)...)
		}
	}
}
