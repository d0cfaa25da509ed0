package main

import "net/http"

func track(c *client, r *http.Request) (any, error) {
	body, err := read[struct {
		Name    any
		Context any
		Value   any
		Hostile string
		Times   *int
	}](r)
	if err != nil {
		return nil, err
	}
	// A Go program can only pass a text and a number.
	name, _ := body.Name.(string)
	var value *float64
	if number, ok := body.Value.(float64); ok {
		value = &number
	}
	who := contextOf(body.Context)
	if body.Hostile == "throws" {
		who.Attributes["plan"] = hostile{}
	}
	times := 1
	if body.Times != nil {
		times = *body.Times
	}
	for range times {
		switch {
		case c.openFeature != nil:
			c.openFeature.track(r.Context(), name, body.Context, value)
		case value != nil:
			c.flags.TrackValue(name, who, *value)
		default:
			c.flags.Track(name, who)
		}
	}
	return empty, nil
}
