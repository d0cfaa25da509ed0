// Package api is a client for the part of Bunting's Management API that the provider needs.
package api

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/hashicorp/terraform-plugin-log/tflog"
)

// Options configures a [Client]. URL is the address of the Management API.
type Options struct {
	URL       string
	Key       string
	UserAgent string
	// Wait pauses between attempts; if nil, the client sleeps.
	Wait func(context.Context, time.Duration) error
}

// Client sends requests with a key, and retries them if the service asks for it.
type Client struct {
	Options
	http http.Client
	// ids caches ids by slug. A slug never changes, and neither projects nor environments can be deleted.
	ids sync.Map
}

// Open returns a client, or an error if the address is invalid.
func Open(options Options) (*Client, error) {
	address, err := url.Parse(options.URL)
	if err != nil || address.Host == "" || (address.Scheme != "http" && address.Scheme != "https") {
		return nil, fmt.Errorf("%q is no address that begins with http:// or https://", options.URL)
	}
	options.URL = strings.TrimRight(options.URL, "/")
	if options.Wait == nil {
		options.Wait = wait
	}
	return &Client{Options: options, http: http.Client{Timeout: requestTimeout}}, nil
}

const (
	requestTimeout = 60 * time.Second
	// maxAnswer limits the memory for a response. The largest one, a segment with its lists, is a tenth of that.
	maxAnswer = 64 << 20
)

// Answer holds the parts of a response that do not belong to the resource.
type Answer struct {
	Status int `json:"-"`
	// ID is the id of the resource or, if the change became a proposal, of the proposal.
	ID string `json:"id"`
	// SyncWarning is set if the change is saved, but not published yet.
	SyncWarning string `json:"syncWarning"`
}

// IsProposed reports whether the service created a proposal instead of applying the change.
func (a Answer) IsProposed() bool { return a.Status == http.StatusAccepted }

// send sends a request until it is answered, and decodes the response, unless into is nil.
func (c *Client) send(ctx context.Context, method, path string, body, into any) (Answer, error) {
	var content []byte
	if body != nil {
		var err error
		if content, err = json.Marshal(body); err != nil {
			return Answer{}, err
		}
	}
	for try := 0; ; try++ {
		status, header, text, err := c.once(ctx, method, path, content)
		if err != nil {
			return Answer{}, err
		}
		if pause, ok := retryAfter(status, header, try); ok {
			tflog.Debug(ctx, "Bunting asks to try again later", map[string]any{"status": status, "pause": pause.String()})
			if err := c.Wait(ctx, pause); err != nil {
				return Answer{}, err
			}
			continue
		}
		return decode(method, path, status, header, text, into)
	}
}

func (c *Client) once(ctx context.Context, method, path string, content []byte) (int, http.Header, []byte, error) {
	var reader io.Reader
	if content != nil {
		reader = bytes.NewReader(content)
	}
	request, err := http.NewRequestWithContext(ctx, method, c.URL+path, reader)
	if err != nil {
		return 0, nil, nil, err
	}
	request.Header.Set("Authorization", "Bearer "+c.Key)
	request.Header.Set("User-Agent", c.UserAgent)
	if content != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	response, err := c.http.Do(request)
	if err != nil {
		return 0, nil, nil, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer))
	// Neither headers nor bodies are logged: they contain keys and secrets.
	tflog.Debug(ctx, "Bunting answered", map[string]any{"method": method, "path": path, "status": response.StatusCode})
	return response.StatusCode, response.Header, text, err
}

func decode(method, path string, status int, header http.Header, text []byte, into any) (Answer, error) {
	if status >= http.StatusBadRequest {
		return Answer{}, errorOf(method, path, status, header, text)
	}
	answer := Answer{Status: status}
	if err := json.Unmarshal(text, &answer); err != nil {
		return Answer{}, fmt.Errorf("%s %s: the answer is no JSON: is this the address of the Management API? %w", method, path, err)
	}
	if into == nil {
		return answer, nil
	}
	return answer, json.Unmarshal(text, into)
}

// path joins parts to a path below /v1.
func path(parts ...string) string {
	var text strings.Builder
	text.WriteString("/v1")
	for _, part := range parts {
		text.WriteString("/" + url.PathEscape(part))
	}
	return text.String()
}
