import type { ConditionValue, Takes } from '@bunting/engine'
import { useState } from 'react'
import { readValue, TypedInput } from '../values/typed-input.tsx'
import { countryName } from './countries.ts'
import { countryListId } from './suggestions.tsx'
import { TokenInput } from './token.tsx'
import { ValueChips } from './value-chips.tsx'

type FieldProps = {
  label: string
  value: ConditionValue | undefined
  was: ConditionValue | undefined
  onChange(value: ConditionValue): void
  path: string
}

const textsOf = (value: ConditionValue | undefined): string[] =>
  value === undefined || value === '' ? [] : [value].flat().map(String)

const Text = ({ value, was, onChange, ...props }: FieldProps & { placeholder?: string }) => (
  <TokenInput
    {...props}
    className="val"
    placeholder={props.placeholder ?? 'value'}
    value={textsOf(value).join(', ')}
    onChange={onChange}
    isNew={was !== undefined && String(was) !== String(value)}
  />
)

const NumberField = ({ value, was, ...props }: FieldProps) => (
  <TypedInput
    {...props}
    type="number"
    className="val"
    placeholder="0"
    value={[value ?? ''].flat()[0] ?? ''}
    isNew={was !== undefined && String(was) !== String(value)}
  />
)

const Chips = ({ value, was, ...props }: FieldProps) => (
  <ValueChips {...props} values={textsOf(value)} were={textsOf(was)} />
)

const Countries = ({ value, was, ...props }: FieldProps) => (
  <ValueChips
    {...props}
    values={textsOf(value)}
    were={textsOf(was)}
    read={(text) => text.toUpperCase()}
    titleOf={countryName}
    suggestions={countryListId}
  />
)

/** Shows an instant in the viewer's time zone, and stores it as UTC. The typed text stays as long as it means the same. */
const Instant = ({ value, onChange, was, ...props }: FieldProps) => {
  const [text, setText] = useState('')
  return (
    <>
      <TokenInput
        {...props}
        type="datetime-local"
        className="val"
        step={1}
        value={text !== '' && toInstant(text) === value ? text : toLocal(String(value ?? ''))}
        onChange={(local) => {
          setText(local)
          onChange(toInstant(local))
        }}
        isNew={was !== undefined && was !== value}
      />
      <small className="text-ink-3">{value ? <>your time, {String(value)}</> : 'your time'}</small>
    </>
  )
}

/** A text that is not a date stays as it is: then the engine reports the problem. */
const toInstant = (local: string): string => {
  const at = new Date(local)
  return Number.isNaN(at.getTime()) ? local : at.toISOString().replace('.000Z', 'Z')
}

const toLocal = (text: string): string => {
  const at = new Date(text)
  if (text === '' || Number.isNaN(at.getTime())) return ''
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 19)
}

/** The input for each kind of value that an operator takes. */
const fields: Record<Takes, (props: FieldProps) => React.ReactNode> = {
  one: Text,
  list: Chips,
  texts: Chips,
  number: NumberField,
  instant: Instant,
  version: (props) => <Text {...props} placeholder="4.2.0" />,
  none: () => null,
  pattern: (props) => <Text {...props} placeholder="^pattern$" />,
  countries: Countries,
}

export const ConditionValueField = ({ takes, ...props }: FieldProps & { takes: Takes }) => {
  const Field = fields[takes]
  return <Field {...props} />
}

/** Converts a condition's value for another operator. */
export const valueFor = (takes: Takes, value: ConditionValue | undefined): ConditionValue | undefined => {
  if (takes === 'none') return undefined
  const texts = textsOf(value)
  if (takes === 'list' || takes === 'texts' || takes === 'countries') return texts
  return takes === 'number' ? readValue(texts[0] ?? '', 'number') : (texts[0] ?? '')
}
