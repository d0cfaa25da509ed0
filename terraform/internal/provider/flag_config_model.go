package provider

import (
	"fmt"
	"reflect"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/bunting-flags/bunting/terraform/internal/api"
)

type flagConfigModel struct {
	versioned
	Flag          types.String `tfsdk:"flag"`
	Enabled       types.Bool   `tfsdk:"enabled"`
	DefaultValue  types.String `tfsdk:"default_value"`
	Rules         types.List   `tfsdk:"rules"`
	Variants      types.List   `tfsdk:"variants"`
	Prerequisites types.List   `tfsdk:"prerequisites"`
	IgnoreEnabled types.Bool   `tfsdk:"ignore_enabled"`
	IgnoreRollout types.Bool   `tfsdk:"ignore_rollout"`
}

// kinds maps the keys of flags to their types. Values of flags without an entry remain text.
type kinds map[string]string

// config returns the config to send to the service.
func (m *flagConfigModel) config(types kinds) (api.FlagConfig, error) {
	kind := types[m.Flag.ValueString()]
	config := api.FlagConfig{Enabled: m.Enabled.ValueBool()}
	var err error
	if config.DefaultValue, err = parseValue(kind, m.DefaultValue.ValueString()); err != nil {
		return config, fmt.Errorf("default_value: %w", err)
	}
	if config.Rules, err = rulesOf(m.Rules, kind); err != nil {
		return config, err
	}
	for index, from := range elementsOf(m.Variants) {
		value, err := parseValue(kind, from.text("value"))
		if err != nil {
			return config, fmt.Errorf("variants[%d].value: %w", index, err)
		}
		config.Variants = append(config.Variants, api.Variant{
			Key: from.text("key"), Value: value, Description: from.text("description"),
		})
	}
	for index, from := range elementsOf(m.Prerequisites) {
		prerequisite := api.Prerequisite{FlagKey: from.text("flag")}
		for _, text := range from.texts("values") {
			value, err := parseValue(types[prerequisite.FlagKey], text)
			if err != nil {
				return config, fmt.Errorf("prerequisites[%d].values: %w", index, err)
			}
			prerequisite.Values = append(prerequisite.Values, value)
		}
		config.Prerequisites = append(config.Prerequisites, prerequisite)
	}
	return config, nil
}

// isSameFlagConfig reports whether two configs evaluate alike.
func isSameFlagConfig(one, other api.FlagConfig) bool {
	if !isSameRules(one.Rules, other.Rules) {
		return false
	}
	one.Rules, other.Rules = nil, nil
	for _, config := range []*api.FlagConfig{&one, &other} {
		if len(config.Variants) == 0 {
			config.Variants = nil
		}
		if len(config.Prerequisites) == 0 {
			config.Prerequisites = nil
		}
	}
	return reflect.DeepEqual(one, other)
}

// keepIgnored sets the parts of a config that are left to the dashboard to their values in the service.
func (m *flagConfigModel) keepIgnored(config *api.FlagConfig, live api.FlagConfig) {
	if m.IgnoreEnabled.ValueBool() {
		config.Enabled = live.Enabled
	}
	if !m.IgnoreRollout.ValueBool() {
		return
	}
	for index, other := range matchRules(config.Rules, live.Rules) {
		if other >= 0 {
			config.Rules[index].RolloutPercentage = live.Rules[other].RolloutPercentage
		}
	}
}

// read writes a config of the service into the state, in the form in which the state had it.
func (m *flagConfigModel) read(config api.FlagConfig, kind string) {
	m.leaveIgnored(&config, kind)
	m.Enabled = types.BoolValue(config.Enabled)
	m.DefaultValue = fields{"value": m.DefaultValue}.keepValue("value", config.DefaultValue)
	m.Rules = readRules(m.Rules, config.Rules, flagRuleType, kind)
	m.Variants = readVariants(m.Variants, config.Variants)
	m.Prerequisites = readPrerequisites(m.Prerequisites, config.Prerequisites)
}

// leaveIgnored sets the parts of a service's config that are left to the dashboard to their values in the state, so that no
// plan shows them.
func (m *flagConfigModel) leaveIgnored(config *api.FlagConfig, kind string) {
	if m.IgnoreEnabled.ValueBool() && !m.Enabled.IsNull() {
		config.Enabled = m.Enabled.ValueBool()
	}
	if !m.IgnoreRollout.ValueBool() {
		return
	}
	earlier := elementsOf(m.Rules)
	rules := append([]api.Rule{}, config.Rules...)
	for index, before := range matchBefore(m.Rules, rules, kind) {
		if before >= 0 {
			rules[index].RolloutPercentage = earlier[before].number("rollout_percentage")
		}
	}
	config.Rules = rules
}

var (
	variantType      = variant().Type().(types.ObjectType)
	prerequisiteType = prerequisite().Type().(types.ObjectType)
)

func readVariants(before types.List, variants []api.Variant) types.List {
	byKey := map[string]fields{}
	for _, earlier := range elementsOf(before) {
		byKey[earlier.text("key")] = earlier
	}
	values := make([]attr.Value, len(variants))
	for index, variant := range variants {
		earlier := byKey[variant.Key]
		values[index] = types.ObjectValueMust(variantType.AttrTypes, map[string]attr.Value{
			"key":         types.StringValue(variant.Key),
			"value":       earlier.keepValue("value", variant.Value),
			"description": earlier.keepText("description", variant.Description, ""),
		})
	}
	return listOrNull(before, variantType, values)
}

func readPrerequisites(before types.List, prerequisites []api.Prerequisite) types.List {
	values := make([]attr.Value, len(prerequisites))
	for index, prerequisite := range prerequisites {
		values[index] = types.ObjectValueMust(prerequisiteType.AttrTypes, map[string]attr.Value{
			"flag":   types.StringValue(prerequisite.FlagKey),
			"values": textList(prerequisite.Values),
		})
	}
	return listOrNull(before, prerequisiteType, values)
}
