package api

import (
	"context"
	"fmt"
	"net/http"
)

type page[Item any] struct {
	Items      []Item `json:"items"`
	NextCursor *int64 `json:"nextCursor"`
}

// find searches a list page by page; nil if no item matches. The query must end in ? or &.
func find[Item any](ctx context.Context, c *Client, query string, is func(Item) bool) (*Item, error) {
	cursor := ""
	for {
		var got page[Item]
		if _, err := c.send(ctx, http.MethodGet, query+"limit=100"+cursor, nil, &got); err != nil {
			return nil, err
		}
		for _, item := range got.Items {
			if is(item) {
				return &item, nil
			}
		}
		if got.NextCursor == nil {
			return nil, nil
		}
		cursor = fmt.Sprintf("&cursor=%d", *got.NextCursor)
	}
}
