package bench

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/bunting-flags/bunting/sdks/go/internal/turns"
)

// contender is an SDK with the flags loaded, called as its users call it, for users that are created once.
type contender interface {
	isOn(key string, user int) bool
	close()
}

var kinds = []string{"plain", "rules", "rollout"}

const (
	keysInTurn = 16
	userCount  = 1_024
	percentage = 25
)

var (
	countries = []string{"US", "NL", "BE", "DE", "FR", "JP", "BR"}
	plans     = []string{"free", "pro", "enterprise"}
)

type user struct {
	id         string
	attributes map[string]any
}

func users() []user {
	made := make([]user, userCount)
	for i := range made {
		made[i] = user{fmt.Sprintf("user-%d", i*7_919), map[string]any{
			"country": countries[i%len(countries)],
			"plan":    plans[(i*5+i/7)%len(plans)],
			"age":     i * 37 % 90,
			"beta":    i%2 == 0,
			"email":   fmt.Sprintf("person-%d@example.com", i),
		}}
	}
	return made
}

func keyOf(kind string, at int) string { return fmt.Sprintf("%s-%d", kind, at) }

// text returns the flags of each kind, in the SDK's own format.
func text(tb testing.TB, flag func(kind string, key string) any) map[string]json.RawMessage {
	flags := map[string]json.RawMessage{}
	for _, kind := range kinds {
		for at := range keysInTurn {
			key := keyOf(kind, at)
			written, err := json.Marshal(flag(kind, key))
			if err != nil {
				tb.Fatal(err)
			}
			flags[key] = written
		}
	}
	return flags
}

// contenders are opened again for each benchmark.
var contenders = []struct {
	name string
	open func(tb testing.TB) contender
}{
	{"bunting", openBunting},
	{"growthbook", openGrowthBook},
	{"launchdarkly", openLaunchDarkly},
}

// expected returns the value that every SDK must return. In a rollout SDKs choose different users, but the same share of
// them.
func expected(kind string, user user) bool {
	plan, country, age := user.attributes["plan"], user.attributes["country"], user.attributes["age"].(int)
	isNear := country == "NL" || country == "BE" || country == "DE"
	return kind == "plain" || (plan != "free" && country == "US") || (isNear && age > 65) || (plan == "pro" && age > 18)
}

func TestEveryContenderAnswersTheSame(t *testing.T) {
	for _, each := range contenders {
		name, contender := each.name, each.open(t)
		in := 0
		for at, user := range users() {
			for _, kind := range kinds[:2] {
				if got := contender.isOn(keyOf(kind, 0), at); got != expected(kind, user) {
					t.Fatalf("%s: %s for %v is %v", name, kind, user, got)
				}
			}
			if contender.isOn("rollout-0", at) {
				in++
			}
		}
		if share := 100 * in / userCount; share < percentage-5 || share > percentage+5 {
			t.Errorf("%s: the rollout takes %d %%", name, share)
		}
		contender.close()
	}
}

func BenchmarkIsOn(b *testing.B) {
	for _, kind := range kinds {
		var keys [keysInTurn]string
		for at := range keys {
			keys[at] = keyOf(kind, at)
		}
		b.Run(kind, func(b *testing.B) {
			var ways []turns.Way
			for _, contender := range contenders {
				asked := contender.open(b)
				defer asked.close()
				ways = append(ways, turns.Way{Name: contender.name, Run: func(times int) (on int) {
					for i := range times {
						if asked.isOn(keys[i&(keysInTurn-1)], i&(userCount-1)) {
							on++
						}
					}
					return on
				}})
			}
			turns := turns.Of(ways...)
			for b.Loop() {
				turns.Next()
			}
			turns.Report(b.ReportMetric)
		})
	}
}
