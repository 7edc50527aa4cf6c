// Package sharecard draws the picture that a shared link shows elsewhere (Open Graph): 1200 × 630, PNG, from the
// client's own art and a font that is part of the binary.
//
// A Service bounds what that costs: one card is drawn at a time, few may wait, and what was drawn is kept. A card is in
// one of the languages of the house; of Chinese it has the characters of its own words and of the catalogue (han.go).
// Deliberately absent: who may see what (the caller puts on a card what any visitor may know), and HTTP.
package sharecard
