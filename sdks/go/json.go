package bunting

import (
	"encoding/json"
	"reflect"
	"sync"

	"github.com/bunting-flags/bunting/sdks/go/internal/engine"
)

// JSON evaluates a json flag and decodes its value as encoding/json does. It returns fallback if the flag cannot be
// evaluated or its value does not fit the type. Each value is decoded once per type: all callers share the pointers, maps
// and slices in it and must not modify them.
//
//	type Limits struct {
//		PerMinute int `json:"perMinute"`
//	}
//	limits := bunting.JSON(flags, "limits", who, Limits{PerMinute: 60})
//
// For a value that does not fit the type, [JSONDetails] returns TYPE_MISMATCH. Members that the type lacks are ignored;
// members that the value lacks are zero.
func JSON[Value any](flags *Flags, key string, who EvalContext, fallback Value, options ...ReadOption) Value {
	return JSONDetails(flags, key, who, fallback, options...).Value
}

// JSONDetails evaluates a json flag like [JSON], and also returns the reason.
func JSONDetails[Value any](flags *Flags, key string, who EvalContext, fallback Value, options ...ReadOption) Details[Value] {
	found := flags.resolve(key, &who)
	details := detailsOf(flags, found, fallback, decoded[Value])
	flags.used(found, details.Error == "", &who, options)
	return details
}

// decodings caches a value decoded as each requested type; nil if it does not fit.
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
