package postgres

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"jadebox/store"
)

const (
	// guard is the first statement of what a node writes (migration 00440).
	guard = `SELECT node_guard($1)`
	// nodeLost is what it raises.
	nodeLost = "JB003"
	// underWay waits until all that a node has under way has ended.
	underWay = `SELECT pg_advisory_xact_lock($1, $2::bigint::int)`
	// nodeLock is the class of the advisory locks that node_guard shares and a burial takes.
	nodeLock = 1245859669
	// leaseStatement bounds a statement about a lease, ms: the next renewal is due then.
	leaseStatement = "700"
)

// leases is the connection of the lease: a renewal waits for no query and no commit.
type leases struct {
	sync.Mutex
	config *pgx.ConnConfig
	conn   *pgx.Conn
}

func (l *leases) close() {
	l.Lock()
	defer l.Unlock()
	if l.conn != nil {
		_ = l.conn.Close(context.Background())
	}
}

// leased calls do with the connection of the lease, which it opens when there is none.
func (e *Engine) leased(ctx context.Context, do func(*pgx.Conn) error) error {
	l := &e.leases
	l.Lock()
	defer l.Unlock()
	if l.conn == nil || l.conn.IsClosed() {
		config := l.config.Copy()
		config.RuntimeParams["statement_timeout"] = leaseStatement
		conn, err := pgx.ConnectConfig(ctx, config)
		if err != nil {
			return err
		}
		if err := e.sameDatabase(ctx, conn); err != nil {
			return errors.Join(err, conn.Close(context.WithoutCancel(ctx)))
		}
		l.conn = conn
	}
	return do(l.conn)
}

// EnterNode implements store.Nodes. Its commit is waited for: an id of which a crash of the database knew nothing would
// be given again, and then two lives would pass one guard.
func (e *Engine) EnterNode(ctx context.Context, n store.NodeEntry, lease time.Duration) (id store.NodeID, err error) {
	err = e.leased(ctx, func(conn *pgx.Conn) error {
		return conn.QueryRow(ctx, `INSERT INTO actor_node (name, address, role, release, wire_min, wire_max, lease_until)
			VALUES ($1, $2, $3, $4, $5, $6, clock_timestamp() + $7 * interval '1 microsecond') RETURNING id`,
			n.Name, n.Address, int16(n.Role), n.Release, n.WireMin, n.WireMax, lease.Microseconds()).Scan(&id)
	})
	return id, found(err, "")
}

// RenewNode implements store.Nodes. Its commit is not waited for: a renewal that a crash of the database loses ends
// the lease earlier.
func (e *Engine) RenewNode(ctx context.Context, id store.NodeID, l store.NodeLoad, lease time.Duration) (now time.Time,
	err error) {
	err = e.leased(ctx, func(conn *pgx.Conn) error {
		q := &pgx.Batch{}
		q.Queue(`SELECT set_config('synchronous_commit', 'off', true)`)
		q.Queue(`UPDATE actor_node SET lease_until = clock_timestamp() + $2 * interval '1 microsecond', load = $3, online = $4
			WHERE id = $1 AND state < 3 AND lease_until > clock_timestamp() RETURNING lease_until - $2 * interval '1 microsecond'`, id,
			lease.Microseconds(), l.Load, l.Online).QueryRow(func(row pgx.Row) error { return row.Scan(&now) })
		return conn.SendBatch(ctx, q).Close()
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return now, lostNode(id)
	}
	return now.UTC(), found(err, "")
}

func lostNode(id store.NodeID) error { return fmt.Errorf("%w: node %d", store.ErrNodeLost, id) }

// Nodes implements store.Nodes.
func (e *Engine) Nodes(ctx context.Context) ([]store.Node, error) {
	rows, _ := e.pool.Query(ctx, `SELECT id, name, address, role, release, wire_min, wire_max, lease_until, load, online
		FROM actor_node WHERE state < 3 ORDER BY id`)
	list, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (n store.Node, err error) {
		err = row.Scan(&n.ID, &n.Name, &n.Address, &n.Role, &n.Release, &n.WireMin, &n.WireMax, &n.LeaseUntil, &n.Load,
			&n.Online)
		n.LeaseUntil = n.LeaseUntil.UTC()
		return n, err
	})
	return list, found(err, "")
}

