package bunting

import (
	"errors"
	"fmt"
)

// ErrorCode is what went wrong. A refused key will not work later either, everything else may.
type ErrorCode string

// Every error there is.
const (
	ErrorKeyRefused  ErrorCode = "KEY_REFUSED"
	ErrorUnreachable ErrorCode = "UNREACHABLE"
	ErrorBadAnswer   ErrorCode = "BAD_ANSWER"
	ErrorCache       ErrorCode = "CACHE"
	ErrorTelemetry   ErrorCode = "TELEMETRY"
	ErrorListener    ErrorCode = "LISTENER"
)

// Error is something that went wrong and that the SDK goes on without.
type Error struct {
	Code    ErrorCode
	Message string
	cause   error
}

// Error says what went wrong.
func (e *Error) Error() string { return e.Message }

// Unwrap gives what it came of, if anything.
func (e *Error) Unwrap() error { return e.cause }

func failure(code ErrorCode, format string, values ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, values...)}
}

// asError keeps what is an Error already.
func asError(code ErrorCode, message string, err error) *Error {
	var known *Error
	if errors.As(err, &known) {
		return known
	}
	return &Error{Code: code, Message: message + ": " + err.Error(), cause: err}
}

// refusal is of an answer that is no success.
func refusal(what string, status int) *Error {
	if status == 401 || status == 403 {
		return failure(ErrorKeyRefused, "%s answered %d: the key is unknown, revoked, or not for this.", what, status)
	}
	return failure(ErrorUnreachable, "%s answered %d: it is asked again.", what, status)
}
