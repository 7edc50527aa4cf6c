package protocol

import (
	"go/ast"
	"go/parser"
	"go/token"
	"net/http"
	"slices"
	"strconv"
	"testing"
	"unicode/utf8"
)

// [ERR1]
func TestERR1_ErrorsAreInOrderAndComplete(t *testing.T) {
	keys := map[string]Code{}
	for i, d := range Errors {
		if i > 0 && Errors[i-1].Code >= d.Code {
			t.Errorf("%d stands after %d", d.Code, Errors[i-1].Code)
		}
		if other, ok := keys[d.Key]; ok || d.Key == "" {
			t.Errorf("%d and %d share the key %q", other, d.Code, d.Key)
		}
		keys[d.Key] = d.Code
		for l, text := range d.Text {
			if text == "" || !utf8.ValidString(text) {
				t.Errorf("%d has no text in %s", d.Code, Languages[l])
			}
		}
		if d.Text[Chinese] == d.Text[English] || d.Text[English] == d.Text[Portuguese] {
			t.Errorf("%d is not translated", d.Code)
		}
		if d.Status < 400 || http.StatusText(d.Status) == "" {
			t.Errorf("%d has HTTP status %d", d.Code, d.Status)
		}
	}
}

// [ERR2]
func TestERR2_RefusalsHaveTheTextsOfTheSpecification(t *testing.T) {
	for _, c := range []struct {
		code Code
		lang Language
		text string
	}{
		{403, Portuguese, "Token inválido, faça login novamente!"},
		{104, Portuguese, "Login inválido, faça login novamente"},
		{630, English, "price updated, please refresh the page"},
		{CodeNameFormat, Portuguese, "Formato de conta inválido! Apenas 6-13 dígitos ou letras."},
		{CodePasswordFormat, Portuguese,
			"A senha de registro deve conter de 8 a 16 caracteres, incluindo letras e números!"},
		{CodeFingerprint, Portuguese, "Falha no registro！"},
		{CodeSeedFormat, Portuguese,
			"A semente do usuário não pode ser vazia e deve ter no máximo 16 caracteres alfanuméricos"},
	} {
		if got := c.code.Text(c.lang); got != c.text {
			t.Errorf("%d in %s: %q, the specification says %q", c.code, c.lang, got, c.text)
		}
	}
}

// [ERR3]
func TestERR3_UnknownCodeIsInternal(t *testing.T) {
	unknown := Code(4999)
	if unknown.Known() || Code(OK).Known() {
		t.Fatal("4999 and 200 are no errors of the catalogue")
	}
	if e := unknown.Envelope(7, English); e.Code != int32(CodeInternal) || e.Ref != 7 ||
		e.Message != CodeInternal.Text(English) {
		t.Fatalf("%+v", e)
	}
}

// [ERR4]
func TestERR4_EveryCodeHasARow(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "errors.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	codes := 0
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || spec.Names[0].Name == "OK" {
			return true
		}
		codes++
		number, err := strconv.Atoi(spec.Values[0].(*ast.BasicLit).Value)
		if err != nil || !Code(number).Known() {
			t.Errorf("%s has no row in Errors (%v)", spec.Names[0].Name, err)
		}
		return true
	})
	if codes != len(Errors) {
		t.Errorf("%d constants, %d rows", codes, len(Errors))
	}
}

func TestTheLanguageIsTheFirstThatIsOurs(t *testing.T) {
	for _, c := range []struct {
		lang, accept string
		want         Language
	}{
		{"", "", Chinese}, {"EN", "", English}, {"zh-CN", "en", Chinese}, {"pt-BR", "", Portuguese},
		{"RU", "", Russian}, {"VN", "", Vietnamese},
		{"vi-VN", "en", Vietnamese},
		{"xx", "de, pt;q=0.8, en;q=0.7", Portuguese}, {"", "fr, de", Chinese}, {"", "pt_PT", Portuguese},
	} {
		if got := ParseLanguage(c.lang, c.accept); got != c.want {
			t.Errorf("ParseLanguage(%q, %q) = %s, want %s", c.lang, c.accept, got, c.want)
		}
	}
}

func TestEveryErrorIsTranslated(t *testing.T) {
	if len(partialErrors) != len(Errors) {
		t.Errorf("%d errors are translated, the catalogue has %d", len(partialErrors), len(Errors))
	}
	for _, d := range Errors {
		for l, text := range partialErrors[d.Key] {
			if text == "" || slices.Contains(d.Text[:], text) {
				t.Errorf("%s is not translated into %s: %q", d.Key, Partial[l], text)
			}
		}
	}
	for _, c := range []struct {
		code Code
		lang Language
		want string
	}{
		{CodeFunds, Russian, "Недостаточно гемов"}, {CodeFunds, Vietnamese, "Bạn không đủ gem"},
		{CodeBoxUnknown, Russian, "Такого кейса нет"}, {CodeBoxUnknown, Vietnamese, "Hộp này không tồn tại"},
	} {
		if got := c.code.Text(c.lang); got != c.want {
			t.Errorf("%d in %s: %q, want %q", c.code, c.lang, got, c.want)
		}
		if e := c.code.Envelope(1, c.lang); e.Message != c.want {
			t.Errorf("envelope of %d in %s: %q", c.code, c.lang, e.Message)
		}
	}
	if Russian.Whole() != English || Portuguese.Whole() != Portuguese || Vietnamese.String() != "vi" ||
		Portuguese.String() != "pt" {
		t.Error("languages are in another order")
	}
}