// BuryNode implements store.Nodes.
func (e *Engine) BuryNode(ctx context.Context, id store.NodeID) (buried bool, err error) {
	err = e.pool.QueryRow(ctx, `SELECT bury($1)`, id).Scan(&buried)
	return buried, found(err, "")
}

// LeaveNode implements store.Nodes.
func (e *Engine) LeaveNode(ctx context.Context, id store.NodeID) error {
	q := &pgx.Batch{}
	q.Queue(underWay, nodeLock, id)
	q.Queue(`UPDATE actor_node SET state = 3 WHERE id = $1`, id)
	return found(e.pool.SendBatch(ctx, q).Close(), "")
}

// Guard implements store.Nodes.
func (e *Engine) Guard(id store.NodeID) { e.node.Store(int64(id)) }

// guarded begins a transaction: it ends here when this engine writes for a node that has lost its lease.
func (e *Engine) guarded(ctx context.Context, tx pgx.Tx) error {
	node := e.node.Load()
	if node == 0 {
		return nil
	}
	_, err := tx.Exec(ctx, guard, node)
	return err
}

// exec runs one statement on the pool, behind the guard if there is one.
func (e *Engine) exec(ctx context.Context, sql string, args ...any) error {
	node := e.node.Load()
	if node == 0 {
		_, err := e.pool.Exec(ctx, sql, args...)
		return err
	}
	q := &pgx.Batch{}
	q.Queue(guard, node)
	q.Queue(sql, args...)
	return e.pool.SendBatch(ctx, q).Close()
}

const wantedActors = `(SELECT DISTINCT kind COLLATE "C" kind, id COLLATE "C" id
	FROM unnest($1::text[], $2::text[]) u(kind, id)) t`

// ClaimActors implements store.Nodes. An owner is dead when it is seen dead: one that is not seen at all may have
// entered after this statement began, and claimed while it waited for a row.
func (e *Engine) ClaimActors(ctx context.Context, by store.NodeID, actors []store.Actor) (owners []store.Owner,
	err error) {
	kinds, ids := make([]string, len(actors)), make([]string, len(actors))
	for i, a := range actors {
		kinds[i], ids[i] = a.Kind, a.ID
	}
	q := &pgx.Batch{}
	q.Queue(guard, by)
	q.Queue(`INSERT INTO actor_owner AS o (kind, id, node, epoch)
		SELECT kind, id, $3, quarter() FROM `+wantedActors+` ORDER BY kind, id
		ON CONFLICT (kind, id) DO UPDATE SET node = excluded.node, epoch = greatest(o.epoch + $4, excluded.epoch)
		WHERE o.node IN (0, excluded.node) OR EXISTS (SELECT FROM actor_node n WHERE n.id = o.node AND n.state = 3)`,
		kinds, ids, by, store.EpochStep)
	q.Queue(`SELECT o.kind, o.id, o.node, o.epoch FROM actor_owner o JOIN `+wantedActors+` USING (kind, id)
		ORDER BY kind, id`, kinds, ids).Query(func(rows pgx.Rows) error {
		owners, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (o store.Owner, err error) {
			return o, row.Scan(&o.Kind, &o.ID, &o.Node, &o.Epoch)
		})
		return err
	})
	if err := e.pool.SendBatch(ctx, q).Close(); err != nil {
		return nil, found(err, "")
	}
	return owners, nil
}

// ReleaseActors implements store.Nodes. Rows are locked in the order in which claims lock them.
func (e *Engine) ReleaseActors(ctx context.Context, owned []store.Owner) error {
	kinds, ids := make([]string, len(owned)), make([]string, len(owned))
	nodes, epochs := make([]int64, len(owned)), make([]int64, len(owned))
	for i, o := range owned {
		kinds[i], ids[i], nodes[i], epochs[i] = o.Kind, o.ID, int64(o.Node), o.Epoch
	}
	_, err := e.pool.Exec(ctx, `WITH mine AS (
			SELECT o.kind, o.id FROM actor_owner o
			JOIN unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[]) t(kind, id, node, epoch)
				ON o.kind = t.kind AND o.id = t.id AND o.node = t.node AND o.epoch = t.epoch
			ORDER BY o.kind, o.id FOR UPDATE OF o)
		UPDATE actor_owner o SET node = 0 FROM mine WHERE o.kind = mine.kind AND o.id = mine.id`, kinds, ids, nodes, epochs)
	return found(err, "")
}
