package engine

import (
	"slices"

	"github.com/bunting-flags/bunting/sdks/go/internal/jsontext"
)

// The functions below read a config that this engine did not check when it was saved. They reject a config with an unknown
// operator or field, since its meaning would be a guess.

type fields = jsontext.Object

// hasOnly reports whether an object has no other fields than these.
func hasOnly(object fields, names ...string) bool {
	for at := range object {
		if !slices.Contains(names, object[at].Name) {
			return false
		}
	}
	return true
}

// optional reads a field that may be absent; null does not count as absent.
func optional[Value any](object fields, name string) (value Value, isThere, ok bool) {
	raw, isThere := object.Find(name)
	if !isThere {
		return value, false, true
	}
	value, ok = raw.(Value)
	return value, true, ok
}

func isScalar(value any) bool {
	switch value.(type) {
	case string, bool, float64:
		return true
	}
	return false
}

func isDocument(value any, levels int) bool {
	switch value := value.(type) {
	case map[string]any:
		for _, each := range value {
			if !isJSON(each, levels-1) {
				return false
			}
		}
		return true
	case []any:
		for _, each := range value {
			if !isJSON(each, levels-1) {
				return false
			}
		}
		return true
	}
	return false
}

func isJSON(value any, levels int) bool {
	return value == nil || isScalar(value) || (levels > 0 && isDocument(value, levels))
}

// listOf reads each element of a list.
func listOf[Value any](raw any, most int, read func(any) (Value, bool)) ([]Value, bool) {
	list, ok := raw.([]any)
	if !ok || len(list) > most {
		return nil, false
	}
	values := make([]Value, len(list))
	for at, each := range list {
		if values[at], ok = read(each); !ok {
			return nil, false
		}
	}
	return values, true
}

func readText(raw any) (string, bool) {
	text, ok := raw.(string)
	return text, ok
}

// valueCheck checks the values that a flag of some type, and its variants, may have.
type valueCheck struct{ isValue, isVariant func(any) bool }

func isTextOrNumber(value any) bool {
	switch value.(type) {
	case string, float64:
		return true
	}
	return false
}

func isOf[Value any](value any) bool {
	_, ok := value.(Value)
	return ok
}

func isDocumentValue(value any) bool { return isDocument(value, maxJSONDepth) }

var valueChecks = map[string]valueCheck{
	"boolean": {isOf[bool], isTextOrNumber},
	"string":  {isOf[string], isTextOrNumber},
	"number":  {isOf[float64], isTextOrNumber},
	"json":    {isDocumentValue, isDocumentValue},
}

// valueIn returns a value of a flag as users get it; nil if there is none.
func valueIn(object fields, name string) any { return jsontext.Plain(object.Get(name)) }

func readFlagConfig(raw any, flagType any) (*flagConfig, bool) {
	object, ok := raw.(fields)
	if !ok || !hasOnly(object, "version", "enabled", "defaultValue", "rules", "variants", "prerequisites") {
		return nil, false
	}
	typeName, _ := flagType.(string)
	check, ok := valueChecks[typeName]
	if !ok {
		return nil, false
	}
	version, isNumber := object.Get("version").(float64)
	enabled, isBool := object.Get("enabled").(bool)
	read := &flagConfig{version: int64(version), enabled: enabled, defaultValue: valueIn(object, "defaultValue")}
	if !isNumber || !isSafeInteger(version) || !isBool || !check.isValue(read.defaultValue) {
		return nil, false
	}
	readRule := func(raw any) (rule, bool) { return readRule(raw, check.isValue) }
	if read.rules, ok = listOf(object.Get("rules"), maxRules, readRule); !ok {
		return nil, false
	}
	if variants, isThere := object.Find("variants"); isThere {
		readVariant := func(raw any) (variant, bool) {
			object, _ := raw.(fields)
			key, ok := object.Get("key").(string)
			value := valueIn(object, "value")
			return variant{key, value}, ok && check.isVariant(value)
		}
		if read.variants, ok = listOf(variants, maxVariants, readVariant); !ok {
			return nil, false
		}
	}
	if prerequisites, isThere := object.Find("prerequisites"); isThere {
		if read.prerequisites, ok = listOf(prerequisites, maxPrerequisites, readPrerequisite); !ok {
			return nil, false
		}
	}
	return read, true
}

