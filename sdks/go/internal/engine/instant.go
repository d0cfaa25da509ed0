package engine

// readIsoInstant parses an ISO 8601 text as epoch milliseconds. A date alone is midnight UTC, a time without an offset is
// in UTC, and digits beyond milliseconds are ignored. time.Parse accepts other texts than the service does.
func readIsoInstant(text string) (float64, bool) {
	if len(text) < 10 || text[4] != '-' || text[7] != '-' {
		return 0, false
	}
	year, isYear := digits(text[:4])
	month, isMonth := digits(text[5:7])
	day, isDay := digits(text[8:10])
	if !isYear || !isMonth || !isDay || month < 1 || month > 12 || day < 1 || day > daysOf(year, month) {
		return 0, false
	}
	ms := int64(daysSinceEpoch(year, month, day)) * 86_400_000
	if len(text) == 10 {
		return float64(ms), true
	}
	if text[10] != 'T' {
		return 0, false
	}
	clock, rest, ok := readClock(text[11:])
	if !ok {
		return 0, false
	}
	offset, ok := readOffset(rest)
	return float64(ms + clock - offset), ok
}

// readClock parses hours and minutes and, if present, seconds with their fraction.
func readClock(text string) (ms int64, rest string, ok bool) {
	hours, rest, ok := twoDigits(text, 23)
	if !ok || rest == "" || rest[0] != ':' {
		return 0, "", false
	}
	minutes, rest, ok := twoDigits(rest[1:], 59)
	if !ok {
		return 0, "", false
	}
	ms = (hours*60 + minutes) * 60_000
	if rest == "" || rest[0] != ':' {
		return ms, rest, true
	}
	seconds, rest, ok := twoDigits(rest[1:], 59)
	if !ok {
		return 0, "", false
	}
	ms += seconds * 1_000
	if rest == "" || rest[0] != '.' {
		return ms, rest, true
	}
	length := digitsIn(rest[1:])
	if length == 0 {
		return 0, "", false
	}
	scale := int64(100)
	for _, digit := range rest[1 : 1+min(length, 3)] {
		ms += int64(digit-'0') * scale
		scale /= 10
	}
	return ms, rest[1+length:], true
}

func readOffset(text string) (ms int64, ok bool) {
	if text == "" || text == "Z" {
		return 0, true
	}
	if text[0] != '+' && text[0] != '-' {
		return 0, false
	}
	hours, rest, ok := twoDigits(text[1:], 23)
	if !ok {
		return 0, false
	}
	var minutes int64
	if rest != "" {
		if rest[0] == ':' {
			rest = rest[1:]
		}
		if minutes, rest, ok = twoDigits(rest, 59); !ok || rest != "" {
			return 0, false
		}
	}
	ms = (hours*60 + minutes) * 60_000
	if text[0] == '-' {
		ms = -ms
	}
	return ms, true
}

func twoDigits(text string, most int64) (number int64, rest string, ok bool) {
	if len(text) < 2 {
		return 0, "", false
	}
	read, ok := digits(text[:2])
	return int64(read), text[2:], ok && int64(read) <= most
}

func digits(text string) (int, bool) {
	number := 0
	for at := range len(text) {
		if !isDigit(text[at]) {
			return 0, false
		}
		number = number*10 + int(text[at]-'0')
	}
	return number, true
}

func daysOf(year, month int) int {
	switch month {
	case 2:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	case 4, 6, 9, 11:
		return 30
	}
	return 31
}

// daysSinceEpoch counts days in the proleptic Gregorian calendar, in years that begin in March.
func daysSinceEpoch(year, month, day int) int {
	if month <= 2 {
		year--
	}
	era := year / 400
	if year < 0 {
		era = -1
	}
	ofEra := year - era*400
	ofYear := (153*((month+9)%12)+2)/5 + day - 1
	return era*146_097 + ofEra*365 + ofEra/4 - ofEra/100 + ofYear - 719_468
}
