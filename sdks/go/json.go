package bunting

import (
	"encoding/json"
	"reflect"
	"sync"

	"github.com/bunting-flags/bunting/sdks/go/internal/engine"
)

// JSON gives what a json flag says, decoded as encoding/json does, or the fallback. It is decoded once per value and type: what
// is behind pointers, maps and slices of it is the same for all callers, and not to be changed.
//
//	type Limits struct {
//		PerMinute int `json:"perMinute"`
//	}
//	limits := bunting.JSON(flags, "limits", who, Limits{PerMinute: 60})
//
// A value that does not fit the type gives the fallback, and [JSONDetails] says TYPE_MISMATCH; members that the type lacks are passed
// over, and members that the flag lacks are zero.
func JSON[Value any](flags *Flags, key string, who EvalContext, fallback Value, options ...ReadOption) Value {
	return JSONDetails(flags, key, who, fallback, options...).Value
}

// JSONDetails gives what a json flag says, and why.
func JSONDetails[Value any](flags *Flags, key string, who EvalContext, fallback Value, options ...ReadOption) Details[Value] {
	found := flags.resolve(key, &who)
	details := detailsOf(flags, found, fallback, decoded[Value])
	flags.used(found, details.Error == "", &who, options)
	return details
}

// decodings has a value as each type that asked for it; nil where it does not fit.
type decodings struct{ byType sync.Map }

func decoded[Value any](outcome *engine.Outcome) (Value, bool) {
	var none Value
	if _, ok := document(outcome); !ok {
		return none, false
	}
	if value, ok := outcome.Value.(Value); ok {
		return value, true
	}
	known := decodingsOf(outcome)
	wanted := reflect.TypeFor[Value]()
	found, ok := known.byType.Load(wanted)
	if !ok {
		value := new(Value)
		if json.Unmarshal(outcome.Raw(), value) != nil {
			value = nil
		}
		found, _ = known.byType.LoadOrStore(wanted, value)
	}
	if value := found.(*Value); value != nil {
		return *value, true
	}
	return none, false
}

func decodingsOf(outcome *engine.Outcome) *decodings {
	if attached := outcome.Attached.Load(); attached != nil {
		return (*attached).(*decodings)
	}
	var made any = &decodings{}
	if outcome.Attached.CompareAndSwap(nil, &made) {
		return made.(*decodings)
	}
	return (*outcome.Attached.Load()).(*decodings)
}
