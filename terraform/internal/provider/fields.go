package provider

import (
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// fields are the attributes of a nested object. If there is no object, all of them are unset.
type fields map[string]attr.Value

func fieldsOf(value attr.Value) fields {
	object, ok := value.(types.Object)
	if !ok {
		return nil
	}
	return object.Attributes()
}

func elementsOf(value attr.Value) []fields {
	list, ok := value.(types.List)
	if !ok {
		return nil
	}
	elements := make([]fields, len(list.Elements()))
	for index, element := range list.Elements() {
		elements[index] = fieldsOf(element)
	}
	return elements
}

func (f fields) isSet(name string) bool {
	value := f[name]
	return value != nil && !value.IsNull() && !value.IsUnknown()
}

func (f fields) text(name string) string {
	value, _ := f[name].(types.String)
	return value.ValueString()
}

func (f fields) boolOr(name string, standard bool) bool {
	if !f.isSet(name) {
		return standard
	}
	value, _ := f[name].(types.Bool)
	return value.ValueBool()
}

func (f fields) number(name string) *float64 {
	value, _ := f[name].(types.Float64)
	return value.ValueFloat64Pointer()
}

func (f fields) amount(name string) float64 {
	value, _ := f[name].(types.Float64)
	return value.ValueFloat64()
}

func (f fields) texts(name string) []string {
	list, _ := f[name].(types.List)
	texts := []string{}
	for _, element := range list.Elements() {
		text, _ := element.(types.String)
		texts = append(texts, text.ValueString())
	}
	return texts
}
