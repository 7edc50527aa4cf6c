package fakeserver

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"time"

	"jadebox/protocol"
	"jadebox/tools/loadsim/client"
)

// Bug is one promise that the server breaks.
type Bug uint8

const (
	Honest        Bug = iota
	ForgetKeys        // executes a repeated key again
	WrongBalance      // every tenth answer is a cent off
	LoseSale          // every tenth sale is acknowledged and not booked
	SkipOffset        // every tenth event of a battle is never sent
	RepeatEvent       // every tenth event of a battle is sent twice
	StaleSnapshot     // a battle's snapshot misses what its offset says
	UnpaidWinner      // the winner's items are announced and not given
	FutureWallet      // wallet events tell balances that never were
	TakeOtherBody     // the same key with another body gets the first answer
	NeverSettle       // every third battle does not end
)

// Server is one running server. Close it.
type Server struct {
	*httptest.Server
	bug Bug

	mu      sync.Mutex
	users   map[string]*user // by name
	tokens  map[string]*user
	battles map[string]*battle
	topics  map[string]*topic
	ids     int64
	answers int
	events  int
	ahead   time.Duration // of this machine's clock
	late    time.Duration // that events are sent after they are stamped
	slow    time.Duration // that each change takes, one after the other
	seats   int           // accounts that there may be, 0 = as many as come
	logins  int           // and registrations
	busy    int           // requests to refuse with CodeBusy
	mute    chan struct{} // nil = everything is answered; else what is not waits until it is closed
	left    int           // changes to answer before that
	asked   chan struct{} // nil = subscriptions are answered; else each is told here instead
}

type user struct {
	id, name, password string
	cents              int64
	items              map[string]int64 // id → cents
	answers            map[string]answer
}

type answer struct {
	request [32]byte
	data    json.RawMessage
}

// Price and worth of the one box.
const (
	boxCents  = 100
	itemCents = 92
	welcome   = 100_000
)

// New starts a server on a free port of the loopback.
func New(bug Bug) *Server {
	s := &Server{bug: bug, users: map[string]*user{}, tokens: map[string]*user{}, battles: map[string]*battle{},
		topics: map[string]*topic{}}
	s.Server = httptest.NewServer(http.HandlerFunc(s.serve))
	return s
}

// Busy refuses the next n calls that change value, retryably.
func (s *Server) Busy(n int) {
	s.mu.Lock()
	s.busy = n
	s.mu.Unlock()
}

// Clock sets the server's clock so far ahead, and the time that its events are on their way.
func (s *Server) Clock(ahead, late time.Duration) {
	s.mu.Lock()
	s.ahead, s.late = ahead, late
	s.mu.Unlock()
}

// Slow makes each call that changes value take so long, one after the other.
func (s *Server) Slow(d time.Duration) {
	s.mu.Lock()
	s.slow = d
	s.mu.Unlock()
}

// Silent answers no change after the next n until wake is called, which has to be before the server is closed.
func (s *Server) Silent(n int) (wake func()) {
	mute := make(chan struct{})
	s.mu.Lock()
	s.mute, s.left = mute, n
	s.mu.Unlock()
	return func() { close(mute) }
}

// Welcoming answers no subscription any more. The channel has something once there was one.
func (s *Server) Welcoming() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = make(chan struct{}, 1)
	return s.asked
}

// Seats refuses to register more accounts than n.
func (s *Server) Seats(n int) {
	s.mu.Lock()
	s.seats = n
	s.mu.Unlock()
}

// Logins reports how often a bot has registered or logged in.
func (s *Server) Logins() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.logins
}

// now is the server's time; s.mu is held.
func (s *Server) now() time.Time { return time.Now().Add(s.ahead) }

// Refusals reports how many of those are still to come.
func (s *Server) Refusals() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.busy
}

// Forget drops the newest acknowledged operation of every user, as a lost commit would.
func (s *Server) Forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, u := range s.users {
		u.cents += boxCents
		u.answers = map[string]answer{}
	}
}

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/ws" {
		s.socket(w, r)
		return
	}
	body, _ := io.ReadAll(r.Body)
	data, code := s.handle(r, body)
	status := http.StatusOK
	e := map[string]any{"code": int(protocol.OK), "data": data}
	if code != protocol.OK {
		status = code.Status()
		e = map[string]any{"code": int(code), "errCode": int(code), "errMsg": code.Text(protocol.English)}
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(e)
}

func (s *Server) handle(r *http.Request, body []byte) (any, protocol.Code) {
	s.mu.Lock()
	defer s.mu.Unlock()
	path := r.URL.Path
	switch path {
	case "/api/user/register", "/api/user/login":
		return s.enter(path, body)
	case "/api/box/list":
		return map[string]any{"boxes": []any{map[string]any{"id": 1, "priceCents": boxCents, "type": "csgo"}}},
			protocol.OK
	}
	if id, ok := strings.CutPrefix(path, "/api/battle/"); ok && r.Method == http.MethodGet {
		if b := s.battles[id]; b != nil {
			return b.snapshot(), protocol.OK
		}
		return nil, protocol.CodeBattleGone
	}
	u := s.tokens[r.Header.Get("token")]
	if u == nil {
		return nil, protocol.CodeTokenInvalid
	}
	if path == "/api/user/info" {
		return map[string]any{"id": u.id, "balance": protocol.Gems(u.cents), "bagNum": len(u.items)}, protocol.OK
	}
	if r.Method != http.MethodPost {
		return nil, protocol.CodeUnsupported
	}
	return s.once(u, path, r.Header.Get("Idempotency-Key"), body)
}

