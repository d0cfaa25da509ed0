import type { EvaluationContext } from '@bunting/engine'
import type { Random } from '../../support/random.ts'
import { often, someOf } from '../chance.ts'
import { attributes, companyKeys, userKeys } from './model.ts'

/** One context for each kind that is there. */
export type Kinds = { user?: Record<string, unknown>; company?: Record<string, unknown> }

/** What no code should send, and some does. */
const oddities = [
  '',
  '5',
  'true',
  'v2.0.0',
  '2.0',
  '2026-01-31',
  0,
  18,
  18.5,
  1e21,
  true,
  false,
  [],
  ['a', 5],
  { a: 1 },
  null,
]

const put = (into: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: unknown): void => {
  if (rest.length === 0) into[name] = value
  else {
    into[name] ??= {}
    const inner = into[name]
    if (typeof inner === 'object' && inner !== null) put(inner as Record<string, unknown>, rest, value)
  }
}

const contextOf = (random: Random, kind: 'user' | 'company', key: string, isOdd: boolean): Record<string, unknown> => {
  const context: Record<string, unknown> = { key }
  for (const { kind: of, path, values, isList } of attributes) {
    if (of !== kind || often(random, 0.25)) continue
    const usual = values.filter((value) => value !== '')
    const listed = isList && often(random, 0.7) ? someOf(random, usual, 3) : random.pick(...usual)
    put(context, path, isOdd && often(random, 0.3) ? random.pick<unknown>(...oddities) : listed)
  }
  if (often(random, 0.3)) context.anonymous = often(random, 0.5)
  return context
}

export const randomKinds = (random: Random, isOdd: boolean): Kinds => {
  const which = random.pick<readonly (keyof Kinds)[]>(['user'], ['user'], ['user', 'company'], ['company'])
  return Object.fromEntries(
    which.map((kind) => [
      kind,
      contextOf(random, kind, random.pick(...(kind === 'user' ? userKeys : companyKeys)), isOdd),
    ]),
  )
}

/** As LaunchDarkly's SDKs take it. */
export const theirContext = ({ user, company }: Kinds): object => {
  if (user && company) return { kind: 'multi', user, company }
  return user ? { kind: 'user', ...user } : { kind: 'company', ...company }
}

type Attributes = NonNullable<EvaluationContext['attributes']>

/** All kinds in one, as docs tell people to send it: objects become names with dots. */
export const ourContext = ({ user, company }: Kinds): EvaluationContext => {
  const { key, ...rest } = user ?? {}
  return {
    ...(key === undefined ? {} : { userId: key as string }),
    attributes: Object.fromEntries([...flat(rest, ''), ...flat(company ?? {}, 'company.')]) as Attributes,
  }
}

const flat = (values: object, prefix: string): [string, unknown][] =>
  Object.entries(values).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? flat(value, `${prefix}${name}.`)
      : [[`${prefix}${name}`, value]],
  )
