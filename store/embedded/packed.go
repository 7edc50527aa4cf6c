//go:build packpg

package embedded

import _ "embed"

// packed is PostgreSQL for this platform as tar.zst, made by tools/packpg before the build.
//
//go:embed packed/postgres.tar.zst
var packed []byte
