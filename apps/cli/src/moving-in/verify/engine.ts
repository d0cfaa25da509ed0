import type { AttributeValue } from '@bunting/engine'
import type { Choices } from '../converted.ts'
import { nearestKey } from '../shared/keys.ts'

/** A context as Bunting has it. */
export type Probe = {
  userId?: string
  anonymousId?: string
  attributes: Readonly<Record<string, AttributeValue>>
}

/** Undefined where the service leaves the answer to the code that asks; `unaskable` where it takes no such context. */
type Answer = { value: unknown } | undefined | 'unaskable'

/** What answers for a service in one of its environments, asked by our keys. */
export type Engine = {
  ask(flagKey: string, probe: Probe): Answer | Promise<Answer>
  /** The context with what the service cannot do without. */
  complete?(probe: Probe): Probe
  close?(): void | Promise<void>
}

/** A package of the service, from where its application has it. */
export type LoadPackage = (name: string) => unknown

export type Setup = {
  load: LoadPackage
  /** Where people have the service's SDK. */
  sdk: string
  /** Their name of it. */
  environment: string
  /** What their SDKs read there. */
  theirs: unknown
  choices: Choices
}
export type OpenEngine = (setup: Setup) => Engine | Promise<Engine>

/** Their keys by ours. */
export const theirKeys = (keys: Iterable<string>): Map<string, string> =>
  new Map([...keys].map((key) => [nearestKey('flag', key), key]))

/** Attributes as the service calls them. */
export const theirAttributes = (
  { attributes }: Probe,
  { rename }: Pick<Choices, 'rename'>,
): [name: string, value: AttributeValue][] => {
  const names = new Map([...rename].map(([theirs, ours]) => [ours, theirs]))
  return Object.entries(attributes).map(([name, value]) => [names.get(name) ?? name, value])
}

/** `address.city` as an object in an object. */
export const nested = (attributes: Iterable<readonly [string, unknown]>): Record<string, unknown> => {
  const root: Record<string, unknown> = {}
  for (const [name, value] of attributes) {
    const path = name.split('.')
    const last = path.pop() as string
    let inside = root
    for (const part of path) {
      const next = Object.hasOwn(inside, part) ? inside[part] : undefined
      inside[part] = typeof next === 'object' && next !== null && !Array.isArray(next) ? next : {}
      inside = inside[part] as Record<string, unknown>
    }
    inside[last] = value
  }
  return root
}

/** Engines say many things; none of them is an answer. */
export const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
