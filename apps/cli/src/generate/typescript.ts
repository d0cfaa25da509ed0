import type { StaleReason } from '@bunting/contract'
import { comment, commentLines } from './comment.ts'
import { literal } from './literal.ts'
import { namesOf } from './names.ts'
import { schemaType } from './schema-type.ts'
import { type Type, typeText } from './type.ts'

export type GeneratedFlag = {
  key: string
  name: string
  description: string | null
  type: keyof typeof plainTypes | 'json'
  schema?: unknown
  createdAt: string
  archivedAt: string | null
  stale?: StaleReason | undefined
}

const plainTypes = { boolean: 'boolean', string: 'string', number: 'number' } as const
const sections = ['boolean', 'string', 'number', 'json'] as const

const head = `// Made by "bunting generate typescript". Do not edit it: make it again when flags change.
/* eslint-disable */

/** The key of a flag, with the type of its values: Bunting's SDKs take it in the place of a plain text. */
export type FlagKey<Value> = string & { readonly '~value'?: (value: Value) => Value }

/** The type of a flag's values, by its key, such as \`ValueOf<typeof flags.json.theme>\`. */
export type ValueOf<Key> = Key extends FlagKey<infer Value> ? Value : never
`

const json = `
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }
`

/** Generates a module with a constant for the key of each flag, sorted by type and key. */
export const typescriptModule = (flags: readonly GeneratedFlag[]): string => {
  const types = new Map(flags.map((flag) => [flag.key, valueTypeOf(flag)]))
  const usesJson = [...types.values()].some((type) => /\bJson\b/.test(type ?? ''))
  const body = sections.map((type) =>
    sectionText(
      type,
      flags.filter((flag) => flag.type === type),
      types,
    ),
  )
  return `${head}${usesJson ? json : ''}\n/** The keys of all flags, by the type of their values. */\nexport const flags = {\n${body.join('')}} as const\n`
}

const valueTypeOf = ({ type, schema }: GeneratedFlag): string | undefined => {
  if (type !== 'json') return plainTypes[type]
  const found: Type | undefined = schema === undefined ? undefined : schemaType(schema)
  return found && typeText(found, '    ')
}

const sectionText = (
  type: (typeof sections)[number],
  flags: readonly GeneratedFlag[],
  types: ReadonlyMap<string, string | undefined>,
): string => {
  if (flags.length === 0) return `  ${type}: {},\n`
  const oldestFirst = flags.toSorted(
    (one, other) => inOrder(one.createdAt, other.createdAt) || inOrder(one.key, other.key),
  )
  const names = namesOf(oldestFirst.map(({ key }) => key))
  const byKey = flags.toSorted((one, other) => inOrder(one.key, other.key))
  const entries = byKey.map((flag) => entryText(flag, names.get(flag.key) as string, types.get(flag.key)))
  return `  ${type}: {\n${entries.join('')}  },\n`
}

/** Compares by code units, so that the order does not depend on the machine's locale. */
const inOrder = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

const entryText = (flag: GeneratedFlag, name: string, valueType: string | undefined): string => {
  const said = [flag.name === flag.key ? [] : commentLines(flag.name), commentLines(flag.description ?? '')]
  const typed = valueType === undefined ? '' : ` as FlagKey<${valueType}>`
  return `${comment([...said, deprecation(flag)], '    ')}    ${name}: ${literal(flag.key)}${typed},\n`
}

const staleWords: Record<StaleReason, string> = {
  not_evaluated: 'Stale: no environment evaluated it for 30 days.',
  single_value: 'Stale: it gave everybody the same value for 30 days.',
}

/** Returns a tag without numbers that change daily, so that the module stays the same. */
const deprecation = ({ archivedAt, stale }: GeneratedFlag): string[] => {
  if (archivedAt !== null) return ['@deprecated Archived: every evaluation gives the fallback.']
  return stale === undefined ? [] : [`@deprecated ${staleWords[stale]}`]
}
