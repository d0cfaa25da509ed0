package api

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
)

// The error codes that the provider handles.
const (
	NotFound               = "RESOURCE_NOT_FOUND"
	Conflict               = "CONFLICT"
	VersionConflict        = "VERSION_CONFLICT"
	ProtectedEnvironment   = "PROTECTED_ENVIRONMENT"
	ProposalAlreadyPending = "PROPOSAL_ALREADY_PENDING"
	ProposalNotPending     = "PROPOSAL_NOT_PENDING"
)

// Error is the error with which the service rejects a request.
type Error struct {
	Status    int
	Code      string
	Message   string
	Details   []Detail
	RequestID string
}

// Detail describes one problem of a request.
type Detail struct {
	Path    string `json:"path"`
	Message string `json:"message"`
}

func (e *Error) Error() string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s (%s)", e.Message, e.Code)
	for _, detail := range e.Details {
		fmt.Fprintf(&text, "\n  %s %s", detail.Path, detail.Message)
	}
	if e.RequestID != "" {
		fmt.Fprintf(&text, "\n  request %s", e.RequestID)
	}
	return text.String()
}

// HasCode reports whether the service rejected a request with this code.
func HasCode(err error, code string) bool {
	var refused *Error
	return errors.As(err, &refused) && refused.Code == code
}

func errorOf(method, path string, status int, header http.Header, text []byte) error {
	var told struct {
		Error struct {
			Code    string   `json:"code"`
			Message string   `json:"message"`
			Details []Detail `json:"details"`
		} `json:"error"`
	}
	// The response may come from a proxy, and not from the service.
	if json.Unmarshal(text, &told) != nil || told.Error.Code == "" {
		return fmt.Errorf("%s %s: the server answered %d without saying why", method, path, status)
	}
	return &Error{
		Status:    status,
		Code:      told.Error.Code,
		Message:   told.Error.Message,
		Details:   told.Error.Details,
		RequestID: header.Get("X-Request-Id"),
	}
}

func notFound(format string, args ...any) error {
	return &Error{Status: http.StatusNotFound, Code: NotFound, Message: fmt.Sprintf(format, args...)}
}
