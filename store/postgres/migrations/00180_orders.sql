-- +goose Up
-- What operators had ordered stood in the plans of rains and of gifts before settings had versions; 00170 took the
-- plans over as they were. Orders have settings of their own, where they are still to be found, and the plans' first
-- versions can be restored.
CREATE TEMPORARY TABLE old_plan ON COMMIT DROP AS
	SELECT name, CASE name WHEN 'rain.plan' THEN 'rain.orders' ELSE 'props.orders' END AS orders, note,
		convert_from(value, 'UTF8')::jsonb AS plan
	FROM setting_version WHERE name IN ('rain.plan', 'props.plan') AND version = 1 AND author = 'migration' AND value IS NOT NULL;

INSERT INTO setting_version (name, version, value, at, author, note)
	SELECT orders, 1, convert_to(list::text, 'UTF8'), now(), 'migration', note
	FROM old_plan, jsonb_strip_nulls(jsonb_build_object('orders', plan->'orders', 'cancelled', plan->'cancelled')) list
	WHERE jsonb_path_exists(list, '$.*[*]') AND NOT EXISTS (SELECT FROM setting_version v WHERE v.name = old_plan.orders);

UPDATE setting_version v SET value = convert_to((plan - 'orders' - 'cancelled')::text, 'UTF8')
	FROM old_plan WHERE v.name = old_plan.name AND v.version = 1;

UPDATE setting_stamp SET stamp = stamp + 1 WHERE EXISTS (SELECT FROM old_plan);

-- +goose Down
SELECT 1; -- a plan without its orders is one that the version before can read
