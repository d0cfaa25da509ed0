import { type ErrorDetail, type Flag, fail, type ManifestFlag, type ManifestType } from '@bunting/contract'
import { type FlagConfig, type FlagType, type FlagValue, typeProblem } from '@bunting/engine'
import { valuesOf } from '../configs/flag-values.ts'
import { cutSchema } from './cut-schema.ts'

/** The default value of a flag without a version, by its type. */
export const zeroValues: Record<FlagType, FlagValue> = { boolean: false, string: '', number: 0, json: {} }

/** The types of flags by the types of the manifest. */
export const flagTypes: Record<ManifestType, FlagType> = {
  boolean: 'boolean',
  string: 'string',
  integer: 'number',
  float: 'number',
  object: 'json',
}

/**
 * Returns a flag in the form of the manifest, from its active configs in all environments. `source` is the config whose default
 * value the manifest shows, if there is one.
 */
export const manifestFlagOf = (
  flag: Flag,
  configs: readonly FlagConfig[],
  source: FlagConfig | undefined,
): ManifestFlag => ({
  key: flag.key,
  name: flag.name,
  type: manifestTypeOf(flag.type, configs),
  description: flag.description,
  defaultValue: source?.defaultValue ?? zeroValues[flag.type],
  ...(flag.schema === undefined ? {} : { schema: cutSchema(flag.schema) }),
})

/** A number flag is an integer only if all its values are: languages with integer types could not represent fractions. */
const manifestTypeOf = (type: FlagType, configs: readonly FlagConfig[]): ManifestType => {
  if (type === 'json') return 'object'
  if (type !== 'number') return type
  return configs.flatMap(valuesOf).every(Number.isSafeInteger) ? 'integer' : 'float'
}

/** Returns the problems of a default value in a request. */
export const defaultProblems = ({ type, defaultValue }: { type?: unknown; defaultValue?: unknown }): ErrorDetail[] => {
  if (defaultValue === undefined || !isManifestType(type)) return []
  if (type === 'integer' && !Number.isSafeInteger(defaultValue)) {
    return [{ path: 'defaultValue', message: 'must be a whole number, as its type is integer' }]
  }
  const message = typeProblem(defaultValue as FlagValue, flagTypes[type])
  return message === undefined ? [] : [{ path: 'defaultValue', message }]
}

const isManifestType = (type: unknown): type is ManifestType =>
  typeof type === 'string' && Object.hasOwn(flagTypes, type)

/** Refuses to change the type of a flag. `integer` and `float` are both number flags. */
export const requireType = (flag: Flag, type: ManifestType): void => {
  const { type: before } = flag
  const shown = before === 'json' ? 'object' : before
  if (flagTypes[type] !== before) fail('CONFLICT', `Flag type cannot be changed from ${shown} to ${type}.`)
}

/** Refuses to change a flag that is not in the manifest. */
export const requireListed = ({ key, archivedAt }: Flag): void => {
  if (archivedAt !== null) {
    fail('CONFLICT', `Flag "${key}" is archived: bring it back in the dashboard, or by "bunting flags unarchive".`, [
      { path: 'key', message: 'is that of an archived flag' },
    ])
  }
}
