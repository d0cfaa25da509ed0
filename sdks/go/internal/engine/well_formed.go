package engine

import (
	"slices"

	"github.com/bunting-flags/bunting/sdks/go/internal/jsontext"
)

// The functions below read a config that this engine did not check when it was saved. They reject a config with an unknown
// operator or field, since its meaning would be a guess.

// hasOnly reports whether a value is an object that has no other fields than these.
func hasOnly(object jsontext.Value, names ...string) bool {
	for name := range object.Members() {
		if !slices.Contains(names, name) {
			return false
		}
	}
	return object.IsObject()
}

// optional reads a field that may be absent; null does not count as absent.
func optional[Value any](field jsontext.Value, read func(jsontext.Value) (Value, bool)) (value Value, isThere, ok bool) {
	if !field.IsThere() {
		return value, false, true
	}
	value, ok = read(field)
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
func listOf[Value any](raw jsontext.Value, most int, read func(jsontext.Value) (Value, bool)) ([]Value, bool) {
	length := raw.Len()
	if !raw.IsList() || length > most {
		return nil, false
	}
	values := make([]Value, 0, length)
	for each := range raw.Elements() {
		value, ok := read(each)
		if !ok {
			return nil, false
		}
		values = append(values, value)
	}
	return values, true
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

func readFlagConfig(object, flagType jsontext.Value) (*flagConfig, bool) {
	if !hasOnly(object, "version", "enabled", "defaultValue", "rules", "variants", "prerequisites") {
		return nil, false
	}
	typeName, _ := flagType.Text()
	check, ok := valueChecks[typeName]
	if !ok {
		return nil, false
	}
	version, isNumber := object.Get("version").Number()
	enabled, isBool := object.Get("enabled").Bool()
	read := &flagConfig{version: int64(version), enabled: enabled, defaultValue: object.Get("defaultValue").Plain()}
	if !isNumber || !isSafeInteger(version) || !isBool || !check.isValue(read.defaultValue) {
		return nil, false
	}
	readRule := func(raw jsontext.Value) (rule, bool) { return readRule(raw, check.isValue) }
	if read.rules, ok = listOf(object.Get("rules"), maxRules, readRule); !ok {
		return nil, false
	}
	if variants := object.Get("variants"); variants.IsThere() {
		readVariant := func(object jsontext.Value) (variant, bool) {
			key, ok := object.Get("key").Text()
			value := object.Get("value").Plain()
			return variant{key, value}, ok && check.isVariant(value)
		}
		if read.variants, ok = listOf(variants, maxVariants, readVariant); !ok {
			return nil, false
		}
	}
	if prerequisites := object.Get("prerequisites"); prerequisites.IsThere() {
		if read.prerequisites, ok = listOf(prerequisites, maxPrerequisites, readPrerequisite); !ok {
			return nil, false
		}
	}
	return read, true
}

func readPrerequisite(object jsontext.Value) (prerequisite, bool) {
	key, isText := object.Get("flagKey").Text()
	values, areValues := listOf(object.Get("values"), maxPrerequisiteValues, func(raw jsontext.Value) (any, bool) {
		value := raw.Plain()
		return value, isScalar(value) || isDocumentValue(value)
	})
	return prerequisite{key, values}, isText && areValues && hasOnly(object, "flagKey", "values")
}

func readSegmentConfig(object jsontext.Value) (*segmentConfig, bool) {
	if object.Len() != 2 || !hasOnly(object, "unit", "config", "large") {
		return nil, false
	}
	read := &segmentConfig{}
	if unit := object.Get("unit"); !unit.IsNull() {
		if read.unit, read.hasUnit = unit.Text(); !read.hasUnit {
			return nil, false
		}
	}
	if large := object.Get("large"); large.IsThere() {
		var ok bool
		read.large, ok = readLargeList(large)
		return read, ok
	}
	config := object.Get("config")
	if !hasOnly(config, "version", "included", "excluded", "rules") {
		return nil, false
	}
	version, isNumber := config.Get("version").Number()
	var areIDs, areOthers, areRules bool
	read.included, areIDs = listOf(config.Get("included"), maxSegmentIDs, jsontext.Value.Text)
	read.excluded, areOthers = listOf(config.Get("excluded"), maxSegmentIDs, jsontext.Value.Text)
	read.rules, areRules = listOf(config.Get("rules"), maxSegmentRules, func(object jsontext.Value) (rule, bool) {
		if !hasOnly(object, "id", "name", "enabled", "conditionOperator", "conditions") {
			return rule{}, false
		}
		return readAudience(object)
	})
	return read, isNumber && isSafeInteger(version) && areIDs && areOthers && areRules
}

func readAudience(object jsontext.Value) (rule, bool) {
	var read rule
	var isText, isBool bool
	read.id, isText = object.Get("id").Text()
	read.enabled, isBool = object.Get("enabled").Bool()
	_, _, isName := optional(object.Get("name"), jsontext.Value.Text)
	operator, _ := object.Get("conditionOperator").Text()
	read.matchesAny = operator == "OR"
	if !isText || !isBool || !isName || (operator != "AND" && operator != "OR") {
		return read, false
	}
	var ok bool
	read.conditions, ok = listOf(object.Get("conditions"), maxConditions, func(raw jsontext.Value) (condition, bool) {
		return readCondition(raw, maxGroupDepth)
	})
	return read, ok
}

func readRule(object jsontext.Value, isValue func(any) bool) (rule, bool) {
	if !hasOnly(object, "id", "name", "enabled", "conditionOperator", "conditions", "value",
		"rolloutPercentage", "distribution", "bucketBy", "hash", "split") {
		return rule{}, false
	}
	read, ok := readAudience(object)
	if !ok {
		return read, false
	}
	value := object.Get("value")
	if read.value, read.hasValue = value.Plain(), value.IsThere(); read.hasValue && !isValue(read.value) {
		return read, false
	}
	if read.percentage, read.hasRollout, ok = optional(object.Get("rolloutPercentage"), jsontext.Value.Number); !ok || !isPercentage(read.percentage) {
		return read, false
	}
	shares := object.Get("distribution")
	if read.splits = shares.IsThere(); read.splits {
		if read.shares, ok = listOf(shares, maxVariants, readShare); !ok {
			return read, false
		}
	}
	if read.bucketBy, _, ok = optional(object.Get("bucketBy"), jsontext.Value.Text); !ok {
		return read, false
	}
	if hash := object.Get("hash"); hash.IsThere() {
		if read.hash, ok = readHash(hash); !ok {
			return read, false
		}
	}
	split, isThere, ok := optional(object.Get("split"), jsontext.Value.Text)
	return read, ok && (!isThere || split == "boolean")
}

func isPercentage(share float64) bool { return share >= 0 && share <= 100 }

func readShare(object jsontext.Value) (share, bool) {
	variant, isText := object.Get("variant").Text()
	weight, isNumber := object.Get("weight").Number()
	return share{variant, weight}, isText && isNumber && weight > 0 && hasOnly(object, "variant", "weight")
}

func readHash(object jsontext.Value) (*ruleHash, bool) {
	if !hasOnly(object, "kind", "salt", "splitSalt") {
		return nil, false
	}
	name, _ := object.Get("kind").Text()
	kind, isKnown := hashKinds[name]
	salt, isSalt := readSalt(object.Get("salt"))
	read := &ruleHash{kind, salt, salt}
	isSplitSalt := true
	if split := object.Get("splitSalt"); split.IsThere() {
		read.splitSalt, isSplitSalt = readSalt(split)
	}
	return read, isKnown && isSalt && isSplitSalt
}

func readSalt(raw jsontext.Value) (string, bool) {
	salt, ok := raw.Text()
	return salt, ok && utf16Length(salt) <= maxSalt
}

func readCondition(object jsontext.Value, levels int) (condition, bool) {
	name, isText := object.Get("operator").Text()
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

func readComparison(object jsontext.Value, name string) (condition, bool) {
	read := condition{kind: comparison}
	var isText, isKnown, isBool bool
	read.attribute, isText = object.Get("attribute").Text()
	read.operator, isKnown = operators[name]
	read.ignoreCase, _, isBool = optional(object.Get("ignoreCase"), jsontext.Value.Bool)
	value := object.Get("value")
	read.value, read.hasValue = value.Plain(), value.IsThere()
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

func readMembership(object jsontext.Value, negated bool) (condition, bool) {
	read := condition{kind: membership, negated: negated}
	value := object.Get("value")
	if !hasOnly(object, "operator", "value") || (value.IsThere() && !isConditionValue(value.Plain())) {
		return read, false
	}
	// A value that cannot be read names no segment, and so never holds.
	if key, ok := value.Text(); ok {
		read.segments = []string{key}
	} else if keys, ok := listOf(value, maxSegments, jsontext.Value.Text); ok {
		read.segments = keys
	}
	return read, true
}

func readUnitShare(object jsontext.Value) (condition, bool) {
	read := condition{kind: shareOfUnits}
	value := object.Get("value")
	if !hasOnly(object, "operator", "attribute", "value") || !hasOnly(value, "from", "to", "salt", "kind") {
		return read, false
	}
	var isAttribute, isFrom, isTo, isSalt bool
	read.attribute, read.hasAttribute, isAttribute = optional(object.Get("attribute"), jsontext.Value.Text)
	read.from, isFrom = value.Get("from").Number()
	read.to, isTo = value.Get("to").Number()
	read.salt, isSalt = readSalt(value.Get("salt"))
	kind, isThere, isKind := optional(value.Get("kind"), jsontext.Value.Text)
	if isThere && kind != "bunting" {
		var isKnown bool
		read.hash, isKnown = hashKinds[kind]
		isKind = isKind && isKnown
	}
	return read, isAttribute && isFrom && isTo && isSalt && isKind && isPercentage(read.from) && isPercentage(read.to)
}

var groupKinds = map[string]conditionKind{"all": allOf, "any": anyOf, "none": noneOf}

func readGroup(object jsontext.Value, levels int) (condition, bool) {
	if object.Len() != 1 || levels == 0 {
		return condition{}, false
	}
	for name, list := range object.Members() {
		kind, isKnown := groupKinds[name]
		members, ok := listOf(list, maxConditions, func(raw jsontext.Value) (condition, bool) {
			return readCondition(raw, levels-1)
		})
		return condition{kind: kind, members: members}, isKnown && ok
	}
	return condition{}, false
}
