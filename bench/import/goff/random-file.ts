import type { Random } from '../../support/random.ts'
import { listOf, often, someOf, wholeBelow } from '../chance.ts'

const texts = ['pro', 'free', 'Team', 'PRO', 'it']

type Attributes = Record<string, string | number | boolean>
type Context = { userId?: string; attributes: Attributes }

/** Attributes have one type each, as they do where people send them. */
export const contextOf = (random: Random): Context => {
  const all: [string, string | number | boolean][] = [
    ['plan', random.pick(...texts)],
    ['age', random.pick(0, 1, 17, 18, 18.5, 40)],
    ['beta', often(random, 0.5)],
    ['app', `${wholeBelow(random, 3)}.${wholeBelow(random, 3)}.${wholeBelow(random, 3)}`],
    ['company', random.pick('acme', 'globex', 'initech')],
  ]
  const attributes = Object.fromEntries(all.filter(() => often(random, 0.8)))
  return often(random, 0.95) ? { userId: `user-${wholeBelow(random, 100_000)}`, attributes } : { attributes }
}

/** A context without a key is one with an empty key there. */
export const theirsOf = ({ userId = '', attributes }: Context): object => ({ ...attributes, targetingKey: userId })

const comparison = (random: Random): string =>
  random.pick<() => string>(
    () => `plan ${random.pick('eq', 'ne', 'co', 'sw', 'ew', '==', '!=')} "${random.pick(...texts)}"`,
    () => `plan in ${JSON.stringify(someOf(random, texts, 3))}`,
    () => `age ${random.pick('eq', 'ne', 'gt', 'lt', 'ge', 'le', '>', '<=')} ${random.pick(0, 17, 18)}`,
    () => `age in [${someOf(random, [0, 1, 18, 40], 3).join(', ')}]`,
    () => `beta eq ${random.pick('true', 'false')}`,
    () => `app ${random.pick('eq', 'gt', 'lt', 'ge', 'le')} ${wholeBelow(random, 3)}.${wholeBelow(random, 3)}.1`,
    () => `company ${random.pick('pr', 'eq "acme"')}`,
    () => `targetingKey sw "user-${wholeBelow(random, 10)}"`,
  )()

const query = (random: Random, depth = 0): string => {
  if (depth > 1 || often(random, 0.6)) return comparison(random)
  return random.pick<() => string>(
    () => `${query(random, depth + 1)} and ${query(random, depth + 1)}`,
    () => `(${query(random, depth + 1)}) or (${query(random, depth + 1)})`,
    () => `not (${query(random, depth + 1)})`,
  )()
}

const shares = (random: Random, names: readonly string[]): Record<string, number> => {
  let left = 100
  return Object.fromEntries(
    names.map((name, at) => {
      const share = at === names.length - 1 ? left : Math.min(left, random.pick(0, 10, 12.5, 25, 33.333, 50))
      left = Number((left - share).toFixed(3))
      return [name, share]
    }),
  )
}

const day = (random: Random): string => `2026-0${1 + wholeBelow(random, 9)}-01T00:00:00Z`

const ramp = (random: Random, names: readonly string[]): object => {
  const [from, to] = [random.pick(...names), random.pick(...names)]
  const [first, last] = [day(random), day(random)].sort() as [string, string]
  return {
    initial: { variation: from, percentage: random.pick(0, 10), date: first },
    end: { variation: to, percentage: random.pick(50, 100), date: last },
  }
}

const answer = (random: Random, names: readonly string[]): object =>
  random.pick<() => object>(
    () => ({ variation: random.pick(...names) }),
    () => ({ percentage: shares(random, names) }),
    () => ({ progressiveRollout: ramp(random, names) }),
  )()

const kinds: readonly Record<string, unknown>[] = [
  { on: true, off: false },
  { red: 'r', green: 'g', blue: 'b' },
  { one: 1, two: 2.5, none: 0 },
  { x: { size: 1 }, y: { size: [2] } },
]

const randomFlag = (random: Random): object => {
  const variations = random.pick(...kinds)
  const names = Object.keys(variations)
  const rule = () => ({ query: query(random), ...answer(random, names) })
  const targeting = listOf(wholeBelow(random, 4), (at) => ({
    name: `rule-${at}`,
    ...rule(),
    ...(often(random, 0.1) ? { disable: true } : {}),
  }))
  return {
    variations,
    targeting,
    defaultRule: answer(random, names),
    ...(often(random, 0.1) ? { bucketingKey: 'company' } : {}),
    ...(often(random, 0.1) ? { disable: true } : {}),
    ...(often(random, 0.15) ? { experimentation: { start: day(random), end: day(random) } } : {}),
    ...(often(random, 0.15)
      ? { scheduledRollout: [{ date: day(random), targeting: [{ name: 'rule-0', ...rule() }] }] }
      : {}),
  }
}

export const randomFile = (random: Random): Record<string, object> =>
  Object.fromEntries(listOf(8, (at) => [`flag-${at}-${wholeBelow(random, 1e6)}`, randomFlag(random)]))
