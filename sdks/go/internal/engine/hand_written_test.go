package engine

import "github.com/bunting-flags/bunting/sdks/go/internal/jsontext"

// Code that an engineer would write by hand for just these flags, with exact answers for every context. Like the programs, it
// reads an attribute only when a condition needs it.

func matched(rule string) *Outcome { return &Outcome{Value: true, Reason: RuleMatch, RuleID: rule} }
func notMatched() *Outcome         { return &Outcome{Value: false, Reason: Default} }

func handWritten(flags map[string]string) map[string]func(*Context) *Outcome {
	ids := setOf(audienceIDs())
	written := map[string]func(*Context) *Outcome{}
	for key, kind := range flags {
		written[key] = writeByHand(key, kind, ids)
	}
	return written
}

func writeByHand(key, kind string, ids map[string]struct{}) func(*Context) *Outcome {
	off, first, second, third := notMatched(), matched("rule-1"), matched("rule-2"), matched("rule-3")
	choose := func(isOn bool) *Outcome {
		if isOn {
			return first
		}
		return off
	}
	switch kind {
	case "plain":
		on := &Outcome{Value: true, Reason: Default}
		return func(*Context) *Outcome { return on }
	case "rules":
		return func(context *Context) *Outcome {
			plan, country := context.Attributes["plan"], context.Attributes["country"]
			switch {
			case is(plan, "pro", "enterprise") && is(country, "US"):
				return first
			case is(country, "NL", "BE", "DE") && isAbove(context.Attributes["age"], 65):
				return second
			case is(plan, "pro") && isAbove(context.Attributes["age"], 18):
				return third
			}
			return off
		}
	case "rollout":
		seed := murmur3(key+":rule-1", 0)
		on := &Outcome{Value: true, Reason: Rollout, RuleID: "rule-1"}
		return func(context *Context) *Outcome {
			unit := context.UserID
			if unit == "" {
				unit = context.AnonymousID
			}
			if unit != "" && murmur3(unit, seed) < 1<<30 {
				return on
			}
			return off
		}
	case "segment":
		return func(context *Context) *Outcome {
			id := context.UserID
			if id == "" {
				id = context.AnonymousID
			}
			_, ok := ids[id]
			return choose(ok)
		}
	case "nested":
		return func(context *Context) *Outcome { return choose(inOuter(context)) }
	case "chain":
		unmet := &Outcome{Value: false, Reason: Disabled, Prerequisite: "link-1"}
		return func(context *Context) *Outcome {
			if !linkOne(context) {
				return unmet
			}
			return choose(is(context.Attributes["plan"], "enterprise"))
		}
	}
	return func(context *Context) *Outcome {
		country := context.Attributes["country"]
		isOld := func() bool { return isAbove(context.Attributes["age"], 65) }
		if is(context.Attributes["plan"], "pro", "enterprise") && !is(country, "JP") && !isOld() {
			return first
		}
		return choose(is(country, "NL", "BE", "DE") && isOld())
	}
}

func inInner(context *Context) bool { return is(context.Attributes["country"], "US", "NL", "BE", "DE") }
func inMiddle(context *Context) bool {
	return inInner(context) && isAbove(context.Attributes["age"], 18)
}
func inOuter(context *Context) bool {
	return inMiddle(context) && is(context.Attributes["plan"], "pro", "enterprise")
}

func linkFive(context *Context) bool { return isAbove(context.Attributes["age"], 10) }
func linkFour(context *Context) bool {
	return linkFive(context) && is(context.Attributes["plan"], "pro", "enterprise")
}
func linkThree(context *Context) bool {
	return linkFour(context) && is(context.Attributes["country"], "US", "NL", "BE", "DE", "FR")
}
func linkTwo(context *Context) bool {
	return linkThree(context) && isAbove(context.Attributes["age"], 25)
}
func linkOne(context *Context) bool {
	return linkTwo(context) && is(context.Attributes["country"], "US", "NL", "BE", "DE", "JP")
}

// is reports whether an attribute is one of these texts; numbers and booleans never are.
func is(actual any, texts ...string) bool {
	if text, ok := actual.(string); ok {
		for _, wanted := range texts {
			if text == wanted {
				return true
			}
		}
		return false
	}
	return anyIn(actual, func(element any) bool { return is(element, texts...) })
}

func isAbove(actual any, least float64) bool {
	switch actual := actual.(type) {
	case int:
		return float64(actual) > least
	case float64:
		return actual > least
	case string:
		number, ok := jsontext.Number(actual)
		return ok && number > least
	}
	return anyIn(actual, func(element any) bool { return isAbove(element, least) })
}

// anyIn handles lists, which are rare.
func anyIn(actual any, holds func(any) bool) bool {
	switch actual := actual.(type) {
	case []string:
		for _, element := range actual {
			if len(actual) <= 100 && holds(element) {
				return true
			}
		}
	case []any:
		for _, element := range actual {
			if !isScalar(element) {
				return false
			}
		}
		for _, element := range actual {
			if len(actual) <= 100 && holds(element) {
				return true
			}
		}
	}
	return false
}
