import type { FlagType, FlagValue } from '@bunting/engine'
import type { FlagEntry } from '../../project-file/project-file.ts'
import { descriptionFor, nameFor, tagsFor } from '../shared/facts.ts'
import { emptyValues, typeOf } from '../shared/values.ts'
import { answersOf } from './parents.ts'
import type { AdminFeature, Feature } from './payload.ts'

const types: ReadonlySet<string> = new Set(['boolean', 'string', 'number', 'json'] satisfies FlagType[])

/** The type that the service states, else the type of the first answer; answers of another type have to be done by hand. */
export const typeOfFeature = (features: readonly Feature[], facts: AdminFeature | undefined): FlagType => {
  if (facts?.valueType && types.has(facts.valueType)) return facts.valueType as FlagType
  const [first] = features.flatMap(answersOf).flatMap((value) => typeOf(value) ?? [])
  return first ?? 'boolean'
}

/** The default for an environment without the feature: that of another one, which the code's fallback will be too. */
export const defaultElsewhere = (
  features: readonly Feature[],
  facts: AdminFeature | undefined,
  type: FlagType,
): FlagValue => {
  const value = [...features.map(({ defaultValue }) => defaultValue), read(facts, type)].find(
    (each) => typeOf(each) === type,
  )
  return value === undefined ? emptyValues[type] : (value as FlagValue)
}

/** Parses a default value, which the admin API writes as text. */
const read = (facts: AdminFeature | undefined, type: FlagType): unknown => {
  const text = facts?.defaultValue
  if (type === 'string' || typeof text !== 'string') return text
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const flagEntry = (id: string, key: string, type: FlagType, facts: AdminFeature | undefined): FlagEntry => ({
  name: nameFor(id, key),
  description: descriptionFor(facts?.description, `https://app.growthbook.io/features/${encodeURIComponent(id)}`),
  type,
  clientSafe: false,
  tags: tagsFor('growthbook', facts?.tags ?? []),
  ...(isAddress(facts?.owner) ? { owner: facts?.owner } : {}),
  archived: facts?.archived === true,
  environments: {},
})

export const isAddress = (owner: string | null | undefined): boolean => /^\S+@\S+$/.test(owner ?? '')
