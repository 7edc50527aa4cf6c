package ws

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// recordedText is a line of channels.jsonl, which tools/openapi holds to docs/asyncapi.json.
type recordedText struct {
	Channel string `json:"channel"` // the part of its address behind /ws/
	Action  string `json:"action"`  // of the server: send or receive
	Test    string `json:"test"`
	Text    string `json:"text"`
}

// answersFolder is where the texts of every test are recorded; "" records nothing.
var answersFolder = os.Getenv("JADEBOX_ANSWERS")

// recording is opened by the first test that asks.
var recording = sync.OnceValues(func() (*os.File, error) {
	if err := os.MkdirAll(answersFolder, 0o755); err != nil {
		return nil, err
	}
	return os.Create(filepath.Join(answersFolder, "channels.jsonl"))
})

// recorded are the texts that are written down, each once.
var recorded sync.Map

// channelName is the JSON channel that was dialled; "" for any other address.
func (p *peer) channelName() string {
	address, _, _ := strings.Cut(p.path, "?")
	parts := strings.Split(address, "/")
	if len(parts) < 3 {
		return ""
	}
	return parts[2]
}

// record writes a text of a channel down, when this run is asked to.
func (p *peer) record(action, text string) {
	p.t.Helper()
	channel := p.channelName()
	if answersFolder == "" || channel == "" {
		return
	}
	if _, known := recorded.LoadOrStore([3]string{channel, action, text}, true); known {
		return
	}
	file, err := recording()
	if err != nil {
		p.t.Fatal(err)
	}
	line, err := json.Marshal(recordedText{channel, action, p.t.Name(), text})
	if err == nil {
		_, err = file.Write(append(line, '\n')) // one call, which os.File keeps whole
	}
	if err != nil {
		p.t.Error(err)
	}
}

// say sends a text that the server is to take.
func (p *peer) say(text string) {
	p.t.Helper()
	p.record("receive", text)
	p.raw(maskedFrame(0x81, []byte(text)))
}
