import type { FlagType, FlagValue, Variant } from '@bunting/engine'
import { sayValue } from '../../../format/say-value.ts'
import { Input, Select, TextArea } from '../../../ui/controls/field.tsx'

type ValueFieldProps = {
  label: string
  type: FlagType
  variants: readonly Variant[]
  value: string
  onChange(value: string): void
  isWrong: boolean
}

/** A value as text for a field. */
export const textOf = (value: FlagValue): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))

/** A field for a value of the flag: a choice of its variants, or free text. */
export const ValueField = ({ label, type, variants, value, onChange, isWrong }: ValueFieldProps) => {
  const control = {
    'aria-label': label,
    value,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
    ...(isWrong && { 'aria-invalid': true as const }),
  }
  if (type === 'boolean') {
    return (
      <Select {...control}>
        <option value="true">true</option>
        <option value="false">false</option>
      </Select>
    )
  }
  if (variants.length > 0) {
    const known = variants.some((variant) => textOf(variant.value) === value)
    return (
      <Select {...control}>
        {!known && <option value={value}>{value === '' ? 'Choose a variant' : value}</option>}
        {variants.map((variant) => (
          <option key={variant.key} value={textOf(variant.value)}>
            {type === 'json' ? `${variant.key} ${sayValue(variant.value)}` : sayValue(variant.value)}
          </option>
        ))}
      </Select>
    )
  }
  if (type === 'json') return <TextArea {...control} rows={2} className="mono" spellCheck={false} placeholder="{}" />
  return <Input {...control} {...(type === 'number' && { inputMode: 'decimal' })} />
}
