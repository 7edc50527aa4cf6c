-- +goose Up
-- Settings of the house have versions, an author and a history; the table setting keeps what programs keep for
-- themselves.
CREATE TABLE setting_version (
	name    text NOT NULL,
	version bigint NOT NULL,
	value   bytea, -- JSON; null: the standard holds
	at      timestamptz NOT NULL,
	author  text NOT NULL,
	note    text NOT NULL,
	PRIMARY KEY (name, version)
);
-- One row, which every change counts up: it puts changes in order and tells running servers to read again.
CREATE TABLE setting_stamp (
	one   bool PRIMARY KEY DEFAULT true CHECK (one),
	stamp bigint NOT NULL
);
INSERT INTO setting_stamp (stamp) VALUES (0);

-- What was set before stays in the table setting, too: nodes of the version before read it until they are replaced.
INSERT INTO setting_version (name, version, value, at, author, note)
	SELECT key, 1, value, now(), 'migration', 'as it was before there were versions' FROM setting WHERE key IN
		('activity.terms', 'benefit.terms', 'delivery.sandbox', 'delivery.terms', 'home.banners', 'home.notices', 'limits.terms', 'maintenance', 'mall.terms',
		 'pay.plan', 'prize.terms', 'promotion.terms', 'props.plan', 'rain.plan', 'realname.terms', 'sign.terms', 'site.frame', 'site.zone', 'task.terms',
		 'terms', 'vip.terms');

-- +goose Down
INSERT INTO setting (key, value) SELECT name, value FROM
	(SELECT DISTINCT ON (name) name, value FROM setting_version ORDER BY name, version DESC) v WHERE value IS NOT NULL
	ON CONFLICT (key) DO UPDATE SET value = excluded.value;
DROP TABLE setting_stamp, setting_version;
