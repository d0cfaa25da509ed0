package bunting

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"reflect"
	"sync"
)

// FixedFlags are flags for an application's own tests: they return the values that the test sets, for every user and
// without a network. Pass its Flags to the application.
type FixedFlags struct {
	*Flags
	mutex  sync.Mutex
	values map[string]any
}

// Fixed returns flags with these values: booleans, strings, numbers, and anything that encoding/json marshals to an object
// or an array. It panics if a value is none of these.
//
//	flags := bunting.Fixed(map[string]any{"new-cart": true, "limits": Limits{PerMinute: 5}})
//	handler := shop.NewHandler(flags.Flags)
//	flags.Set("new-cart", false)
func Fixed(values map[string]any) *FixedFlags {
	fixed := &FixedFlags{Flags: newFlags(slog.New(slog.DiscardHandler)), values: maps.Clone(values)}
	if fixed.values == nil {
		fixed.values = map[string]any{}
	}
	fixed.held.begin(fixed.bundle())
	return fixed
}

// Set changes the value of a flag and notifies listeners. It panics on the same values as [Fixed].
func (f *FixedFlags) Set(key string, value any) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	f.values[key] = value
	f.held.replace(f.bundle())
}

func (f *FixedFlags) bundle() *bundle {
	flags := map[string]string{}
	for key, value := range f.values {
		flags[key] = fixedFlag(key, value)
	}
	return &bundle{
		head:  head{environmentID: "env_fixed", revision: 1, others: map[string]string{}},
		flags: flags,
	}
}

func fixedFlag(key string, value any) string {
	text, err := json.Marshal(map[string]any{
		"id": "flag_" + key, "type": typeOf(value), "clientSafe": true,
		"config": map[string]any{"version": 1, "enabled": true, "defaultValue": value, "rules": []any{}},
	})
	if err != nil {
		panic(fmt.Sprintf("bunting: the flag %q cannot answer a %T: %v", key, value, err))
	}
	return string(text)
}

func typeOf(value any) string {
	switch kind := reflect.ValueOf(value).Kind(); {
	case kind == reflect.Bool:
		return "boolean"
	case kind == reflect.String:
		return "string"
	case kind >= reflect.Int && kind <= reflect.Float64:
		return "number"
	}
	return "json"
}
