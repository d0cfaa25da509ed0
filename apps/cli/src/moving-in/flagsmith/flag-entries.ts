import type { FlagType } from '@bunting/engine'
import type { FlagEntry } from '../../project-file/project-file.ts'
import { descriptionFor, nameFor, tagsFor } from '../shared/facts.ts'
import { typeOf } from '../shared/values.ts'
import type { Document, Feature, FeatureState, Value } from './document.ts'
import type { States } from './states.ts'

/** A flag of Flagsmith, with its keys in Bunting. */
export type FlagNames = { name: string; key: string; valueKey: string | undefined; type: FlagType | undefined }

const valuesOf = ({ feature_state_value, multivariate_feature_state_values }: FeatureState): Value[] => [
  feature_state_value,
  ...multivariate_feature_state_values.map(({ multivariate_feature_option: { value } }) => value),
]

/** The type of all values, or string if they differ (a value that does not fit is by hand); undefined without values. */
export const typeOfValues = (
  all: readonly (States | undefined)[],
  feature: Feature | undefined,
): FlagType | undefined => {
  const states = all.flatMap((one) => (one ? [one.base, ...one.overrides.map(({ state }) => state)] : []))
  const identities = all.flatMap((one) => one?.identityStates ?? [])
  const values = [...states, ...identities].flatMap(valuesOf)
  const types = new Set(
    [...values, ...(values.length === 0 ? [feature?.initial_value] : [])].flatMap((value) => typeOf(value) ?? []),
  )
  const [type] = types
  return types.size > 1 ? 'string' : type
}

/** The flags that one flag of Flagsmith becomes, without configs. */
export const flagEntries = (
  { name, key, valueKey, type }: FlagNames,
  feature: Feature | undefined,
  document: Document | undefined,
  all: readonly (States | undefined)[],
): Record<string, FlagEntry> => {
  const id = feature?.id ?? all.find((states) => states)?.base.feature.id
  const page = `https://app.flagsmith.com/project/${document?.project.id}/environment/${document?.api_key}/features?feature=${id}`
  const origin = document?.project.id === undefined ? `From Flagsmith: ${name}` : page
  const owner = feature?.owners?.find(({ email }) => email)?.email
  const facts = {
    description: descriptionFor(feature?.description, origin),
    clientSafe: feature?.is_server_key_only === false,
    tags: tagsFor('flagsmith', (feature?.tags ?? []).flatMap(labelOf)),
    ...(owner ? { owner } : {}),
    archived: feature?.is_archived === true,
    environments: {},
  }
  const flag: FlagEntry = { ...facts, name: nameFor(name, key), type: 'boolean' }
  if (valueKey === undefined || type === undefined) return { [key]: flag }
  const value: FlagEntry = { ...facts, name: nameFor(`${name} (value)`, valueKey), type, environments: {} }
  return { [key]: flag, [valueKey]: value }
}

/** The label of a tag. A tag of which only the number is known is left out. */
const labelOf = (tag: string | number | { label: string }): string[] => {
  if (typeof tag === 'number') return []
  return [typeof tag === 'string' ? tag : tag.label]
}