func readPrerequisite(raw any) (prerequisite, bool) {
	object, ok := raw.(fields)
	key, isText := object.Get("flagKey").(string)
	values, areValues := listOf(object.Get("values"), maxPrerequisiteValues, func(raw any) (any, bool) {
		value := jsontext.Plain(raw)
		return value, isScalar(value) || isDocumentValue(value)
	})
	return prerequisite{key, values}, ok && isText && areValues && hasOnly(object, "flagKey", "values")
}

func readSegmentConfig(raw any) (*segmentConfig, bool) {
	object, ok := raw.(fields)
	if !ok || len(object) != 2 || !hasOnly(object, "unit", "config", "large") {
		return nil, false
	}
	read := &segmentConfig{}
	unit, isThere := object.Find("unit")
	if !isThere {
		return nil, false
	}
	if unit != nil {
		if read.unit, read.hasUnit = unit.(string); !read.hasUnit {
			return nil, false
		}
	}
	if large, isThere := object.Find("large"); isThere {
		read.large, ok = readLargeList(large)
		return read, ok
	}
	config, ok := object.Get("config").(fields)
	if !ok || !hasOnly(config, "version", "included", "excluded", "rules") {
		return nil, false
	}
	version, isNumber := config.Get("version").(float64)
	var areIDs, areOthers, areRules bool
	read.included, areIDs = listOf(config.Get("included"), maxSegmentIDs, readText)
	read.excluded, areOthers = listOf(config.Get("excluded"), maxSegmentIDs, readText)
	read.rules, areRules = listOf(config.Get("rules"), maxSegmentRules, func(raw any) (rule, bool) {
		object, ok := raw.(fields)
		if !ok || !hasOnly(object, "id", "name", "enabled", "conditionOperator", "conditions") {
			return rule{}, false
		}
		return readAudience(object)
	})
	return read, isNumber && isSafeInteger(version) && areIDs && areOthers && areRules
}

func readAudience(object fields) (rule, bool) {
	var read rule
	var isText, isBool bool
	read.id, isText = object.Get("id").(string)
	read.enabled, isBool = object.Get("enabled").(bool)
	_, _, isName := optional[string](object, "name")
	operator, _ := object.Get("conditionOperator").(string)
	read.matchesAny = operator == "OR"
	if !isText || !isBool || !isName || (operator != "AND" && operator != "OR") {
		return read, false
	}
	var ok bool
	read.conditions, ok = listOf(object.Get("conditions"), maxConditions, func(raw any) (condition, bool) {
		return readCondition(raw, maxGroupDepth)
	})
	return read, ok
}

func readRule(raw any, isValue func(any) bool) (rule, bool) {
	object, ok := raw.(fields)
	if !ok || !hasOnly(object, "id", "name", "enabled", "conditionOperator", "conditions", "value",
		"rolloutPercentage", "distribution", "bucketBy", "hash", "split") {
		return rule{}, false
	}
	read, ok := readAudience(object)
	if !ok {
		return read, false
	}
	if _, read.hasValue = object.Find("value"); read.hasValue {
		if read.value = valueIn(object, "value"); !isValue(read.value) {
			return read, false
		}
	}
	if read.percentage, read.hasRollout, ok = optional[float64](object, "rolloutPercentage"); !ok || !isPercentage(read.percentage) {
		return read, false
	}
	var shares any
	if shares, read.splits = object.Find("distribution"); read.splits {
		if read.shares, ok = listOf(shares, maxVariants, readShare); !ok {
			return read, false
		}
	}
	if read.bucketBy, _, ok = optional[string](object, "bucketBy"); !ok {
		return read, false
	}
	if hash, isThere := object.Find("hash"); isThere {
		if read.hash, ok = readHash(hash); !ok {
			return read, false
		}
	}
	split, isThere, ok := optional[string](object, "split")
	return read, ok && (!isThere || split == "boolean")
}

func isPercentage(share float64) bool { return share >= 0 && share <= 100 }

