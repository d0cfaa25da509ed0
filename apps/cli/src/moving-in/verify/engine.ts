import type { AttributeValue } from '@bunting/engine'
import type { Choices } from '../converted.ts'
import { nearestKey } from '../shared/keys.ts'

/** A context in Bunting's form. */
export type Probe = {
  userId?: string
  anonymousId?: string
  attributes: Readonly<Record<string, AttributeValue>>
}

/** Undefined if the service leaves the answer to the code that asks; `unaskable` if it does not accept such a context. */
type Answer = { value: unknown } | undefined | 'unaskable'

/** The engine of a service for one of its environments, asked with Bunting's keys. */
export type Engine = {
  ask(flagKey: string, probe: Probe): Answer | Promise<Answer>
  /** Adds to a context what the service requires. */
  complete?(probe: Probe): Probe
  close?(): void | Promise<void>
}

/** Loads a package of the service from the application's folder. */
export type LoadPackage = (name: string) => unknown

export type Setup = {
  load: LoadPackage
  /** The folder or file of the service's SDK. */
  sdk: string
  /** The source's name of the environment. */
  environment: string
  /** The flags as the source's SDKs read them. */
  theirs: unknown
  choices: Choices
}
export type OpenEngine = (setup: Setup) => Engine | Promise<Engine>

/** The source's keys, by Bunting's. */
export const theirKeys = (keys: Iterable<string>): Map<string, string> =>
  new Map([...keys].map((key) => [nearestKey('flag', key), key]))

/** Attributes with the service's names. */
export const theirAttributes = (
  { attributes }: Probe,
  { rename }: Pick<Choices, 'rename'>,
): [name: string, value: AttributeValue][] => {
  const names = new Map([...rename].map(([theirs, ours]) => [ours, theirs]))
  return Object.entries(attributes).map(([name, value]) => [names.get(name) ?? name, value])
}

/** Turns `address.city` into nested objects. */
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

/** A logger that drops everything, for chatty engines. */
export const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
