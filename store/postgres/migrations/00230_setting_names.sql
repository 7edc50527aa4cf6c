-- +goose Up
-- Settings are called by what they are about. Rows under the old names stay: processes of the release before read them
-- until they are replaced; what such a process still sets there is to be set again.
INSERT INTO setting_version (name, version, value, at, author, note)
	SELECT m.today, v.version, v.value, v.at, v.author, v.note FROM setting_version v JOIN (VALUES
		('terms', 'rates'), ('prize.terms', 'prizes'), ('task.terms', 'tasks'), ('activity.terms', 'activity'),
		('benefit.terms', 'benefit'), ('delivery.terms', 'delivery'), ('limits.terms', 'limits'), ('mall.terms', 'mall'),
		('promotion.terms', 'promotion'), ('realname.terms', 'realname'), ('sign.terms', 'sign'), ('vip.terms', 'vip'),
		('pay.plan', 'pay'), ('props.plan', 'props'), ('rain.plan', 'rain'), ('site.frame', 'site')) m(old, today) ON m.old = v.name
	ON CONFLICT DO NOTHING;
UPDATE setting_stamp SET stamp = stamp + 1;

-- +goose Down
DELETE FROM setting_version WHERE name IN ('rates', 'prizes', 'tasks', 'activity', 'benefit', 'delivery', 'limits', 'mall',
	'promotion', 'realname', 'sign', 'vip', 'pay', 'props', 'rain', 'site');
UPDATE setting_stamp SET stamp = stamp + 1;
