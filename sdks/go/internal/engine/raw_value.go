package engine

import "encoding/json"

// rawValue searches the values of a config for the text that a value was parsed from. Such texts are needed rarely, and the
// flag's own text is kept anyway.
func rawValue(flag string, value any) json.RawMessage {
	var read struct {
		Config struct {
			DefaultValue json.RawMessage `json:"defaultValue"`
			Rules        []struct {
				Value json.RawMessage `json:"value"`
			} `json:"rules"`
			Variants []struct {
				Value json.RawMessage `json:"value"`
			} `json:"variants"`
		} `json:"config"`
	}
	if json.Unmarshal([]byte(flag), &read) != nil {
		return nil
	}
	places := []json.RawMessage{read.Config.DefaultValue}
	for _, rule := range read.Config.Rules {
		places = append(places, rule.Value)
	}
	for _, variant := range read.Config.Variants {
		places = append(places, variant.Value)
	}
	for _, raw := range places {
		var candidate any
		if json.Unmarshal(raw, &candidate) == nil && SameValue(candidate, value) {
			return raw
		}
	}
	return nil
}
