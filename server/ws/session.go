package ws

import (
	"encoding/hex"
	"sync"
	"time"

	"jadebox/protocol"
	"jadebox/store"
)

// session is what the sockets of one session share.
type session struct {
	store.Session
	sockets int32 // guarded by sessions.mu
	usedMS  int64 // Unix ms of its last use that is known here, likewise
}

// sessionKey is the first half of a TokenHash: as unique as the whole, for half the memory of a table of thousands.
type sessionKey [16]byte

func keyOf(hash [32]byte) sessionKey { return sessionKey(hash[:16]) }

// publicID names a session in logs and in Welcome; the token cannot be derived from it.
func (s *session) publicID() string { return hex.EncodeToString(s.TokenHash[:8]) }

// sessions holds the sessions that have sockets, and keeps for a while those that ended: a Hello whose lookup was
// on its way must not bring an ended session back. [SES4]
type sessions struct {
	mu       sync.Mutex
	live     map[sessionKey]*session
	ended    map[sessionKey]ending
	visitors int
}

type ending struct {
	code protocol.Code
	at   time.Time
}

const rememberEnded = time.Minute

// open interns a session for one more socket. The code is not OK when the session ended meanwhile.
func (s *sessions) open(rec store.Session) (*session, protocol.Code) {
	s.mu.Lock()
	defer s.mu.Unlock()
	key := keyOf(rec.TokenHash)
	if e, ok := s.ended[key]; ok {
		return nil, e.code
	}
	live := s.live[key]
	if live == nil {
		live = &session{Session: rec, usedMS: rec.Seen.UnixMilli()}
		s.live[key] = live
	}
	live.sockets++
	return live, protocol.OK
}

// leave is for one socket; nil is a visitor's.
func (s *sessions) leave(live *session) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if live == nil {
		s.visitors--
		return
	}
	if live.sockets--; live.sockets == 0 {
		delete(s.live, keyOf(live.TokenHash))
	}
}

func (s *sessions) visit() {
	s.mu.Lock()
	s.visitors++
	s.mu.Unlock()
}

func (s *sessions) end(hash [32]byte, code protocol.Code, now time.Time) *session {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended[keyOf(hash)] = ending{code, now}
	return s.live[keyOf(hash)]
}

// of are the sessions of a player that have sockets here.
func (s *sessions) of(who store.PlayerID) (hashes [][32]byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, live := range s.live {
		if live.Player == who {
			hashes = append(hashes, live.TokenHash)
		}
	}
	return hashes
}

func (s *sessions) forget(now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for key, e := range s.ended {
		if now.Sub(e.at) > rememberEnded {
			delete(s.ended, key)
		}
	}
}

// Online counts distinct sessions with a socket, and every visitor's socket.
func (s *Server) Online() int {
	s.sessions.mu.Lock()
	defer s.sessions.mu.Unlock()
	return len(s.sessions.live) + s.sessions.visitors
}

// EndSession closes the sockets of a session: Bye with the code, then close 4403. Sockets whose Hello is on its way
// are refused. Call it after the session is gone from the store.
func (s *Server) EndSession(tokenHash [32]byte, code protocol.Code) {
	live := s.sessions.end(tokenHash, code, time.Now())
	if live == nil {
		return
	}
	for _, l := range s.running() {
		l.post(func() {
			for _, c := range l.conns {
				if c != nil && c.session == live && c.state == open {
					l.farewell(c, code, 0, protocol.CloseSession)
				}
			}
		})
	}
}

// Unused are the sessions with sockets here whose last use, as far as is known here, was before a time.
func (s *Server) Unused(before time.Time) (hashes [][32]byte) {
	s.sessions.mu.Lock()
	defer s.sessions.mu.Unlock()
	for _, live := range s.sessions.live {
		if live.usedMS < before.UnixMilli() {
			hashes = append(hashes, live.TokenHash)
		}
	}
	return hashes
}

// Used notes a later use of a session that has sockets here.
func (s *Server) Used(tokenHash [32]byte, at time.Time) {
	s.sessions.mu.Lock()
	defer s.sessions.mu.Unlock()
	if live := s.sessions.live[keyOf(tokenHash)]; live != nil {
		live.usedMS = at.UnixMilli()
	}
}

// EndPlayer is EndSession for every session of a player that has a socket here: for a player who is shut out by another
// process, which has ended the sessions in the store and has no sockets.
func (s *Server) EndPlayer(who store.PlayerID, code protocol.Code) {
	for _, hash := range s.sessions.of(who) {
		s.EndSession(hash, code)
	}
}
