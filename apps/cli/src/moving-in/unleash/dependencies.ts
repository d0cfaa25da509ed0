import type { FlagType, FlagValue } from '@bunting/engine'
import { sameValue } from '@bunting/engine'
import type { ConfigEntry } from '../../project-file/project-file.ts'
import type { Notes } from '../shared/findings.ts'
import type { TheirFlag } from './schema.ts'
import { disabledName, payloadOf, variantsIn } from './variants.ts'

/** The prerequisites of a flag; `isMet` is false if they can never be fulfilled. */
export type Needs = { isMet: boolean; prerequisites: NonNullable<ConfigEntry['prerequisites']> }

export type Parents = {
  find(theirs: string): TheirFlag | undefined
  keyOf(theirs: string): string
  variantKeyOf(theirs: string): string
  /** The type of the flag for the parent's variants. */
  variantType(theirs: string): FlagType
}

type Dependency = NonNullable<TheirFlag['dependencies']>[number]

export const dependenciesOf = ({ dependencies }: TheirFlag, parents: Parents, notes: Notes): Needs => {
  const needs = (dependencies ?? []).map((dependency) => needOf(dependency, parents, notes))
  const values = new Map<string, readonly FlagValue[]>()
  for (const need of needs) {
    if (!need) continue
    const before = values.get(need.flagKey)
    const both = before ? need.values.filter((value) => before.some((known) => sameValue(known, value))) : need.values
    values.set(need.flagKey, both)
  }
  const isMet = !needs.includes(undefined) && [...values.values()].every(({ length }) => length > 0)
  if (!isMet) notes.exact('failed-gate', 'Depends on what never holds, so it is off.')
  return {
    isMet,
    prerequisites: isMet ? Array.from(values, ([flagKey, of]) => ({ flagKey, values: [...of] })) : [],
  }
}

type Need = { flagKey: string; values: readonly FlagValue[] }

/** Converts a dependency; undefined if it never holds: without the parent, or if the parent has dependencies itself. */
const needOf = ({ feature, enabled, variants }: Dependency, parents: Parents, notes: Notes): Need | undefined => {
  const parent = parents.find(feature)
  if (!parent || parent.dependencies?.length) return undefined
  if (enabled === false) return { flagKey: parents.keyOf(feature), values: [false] }
  if (!variants?.length) return { flagKey: parents.keyOf(feature), values: [true] }
  if (variants.includes(disabledName)) {
    notes.byHand(
      'failed-gate',
      `Depends on ${feature} being on without a variant, which is told apart from being off there alone.`,
    )
    return undefined
  }
  const type = parents.variantType(feature)
  const known = variantsIn(parent)
  const wanted = known.filter(({ name }) => variants.includes(name)).map((variant) => payloadOf(variant, type))
  const isWanted = (value: FlagValue) => wanted.some((each) => sameValue(each, value))
  if (known.some((variant) => !variants.includes(variant.name) && isWanted(payloadOf(variant, type)))) {
    notes.byHand('same-value', `Depends on a variant of ${feature}, which has another with the same payload.`)
  }
  const values = wanted.filter((value, at) => wanted.findIndex((each) => sameValue(each, value)) === at)
  return values.length === 0 ? undefined : { flagKey: parents.variantKeyOf(feature), values }
}

/** Flags that others need to be off. A prerequisite needs its flag to be on, so these are on, and answer false. */
export const neededOff = (flags: Iterable<TheirFlag>): Set<string> =>
  new Set(
    [...flags].flatMap(({ dependencies }) =>
      (dependencies ?? []).filter(({ enabled }) => enabled === false).map(({ feature }) => feature),
    ),
  )
