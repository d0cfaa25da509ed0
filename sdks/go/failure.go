package bunting

import (
	"errors"
	"fmt"
)

// ErrorCode identifies what failed. A refused key needs another key; everything else may recover.
type ErrorCode string

// The codes of an [Error].
const (
	ErrorKeyRefused  ErrorCode = "KEY_REFUSED"
	ErrorUnreachable ErrorCode = "UNREACHABLE"
	ErrorBadAnswer   ErrorCode = "BAD_ANSWER"
	ErrorCache       ErrorCode = "CACHE"
	ErrorTelemetry   ErrorCode = "TELEMETRY"
	ErrorListener    ErrorCode = "LISTENER"
)

// Error is a failure that the SDK can go on without.
type Error struct {
	Code    ErrorCode
	Message string
	cause   error
}

// Error returns the message.
func (e *Error) Error() string { return e.Message }

// Unwrap returns the cause; nil if there is none.
func (e *Error) Unwrap() error { return e.cause }

func failure(code ErrorCode, format string, values ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, values...)}
}

// asError wraps an error, unless it is an Error already.
func asError(code ErrorCode, message string, err error) *Error {
	var known *Error
	if errors.As(err, &known) {
		return known
	}
	return &Error{Code: code, Message: message + ": " + err.Error(), cause: err}
}

// refusal returns the error for a response with an error status.
func refusal(what string, status int) *Error {
	if status == 401 || status == 403 {
		return failure(ErrorKeyRefused, "%s answered %d: the key is unknown, revoked, or not for this.", what, status)
	}
	return failure(ErrorUnreachable, "%s answered %d: it is asked again.", what, status)
}
