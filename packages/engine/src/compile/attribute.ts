import type { EvaluationContext } from '../types.ts'

export type Read = (context: EvaluationContext) => unknown

const fields: ReadonlyMap<string, Read> = new Map<string, Read>([
  ['userId', (context) => context.userId ?? context.attributes?.userId],
  ['anonymousId', (context) => context.anonymousId ?? context.attributes?.anonymousId],
])

/** Tells whether an attribute is read as `context.attributes?.[name]` and nothing else. */
export const isPlain = (name: string): boolean => !fields.has(name)

export const readAttribute = (name: string): Read => fields.get(name) ?? ((context) => context.attributes?.[name])
