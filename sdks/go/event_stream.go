package bunting

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// streamEvent is a server-sent event. Its id is the last one that the stream has sent, with this event or an earlier one.
type streamEvent struct {
	name, id string
	data     []byte
}

// eventParser parses server-sent events as the HTML standard defines them, from a body that arrives in chunks of any size.
// It ignores retry, like an unknown field: when to reconnect is decided elsewhere.
type eventParser struct {
	line      []byte
	endedInCR bool
	hasBegun  bool
	name, id  string
	data      []byte
	hasData   bool
}

// read returns the events that end in this chunk. An event that never ends is never returned.
func (p *eventParser) read(chunk []byte) []streamEvent {
	var events []streamEvent
	for len(chunk) > 0 {
		// A CR alone ends a line, since an LF may never follow it. If one does, it belongs to the CR.
		if p.endedInCR {
			p.endedInCR = false
			if chunk[0] == '\n' {
				chunk = chunk[1:]
				continue
			}
		}
		end := bytes.IndexAny(chunk, "\r\n")
		if end < 0 {
			p.line = append(p.line, chunk...)
			return events
		}
		p.endedInCR = chunk[end] == '\r'
		p.line = append(p.line, chunk[:end]...)
		chunk = chunk[end+1:]
		if event, ok := p.readLine(); ok {
			events = append(events, event)
		}
		p.line = p.line[:0]
	}
	return events
}

var byteOrderMark = []byte("\uFEFF")

func (p *eventParser) readLine() (streamEvent, bool) {
	line := p.line
	if !p.hasBegun {
		p.hasBegun = true
		line = bytes.TrimPrefix(line, byteOrderMark)
	}
	if len(line) > 0 {
		p.readField(line)
		return streamEvent{}, false
	}
	event := streamEvent{name: p.name, id: p.id, data: p.data}
	hasData := p.hasData
	if event.name == "" {
		event.name = "message"
	}
	p.name, p.data, p.hasData = "", nil, false
	return event, hasData
}

func (p *eventParser) readField(line []byte) {
	name, value, _ := bytes.Cut(line, []byte(":"))
	value = bytes.TrimPrefix(value, []byte(" "))
	switch string(name) {
	case "event":
		p.name = validText(value)
	case "id":
		if !bytes.Contains(value, []byte{0}) {
			p.id = validText(value)
		}
	case "data":
		if p.hasData {
			p.data = append(p.data, '\n')
		}
		p.hasData = true
		if utf8.Valid(value) {
			p.data = append(p.data, value...)
		} else {
			p.data = append(p.data, validText(value)...)
		}
	}
}

// validText replaces each byte that is not valid UTF-8 with U+FFFD.
func validText(text []byte) string {
	return strings.Map(func(point rune) rune { return point }, string(text))
}