func readShare(raw any) (share, bool) {
	object, ok := raw.(fields)
	variant, isText := object.Get("variant").(string)
	weight, isNumber := object.Get("weight").(float64)
	return share{variant, weight}, ok && isText && isNumber && weight > 0 && hasOnly(object, "variant", "weight")
}

func readHash(raw any) (*ruleHash, bool) {
	object, ok := raw.(fields)
	if !ok || !hasOnly(object, "kind", "salt", "splitSalt") {
		return nil, false
	}
	name, _ := object.Get("kind").(string)
	kind, isKnown := hashKinds[name]
	salt, isSalt := readSalt(object.Get("salt"))
	read := &ruleHash{kind, salt, salt}
	if split, isThere := object.Find("splitSalt"); isThere {
		read.splitSalt, ok = readSalt(split)
	}
	return read, ok && isKnown && isSalt
}

func readSalt(raw any) (string, bool) {
	salt, ok := raw.(string)
	return salt, ok && utf16Length(salt) <= maxSalt
}

func readCondition(raw any, levels int) (condition, bool) {
	object, ok := raw.(fields)
	if !ok {
		return condition{}, false
	}
	name, isText := object.Get("operator").(string)
	if !isText {
		return readGroup(object, levels)
	}
	switch name {
	case "in_segment", "not_in_segment":
		return readMembership(object, name == "not_in_segment")
	case "in_share":
		return readUnitShare(object)
	}
	return readComparison(object, name)
}

func readComparison(object fields, name string) (condition, bool) {
	read := condition{kind: comparison}
	var isText, isKnown, isBool bool
	read.attribute, isText = object.Get("attribute").(string)
	read.operator, isKnown = operators[name]
	read.ignoreCase, _, isBool = optional[bool](object, "ignoreCase")
	read.value, read.hasValue = object.Find("value")
	isValue := !read.hasValue || isConditionValue(read.value)
	return read, isText && isKnown && isBool && isValue && (!read.ignoreCase || read.operator.foldable) &&
		hasOnly(object, "attribute", "operator", "value", "ignoreCase")
}

func isConditionValue(value any) bool {
	list, ok := value.([]any)
	if !ok {
		return isScalar(value)
	}
	for _, each := range list {
		if !isScalar(each) {
			return false
		}
	}
	return len(list) <= maxValues
}

func readMembership(object fields, negated bool) (condition, bool) {
	read := condition{kind: membership, negated: negated}
	value, isThere := object.Find("value")
	if !hasOnly(object, "operator", "value") || (isThere && !isConditionValue(value)) {
		return read, false
	}
	// A value that cannot be read names no segment, and so never holds.
	if key, ok := value.(string); ok {
		read.segments = []string{key}
	} else if keys, ok := listOf(value, maxSegments, readText); ok {
		read.segments = keys
	}
	return read, true
}

func readUnitShare(object fields) (condition, bool) {
	read := condition{kind: shareOfUnits}
	value, isValue := object.Get("value").(fields)
	if !isValue || !hasOnly(object, "operator", "attribute", "value") || !hasOnly(value, "from", "to", "salt", "kind") {
		return read, false
	}
	var isAttribute, isFrom, isTo, isSalt bool
	read.attribute, read.hasAttribute, isAttribute = optional[string](object, "attribute")
	read.from, isFrom = value.Get("from").(float64)
	read.to, isTo = value.Get("to").(float64)
	read.salt, isSalt = readSalt(value.Get("salt"))
	kind, isThere, isKind := optional[string](value, "kind")
	if isThere && kind != "bunting" {
		var isKnown bool
		read.hash, isKnown = hashKinds[kind]
		isKind = isKind && isKnown
	}
	return read, isAttribute && isFrom && isTo && isSalt && isKind && isPercentage(read.from) && isPercentage(read.to)
}

var groupKinds = map[string]conditionKind{"all": allOf, "any": anyOf, "none": noneOf}

func readGroup(object fields, levels int) (condition, bool) {
	if len(object) != 1 || levels == 0 {
		return condition{}, false
	}
	kind, isKnown := groupKinds[object[0].Name]
	members, ok := listOf(object[0].Value, maxConditions, func(raw any) (condition, bool) {
		return readCondition(raw, levels-1)
	})
	return condition{kind: kind, members: members}, isKnown && ok
}
