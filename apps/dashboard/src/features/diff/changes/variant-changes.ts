import { isolate } from '@bunting/contract/text'
import type { FlagConfig, Variant } from '@bunting/engine'
import { same } from '../../../format/same.ts'
import { sayValue } from '../../../format/say-value.ts'
import type { Change, Side } from './change.ts'
import { valueChange } from './value-change.ts'

const none: Side = { kind: 'nothing', text: 'No such variant' }
const side = ({ value }: Variant): Side => ({ kind: 'value', value })
const descriptionSide = ({ description = '' }: Variant): Side =>
  description === '' ? { kind: 'nothing', text: 'No description' } : { kind: 'text', text: description }

/** The changes between the variants, which are matched by key. */
export const variantChanges = (before: FlagConfig | null, after: FlagConfig): Change[] => {
  const had = before?.variants ?? []
  const has = after.variants ?? []
  const name = ({ key }: Variant) => ({ key: `variant.${key}`, where: `Variant ${isolate(key)}` })
  return [
    ...has.flatMap((variant): Change[] => {
      const was = had.find(({ key }) => key === variant.key)
      if (!was) return [{ ...name(variant), what: 'Variant added', before: none, after: side(variant) }]
      return [
        ...(same(was.value, variant.value) ? [] : [givesChange(name(variant), was, variant)]),
        ...((was.description ?? '') === (variant.description ?? '')
          ? []
          : [descriptionChange(name(variant), was, variant)]),
      ]
    }),
    ...had
      .filter((variant) => !has.some(({ key }) => key === variant.key))
      .map((variant): Change => ({ ...name(variant), what: 'Variant removed', before: side(variant), after: none })),
  ]
}

type Name = { key: string; where: string }

const givesChange = (name: Name, was: Variant, is: Variant): Change => ({
  ...name,
  ...valueChange(
    was.value,
    is.value,
    `Gives ${isolate(sayValue(is.value))} instead of ${isolate(sayValue(was.value))}`,
  ),
})

const descriptionChange = ({ key, where }: Name, was: Variant, is: Variant): Change => ({
  key: `${key}.description`,
  where,
  what: 'Described in other words',
  before: descriptionSide(was),
  after: descriptionSide(is),
})
