package openfeature

import (
	"strconv"

	bunting "github.com/bunting-flags/bunting/sdks/go"
	"github.com/open-feature/go-sdk/openfeature"
)

var reasons = map[bunting.Reason]openfeature.Reason{
	bunting.ReasonRuleMatch: openfeature.TargetingMatchReason,
	bunting.ReasonRollout:   openfeature.SplitReason,
	bunting.ReasonDefault:   openfeature.DefaultReason,
	bunting.ReasonDisabled:  openfeature.DisabledReason,
}

var errorsOf = map[bunting.EvaluationError]openfeature.ResolutionError{
	bunting.ErrorFlagNotFound: openfeature.NewFlagNotFoundResolutionError("There is no such flag in this environment."),
	bunting.ErrorTypeMismatch: openfeature.NewTypeMismatchResolutionError("The flag is of another type."),
	bunting.ErrorNotReady:     openfeature.NewProviderNotReadyResolutionError("There are no flags yet."),
	bunting.ErrorGeneral:      openfeature.NewGeneralResolutionError("The flag could not be evaluated for this context."),
}

func resolutionOf[Value any](p *Provider, details bunting.Details[Value], who bunting.EvalContext) openfeature.GenericResolutionDetail[Value] {
	resolved := openfeature.GenericResolutionDetail[Value]{Value: details.Value}
	resolved.FlagMetadata = metadataOf(p, details.RuleID, details.Version, who.UserID)
	if details.Error != "" {
		resolved.Reason = openfeature.ErrorReason
		resolved.ResolutionError = errorsOf[details.Error]
		return resolved
	}
	resolved.Reason = reasons[details.Reason]
	if details.IsStatic && details.Reason == bunting.ReasonDefault {
		resolved.Reason = openfeature.StaticReason
	}
	resolved.Variant = details.Variant
	if resolved.Variant == "" {
		resolved.Variant = variantOf(details.Value)
	}
	return resolved
}

// metadataOf returns what OpenFeature's hooks report of an evaluation besides its result, by the names of its specification
// (appendix D). All values are texts.
func metadataOf(p *Provider, ruleID string, version int64, contextID string) openfeature.FlagMetadata {
	metadata := openfeature.FlagMetadata{}
	add := func(name, text string) {
		if text != "" {
			metadata[name] = text
		}
	}
	add("flagSetId", p.flags.EnvironmentID())
	add("contextId", contextID)
	add("ruleId", ruleID)
	if version != 0 {
		add("version", strconv.FormatInt(version, 10))
	}
	return metadata
}

// variantOf names the variants of boolean flags on and off, as is customary in OpenFeature: Bunting has none for them.
func variantOf(value any) string {
	switch value {
	case true:
		return "on"
	case false:
		return "off"
	}
	return ""
}
