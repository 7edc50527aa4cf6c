package httpapi

import (
	"context"
	"errors"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-json-experiment/json/jsontext"

	"jadebox/actors/player"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/fairness"
	fairlog "jadebox/fairness/log"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/server/publiclog"
	"jadebox/store"
)

func (a *API) fair() {
	gone := []protocol.Code{protocol.CodeNotFound}
	for _, r := range a.RoomKinds {
		if r.Gone != 0 {
			gone = append(gone, r.Gone)
		}
	}
	call.Add(a, call.Route{Name: "fair.seed", Method: http.MethodGet, Path: "/api/fair/seed", Access: call.NeedsPlayer,
		Summary: "The player's seeds and the commitment to the next draw.", Errors: []protocol.Code{protocol.CodeBusy}},
		a.seeds)
	call.Add(a, call.Route{Name: "fair.rotate", Method: http.MethodPost, Path: "/api/fair/rotate", Access: call.Keyed,
		Summary: "Closes the seed epoch: its key is revealed, the next begins.",
		Errors:  []protocol.Code{protocol.CodeBeaconWait, protocol.CodeBusy}}, a.rotate)
	call.Add(a, call.Route{Name: "fair.result", Method: http.MethodGet, Path: "/api/fair/result/{id}",
		Access:  call.Anyone,
		Summary: "The proof bundle of a result: <op>-<index> of an opening, <kind>-<id> of a room.",
		Errors:  gone}, a.bundle)
	call.Add(a, call.Route{Name: "fair.checkpoint", Method: http.MethodGet, Path: "/api/fair/log/checkpoint",
		Access:  call.Anyone,
		Summary: "The public log's newest signed checkpoint."}, a.checkpoint)
	call.Add(a, call.Route{Name: "fair.inclusion", Method: http.MethodGet, Path: "/api/fair/log/inclusion",
		Access:  call.Anyone,
		Summary: "Proves a leaf's place in the log.", Errors: []protocol.Code{protocol.CodeNotFound}}, a.inclusion)
	call.Add(a, call.Route{Name: "fair.consistency", Method: http.MethodGet, Path: "/api/fair/log/consistency",
		Access:  call.Anyone,
		Summary: "Proves that one size of the log continues another."}, a.consistency)
	a.export()
}

// seeds is the state of a player's commitments.
type seeds struct {
	UserSeed       string      `json:"userSeed"`
	Epoch          store.Epoch `json:"epoch"`
	Nonce          uint64      `json:"nonce"`
	Commit         string      `json:"commit"`
	BeaconSource   string      `json:"beaconSource"`
	BeaconRound    uint64      `json:"beaconRound"`
	NextServerHash string      `json:"nextServerHash" doc:"empty until the beacon has appeared"`
}

func seedsOf(s player.Seeds) seeds {
	return seeds{s.UserSeed, s.Epoch, s.Nonce, s.Commit, s.BeaconSource, s.BeaconRound, s.NextServerHash}
}

func (a *API) seeds(ctx context.Context, c *call.Caller, _ call.None) (seeds, error) {
	s, err := directory.Ask[player.Seeds](ctx, a.Directory, player.Kind, player.ID(c.Player()), player.Seed{})
	return seedsOf(s), err
}

// revealed is a closed epoch with its key.
type revealed struct {
	Epoch  store.Epoch `json:"epoch"`
	Key    string      `json:"key"`
	Commit string      `json:"commit"`
}

// rotated is the closed epoch beside the one that has begun.
type rotated struct {
	Revealed revealed `json:"revealed"`
	Current  seeds    `json:"current"`
}

func (a *API) rotate(ctx context.Context, c *call.Caller, _ call.None) (rotated, error) {
	r, err := directory.Ask[player.Rotated](ctx, a.Directory, player.Kind, player.ID(c.Player()),
		player.Rotate{Key: c.Key})
	if err != nil {
		return rotated{}, err
	}
	return rotated{revealed{r.Revealed.Epoch, fairness.Key(r.Revealed.Key).Reveal(), r.Revealed.Commit},
		seedsOf(r.Current)}, nil
}

// ResultID names a result in a path.
type ResultID struct {
	ID string `json:"id,omitzero" path:"id" maxLength:"48"`
}

// proof is a bundle in the bytes that fairness itself writes: what is verified must not have been encoded twice.
type proof struct{ jsontext.Value }

// Schema implements huma.SchemaProvider.
func (proof) Schema(r huma.Registry) *huma.Schema {
	return r.Schema(typeOf[fairness.Bundle](), true, "")
}

