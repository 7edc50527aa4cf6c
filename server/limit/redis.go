package limit

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/redis/rueidis"
)

// redisWithin is how long a connection to Redis may take to come about, and to take what is written.
const redisWithin = 2 * time.Second

// ErrRedisURL is an address of no Redis. It does not repeat it: a password may be in it.
var ErrRedisURL = errors.New("limit: not usable as the address of a Redis")

// RedisAt is how a Redis is reached.
func RedisAt(url string) (rueidis.ClientOption, error) {
	opt, err := rueidis.ParseURL(url)
	if err != nil {
		return opt, ErrRedisURL
	}
	opt.Dialer.Timeout, opt.ConnWriteTimeout = redisWithin, redisWithin
	return opt, nil
}

// AskRedis is nil when a Redis answers.
func AskRedis(ctx context.Context, url string) error {
	opt, err := RedisAt(url)
	if err != nil {
		return err
	}
	client, err := rueidis.NewClient(opt)
	if err != nil {
		return fmt.Errorf("limit: %w", err)
	}
	defer client.Close()
	return client.Do(ctx, client.B().Ping().Build()).Error()
}

// Redis limits across processes. Time is Redis's own, so that nodes with different clocks agree.
type Redis struct {
	client rueidis.Client
	prefix string
}

// NewRedis keeps its keys below prefix.
func NewRedis(client rueidis.Client, prefix string) *Redis {
	return &Redis{client: client, prefix: prefix}
}

// take is decide of this package in microseconds, in one step of Redis.
var take = rueidis.NewLuaScript(`
local t = redis.call('TIME')
local now = t[1] * 1000000 + t[2]
local interval, per = tonumber(ARGV[1]), tonumber(ARGV[2])
local full = tonumber(redis.call('GET', KEYS[1]) or now)
if full < now then full = now end
local next = full + interval
local over = next - now - per
if over > 0 then return over end
redis.call('SET', KEYS[1], string.format('%.0f', next), 'PX', math.ceil((next - now) / 1000))
return 0`)

// Take implements Limiter.
func (l *Redis) Take(ctx context.Context, key string, r Rate) (time.Duration, error) {
	args := []string{strconv.FormatInt(r.Interval().Microseconds(), 10), strconv.FormatInt(r.Per.Microseconds(), 10)}
	over, err := take.Exec(ctx, l.client, []string{l.prefix + key}, args).AsInt64()
	if err != nil {
		return 0, fmt.Errorf("limit: %w", err)
	}
	return time.Duration(over) * time.Microsecond, nil
}

// give keeps the key's time to live: it never lasts longer than before.
var give = rueidis.NewLuaScript(`
local full = tonumber(redis.call('GET', KEYS[1]) or 0)
if full > 0 then redis.call('SET', KEYS[1], string.format('%.0f', full - tonumber(ARGV[1])), 'KEEPTTL') end
return 0`)

// Give implements Limiter.
func (l *Redis) Give(ctx context.Context, key string, r Rate) error {
	args := []string{strconv.FormatInt(r.Interval().Microseconds(), 10)}
	if err := give.Exec(ctx, l.client, []string{l.prefix + key}, args).Error(); err != nil {
		return fmt.Errorf("limit: %w", err)
	}
	return nil
}

var _ Limiter = (*Redis)(nil)