// once is the promise of the key.
func (s *Server) once(u *user, path, key string, body []byte) (any, protocol.Code) {
	if key == "" {
		return nil, protocol.CodeKeyMissing
	}
	if s.busy > 0 {
		s.busy--
		return nil, protocol.CodeBusy
	}
	time.Sleep(s.slow)
	if s.left--; s.mute != nil && s.left < 0 {
		s.mu.Unlock()
		<-s.mute
		s.mu.Lock()
	}
	request := sha256.Sum256(append([]byte(path+"\n"), body...))
	if old, known := u.answers[key]; known && s.bug != ForgetKeys {
		if old.request != request && s.bug != TakeOtherBody {
			return nil, protocol.CodeKeyReused
		}
		return old.data, protocol.OK
	}
	v, code := s.change(u, path, body)
	if code != protocol.OK {
		return nil, code
	}
	data, err := json.Marshal(v)
	if err != nil {
		return nil, protocol.CodeInternal
	}
	u.answers[key] = answer{request, data}
	return json.RawMessage(data), protocol.OK
}

func (s *Server) enter(path string, body []byte) (any, protocol.Code) {
	var c client.Credentials
	if json.Unmarshal(body, &c) != nil || (c.Fingerprint == "") == (path == client.PathRegister) {
		return nil, protocol.CodeBadRequest
	}
	s.logins++
	u := s.users[c.Phone]
	switch register := path == "/api/user/register"; {
	case register && u != nil:
		return nil, protocol.CodeNameTaken
	case register && s.seats > 0 && len(s.users) >= s.seats:
		return nil, protocol.CodeUnsupported
	case register:
		s.ids++
		u = &user{id: fmt.Sprint(1000 + s.ids), name: c.Phone, password: c.Password, cents: welcome,
			items: map[string]int64{}, answers: map[string]answer{}}
		s.users[c.Phone] = u
	case u == nil || u.password != c.Password:
		return nil, protocol.CodeCredentials
	}
	token := fmt.Sprintf("token-%s-%s", s.Listener.Addr(), u.id) // of this server only
	s.tokens[token] = u
	return map[string]string{"token": token}, protocol.OK
}

func (s *Server) change(u *user, path string, body []byte) (any, protocol.Code) {
	s.answers++
	switch {
	case path == "/api/box/1/open":
		return s.open(u, body)
	case path == "/api/bag/sell":
		return s.sell(u, body)
	case strings.HasPrefix(path, "/api/battle/"):
		return s.play(u, strings.TrimPrefix(path, "/api/battle/"), body)
	}
	return nil, protocol.CodeNotFound
}

func (s *Server) open(u *user, body []byte) (any, protocol.Code) {
	var m struct {
		Count      int
		PriceCents int64
	}
	if json.Unmarshal(body, &m) != nil {
		return nil, protocol.CodeBadRequest
	}
	switch {
	case m.PriceCents != boxCents:
		return nil, protocol.CodePriceChanged
	case u.cents < int64(m.Count)*boxCents:
		return nil, protocol.CodeFunds
	}
	s.ids++
	op := s.ids
	var results []any
	for i := range m.Count {
		id := fmt.Sprint(op<<7 | int64(i))
		u.items[id] = itemCents
		results = append(results, map[string]any{"resultId": fmt.Sprintf("%d-%d", op, i), "itemId": id, "def": 1,
			"valueCents": itemCents})
	}
	u.cents -= int64(m.Count) * boxCents
	s.tellWallet(u)
	return map[string]any{"opId": fmt.Sprint(op), "results": results, "balanceCents": s.shown(u.cents),
		"bagCount": len(u.items)}, protocol.OK
}

func (s *Server) shown(cents int64) int64 {
	if s.bug == WrongBalance && s.answers%10 == 0 {
		return cents + 1
	}
	return cents
}

func (s *Server) sell(u *user, body []byte) (any, protocol.Code) {
	var m struct{ Items []string }
	if json.Unmarshal(body, &m) != nil {
		return nil, protocol.CodeBadRequest
	}
	var sum int64
	for _, id := range m.Items {
		cents, ok := u.items[id]
		if !ok {
			return nil, protocol.CodeItemForeign
		}
		sum += cents
	}
	cents, bag := u.cents+sum, len(u.items)-len(m.Items)
	if s.bug != LoseSale || s.answers%10 != 0 {
		for _, id := range m.Items {
			delete(u.items, id)
		}
		u.cents = cents
	}
	s.tellWallet(u)
	return map[string]any{"soldCents": sum, "count": len(m.Items), "balanceCents": s.shown(cents), "bagCount": bag},
		protocol.OK
}

func (s *Server) tellWallet(u *user) {
	cents := u.cents
	if s.bug == FutureWallet && s.answers%10 == 0 {
		cents += 7
	}
	s.publish("player:"+u.id, protocol.EventWallet, &protocol.Wallet{GemsCents: cents, BagCount: int32(len(u.items))})
}