func (a *API) bundle(ctx context.Context, _ *call.Caller, in ResultID) (proof, error) {
	b, key, err := a.assemble(ctx, in.ID)
	if err != nil {
		return proof{}, err
	}
	b.Log, err = a.Log.Inclusion(ctx, key)
	if err != nil && !errors.Is(err, publiclog.ErrAbsent) {
		return proof{}, err
	}
	text, err := b.Encode()
	return proof{text}, err
}

func (a *API) assemble(ctx context.Context, id string) (b *fairness.Bundle, leafKey string, err error) {
	if kind, rest, ok := a.Kinds.OfResult(id); ok {
		return kind.Bundle(ctx, a.Store, a.Catalog, rest)
	}
	op, index, err := player.ParseResultID(id)
	if err != nil {
		return nil, "", err
	}
	b, err = player.Bundle(ctx, a.Store, a.Catalog, op, index)
	if err != nil {
		return nil, "", err
	}
	return b, player.LeafKey(b.Scope, b.Results[0].N), nil
}

// logHead is the log's newest state.
type logHead struct {
	Size       int64  `json:"size"`
	Checkpoint string `json:"checkpoint" doc:"signed note; empty while the log is"`
	PublicKey  string `json:"publicKey"`
}

func (a *API) checkpoint(context.Context, *call.Caller, call.None) (logHead, error) {
	h := a.Log.Head()
	return logHead{h.Size, h.Checkpoint, a.Log.PublicKey()}, nil
}

// leafQuery names a leaf of the log.
type leafQuery struct {
	Leaf string `json:"-" query:"leaf" required:"true" maxLength:"128" doc:"key of the leaf, for example result:solo:u1:e1:n0"`
}

func (a *API) inclusion(ctx context.Context, _ *call.Caller, in leafQuery) (*fairness.LogProof, error) {
	p, err := a.Log.Inclusion(ctx, in.Leaf)
	if errors.Is(err, publiclog.ErrAbsent) {
		err = apierr.New(protocol.CodeNotFound)
	}
	return p, err
}

// sizesQuery names two sizes of the log.
type sizesQuery struct {
	From int64 `json:"-" query:"from" minimum:"1"`
	To   int64 `json:"-" query:"to" minimum:"1"`
}

// logFiles registers GET /log/checkpoint and GET /log/leaf/{index}, and beside them the tiles, which only the summary
// describes: a path of an OpenAPI document has no names with slashes in them, as those of tiles have.
func (a *API) logFiles() {
	serve := a.Log.Files(a.refuse)
	a.raw(call.Route{Name: "fair.files", Method: http.MethodGet, Path: publiclog.FilesPath + "checkpoint",
		Access: call.Anyone, Errors: []protocol.Code{protocol.CodeNotFound},
		Summary: "The newest checkpoint of the public log, as the signed note that C2SP tlog-tiles ask for. Beside it the " +
			"log lies as files, from which anybody can rebuild it: /log/tile/<L>/<N> and /log/tile/entries/<N>, each with " +
			".p/<W> while it is not full. N is written as C2SP tlog-tiles writes it, in groups of three digits of which " +
			"all but the last begin with x: 7 is 007, and 1234 is x001/234."},
		plain("text/plain"), serve)
	leaf := plain("application/octet-stream")
	leaf.Parameters = []*huma.Param{{Name: "index", In: "path", Required: true,
		Description: "place in the log, from 0, below the size of the newest checkpoint",
		Schema:      &huma.Schema{Type: huma.TypeInteger, Format: "int64"}}}
	a.raw(call.Route{Name: "fair.leaf", Method: http.MethodGet, Path: publiclog.FilesPath + "leaf/{index}",
		Access: call.Anyone, Errors: []protocol.Code{protocol.CodeNotFound},
		Summary: "The bytes of one leaf of the public log. A bundle of entries has length 0 for a leaf of more than 65,535 bytes, which is read here."},
		leaf, serve)
	a.mux.HandleFunc(publiclog.TilesPath, serve)
}

// consistency is the proof.
type consistency struct {
	From  int64    `json:"from"`
	To    int64    `json:"to"`
	Proof []string `json:"proof"`
}

func (a *API) consistency(ctx context.Context, _ *call.Caller, in sizesQuery) (consistency, error) {
	proof, err := a.Log.Consistency(ctx, in.From, in.To)
	if errors.Is(err, fairlog.ErrRange) {
		err = badRequest("to", "no size of the log that comes after from")
	}
	return consistency{in.From, in.To, proof}, err
}
