package engine

// operator is the comparison of a condition.
type operator struct {
	op operation
	// foldable reports whether a condition may have ignoreCase.
	foldable bool
	// prepare stores the condition's value in the instruction; false if the value cannot be read, and so never matches.
	prepare func(in *instruction, condition *condition) bool
}

// operators holds all operators that compare an attribute.
var operators = map[string]*operator{
	"equals":       {equals, true, prepareOne},
	"not_equals":   {notEquals, true, prepareOne},
	"in":           {isIn, true, prepareList},
	"not_in":       {notIn, true, prepareList},
	"contains":     {contains, true, prepareTexts},
	"not_contains": {notContains, true, prepareTexts},
	"starts_with":  {startsWith, true, prepareTexts},
	"ends_with":    {endsWith, true, prepareTexts},
	"gt":           {gt, false, prepareNumber},
	"gte":          {gte, false, prepareNumber},
	"lt":           {lt, false, prepareNumber},
	"lte":          {lte, false, prepareNumber},
	"before":       {before, false, prepareInstant},
	"after":        {after, false, prepareInstant},
	"semver_eq":    {semverEq, false, prepareVersion},
	"semver_gt":    {semverGt, false, prepareVersion},
	"semver_gte":   {semverGte, false, prepareVersion},
	"semver_lt":    {semverLt, false, prepareVersion},
	"semver_lte":   {semverLte, false, prepareVersion},
	"is_set":       {isSet, false, prepareNone},
	"is_not_set":   {isNotSet, false, prepareNone},
	"regex":        {regex, false, preparePattern},
	"geo_country":  {geoCountry, false, prepareCountries},
}

func isNegation(op operation) bool { return op == notEquals || op == notIn || op == notContains }

// holds reports whether a value that is not a list meets the condition.
func (in *instruction) holds(actual *value) bool {
	switch in.op {
	case equals:
		return in.isSame(actual)
	case notEquals:
		return actual.kind > missing && !in.isSame(actual)
	case isIn:
		return in.isAmong(actual)
	case notIn:
		return actual.kind > missing && !in.isAmong(actual)
	case gt:
		number, ok := actual.asNumber()
		return ok && number > in.number
	case gte:
		number, ok := actual.asNumber()
		return ok && number >= in.number
	case lt:
		number, ok := actual.asNumber()
		return ok && number < in.number
	case lte:
		number, ok := actual.asNumber()
		return ok && number <= in.number
	case isSet:
		return actual.kind > missing
	case isNotSet:
		return actual.kind == missing
	case before:
		instant, ok := instantOf(actual)
		return ok && instant < in.number
	case after:
		instant, ok := instantOf(actual)
		return ok && instant > in.number
	case semverEq, semverGt, semverGte, semverLt, semverLte:
		return in.isVersion(actual)
	case geoCountry:
		first, second, ok := letters(actual)
		return ok && in.operand.countries[first]&(1<<second) != 0
	}
	text, ok := actual.asText()
	if !ok {
		return false
	}
	switch in.op {
	case contains:
		return in.operand.found.anywhere(text)
	case notContains:
		return !in.operand.found.anywhere(text)
	case startsWith:
		return in.operand.found.atStart(text)
	case endsWith:
		return in.operand.found.atEnd(text)
	case regex:
		return in.operand.pattern.MatchString(text)
	}
	return false
}

// isSame compares texts. A number is compared as a number if in.text is the text of one, so that no text is built.
func (in *instruction) isSame(actual *value) bool {
	switch actual.kind {
	case isText, isBool:
		return actual.text == in.text
	case isNumber:
		return in.isNumber && actual.number == in.number
	}
	return false
}

func (in *instruction) isAmong(actual *value) bool {
	switch actual.kind {
	case isText, isBool:
		return actual.text == in.text || in.operand.hasText(actual.text)
	case isNumber:
		var buffer [32]byte
		return in.isAmongBytes(appendNumber(buffer[:0], actual.number))
	}
	return false
}

// isAmongBytes compares bytes, without allocating a text.
func (in *instruction) isAmongBytes(text []byte) bool {
	if string(text) == in.text {
		return true
	}
	if in.operand.set != nil {
		_, ok := in.operand.set[string(text)]
		return ok
	}
	for _, wanted := range in.operand.texts {
		if wanted == string(text) {
			return true
		}
	}
	return false
}

func (in *instruction) isVersion(actual *value) bool {
	if actual.kind != isText {
		return false
	}
	read, ok := readVersion(actual.text)
	if !ok {
		return false
	}
	order := compareVersions(&read, in.operand.version)
	switch in.op {
	case semverEq:
		return order == 0
	case semverGt:
		return order > 0
	case semverGte:
		return order >= 0
	case semverLt:
		return order < 0
	}
	return order <= 0
}

// instantOf returns the instant of an attribute; a number is epoch milliseconds.
func instantOf(actual *value) (float64, bool) {
	switch actual.kind {
	case isNumber:
		return actual.number, true
	case isText:
		return readIsoInstant(actual.text)
	}
	return 0, false
}

// letters returns the two letters of a country code as numbers. Unlike a conversion of case, this does not mistake other
// letters (ß, ı) for ASCII ones.
func letters(actual *value) (first, second byte, ok bool) {
	if actual.kind != isText {
		return 0, 0, false
	}
	return lettersIn(actual.text)
}

func lettersIn(code string) (first, second byte, ok bool) {
	if len(code) != 2 {
		return 0, 0, false
	}
	first, second = (code[0]|32)-'a', (code[1]|32)-'a'
	return first, second, first < 26 && second < 26
}
