// Package client is what one player holds towards the server: one keep-alive HTTP connection and one socket, both real.
//
// Every wait is bounded and every reply is size-capped. A Conn runs no goroutine, so that thousands of players and
// their server fit one machine and a measured latency is the server's. Deliberately absent: redirects, cookies, TLS
// (a load test speaks to its own machine), and anything that would forgive the server an answer outside its protocol.
package client
