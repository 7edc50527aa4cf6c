package main

import (
	"errors"
	"os"
)

// answersFolder is where the tests of server/httpapi record what the server answered, and those of server/ws what the
// JSON channels said.
const answersFolder = "bin/answers"

// record has the tests that follow write their answers down.
func (h *checkout) record() error {
	if err := os.RemoveAll(h.path(answersFolder)); err != nil {
		return err
	}
	return os.Setenv("JADEBOX_ANSWERS", h.path(answersFolder))
}

// answers holds the recorded answers to the OpenAPI document, the client's types to the same document, and the recorded
// texts to the AsyncAPI document.
func (h *checkout) answers() error {
	if err := h.npm(answersCheck); err != nil {
		return err
	}
	return errors.Join(
		h.do(answersCheck, "node", "check.mjs", h.path(answersFolder, "answers.jsonl")),
		h.do(answersCheck, "node", "types.mjs", "--check"),
		h.do(answersCheck, "node", "--test", "channels.test.mjs"),
		h.do(answersCheck, "node", "channels.mjs", h.path(answersFolder, "channels.jsonl")))
}

// examples takes examples for the document from the answers of the tests, for operations that have no right one.
func (h *checkout) examples() error { return h.examplesOf("") }

// examplesOf takes them from the tests that have a pattern in their names, as what calls were added may tell.
func (h *checkout) examplesOf(tests string) error {
	if err := errors.Join(h.npm(answersCheck), h.record(), h.do(".", "go", "test", vetted, "-count=1",
		"./server/httpapi", "-run", tests)); err != nil {
		return err
	}
	return h.do(answersCheck, "node", "examples.mjs", h.path(answersFolder, "answers.jsonl"))
}
