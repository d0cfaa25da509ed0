import { compileConverted } from '../../apps/cli/src/moving-in/compile-converted.ts'
import { convertSnapshot } from '../../apps/cli/src/moving-in/convert-snapshot.ts'
import { loadPackage, silent } from '../engine/peers/load-package.ts'
import type { Random } from '../support/random.ts'
import type { Difference, Referee, Round } from './referee.ts'

type Resolved = { value: unknown; variant?: string }
type Core = { setConfigurations(text: string): void } & Record<
  `resolve${'Boolean' | 'String' | 'Number' | 'Object'}Evaluation`,
  (flagKey: string, otherwise: unknown, context: object, logger: object) => Resolved
>
type Module = { FlagdCore: new (storage: undefined, logger: object) => Core }

const flagsEach = 8
const contextsEach = 40

/** The kinds of values that flags have, with the question that gets them. */
const kinds = [
  { ask: 'resolveBooleanEvaluation', type: 'boolean', variants: { on: true, off: false } },
  { ask: 'resolveStringEvaluation', type: 'string', variants: { a: 'red', b: 'green', c: 'blue' } },
  { ask: 'resolveNumberEvaluation', type: 'number', variants: { one: 1, two: 2.5, none: 0 } },
  { ask: 'resolveObjectEvaluation', type: 'json', variants: { x: { size: 1 }, y: { size: [2] } } },
] as const

const texts = ['pro', 'free', 'PRO', 'team', '']
const whole = (random: Random, below: number) => Math.floor(random.next() * below)
const chance = (random: Random, share: number) => random.next() < share
const times = <Item>(count: number, make: (at: number) => Item): Item[] =>
  Array.from({ length: count }, (_, at) => make(at))

/** Attributes, each of one type: what is sent of another type is a finding. */
const leaf = (random: Random): object => {
  const text = random.pick(...texts)
  const number = whole(random, 5)
  const version = `${whole(random, 3)}.${whole(random, 3)}.${whole(random, 3)}`
  return random.pick<() => object>(
    () => ({ [random.pick('==', '===', '!=', '!==')]: [{ var: 'plan' }, text] }),
    () => ({ [random.pick('==', '===')]: [text, { var: 'plan' }] }),
    () => ({ in: [{ var: 'plan' }, times(1 + whole(random, 3), () => random.pick(...texts))] }),
    () => ({ in: [random.pick('@x.com', 'ada', '.'), { var: 'user.email' }] }),
    () => ({ [random.pick('starts_with', 'ends_with')]: [{ var: 'user.email' }, random.pick('ada', '@x.com', 'b')] }),
    () => ({ [random.pick('<', '<=', '>', '>=')]: [{ var: 'age' }, number] }),
    () => ({ [random.pick('<', '<=', '>', '>=')]: [number, { var: 'age' }] }),
    () => ({ [random.pick('<', '<=')]: [number, { var: 'age' }, number + whole(random, 3)] }),
    () => ({ [random.pick('==', '===', '!=', '!==')]: [{ var: 'age' }, number] }),
    () => ({ [random.pick('==', '!=')]: [{ var: 'beta' }, chance(random, 0.5)] }),
    () => ({ [random.pick('!', '!!')]: [{ var: random.pick('plan', 'age', 'beta') }] }),
    () => ({ sem_ver: [{ var: 'version' }, random.pick('=', '!=', '<', '<=', '>', '>=', '^', '~'), version] }),
    () => ({ [random.pick('==', '!=')]: [{ var: 'plan' }, null] }),
    () => ({ '==': [{ var: 'targetingKey' }, `user-${whole(random, 20)}`] }),
    () => ({ $ref: 'shared' }),
  )()
}

const test = (random: Random, depth = 0): object => {
  if (depth > 1 || chance(random, 0.6)) return leaf(random)
  const members = () => times(1 + whole(random, 3), () => test(random, depth + 1))
  return random.pick<() => object>(
    () => ({ and: members() }),
    () => ({ or: members() }),
    () => ({ '!': [test(random, depth + 1)] }),
  )()
}

const fraction = (random: Random, names: readonly string[]): object => {
  const unit = random.pick<() => unknown[]>(
    () => [],
    () => [{ var: 'targetingKey' }],
    () => [{ var: 'user.email' }],
    () => [{ cat: ['seed-', { var: '$flagd.flagKey' }, { var: 'targetingKey' }] }],
  )()
  const some = names.filter(() => chance(random, 0.8))
  return { fractional: [...unit, ...(some.length > 0 ? some : names).map((name) => [name, whole(random, 100)])] }
}

const outcome = (random: Random, names: readonly string[], depth: number): unknown => {
  if (depth < 2 && chance(random, 0.2)) return chain(random, names, depth + 1)
  if (chance(random, 0.3)) return fraction(random, names)
  return chance(random, 0.1) ? null : random.pick(...names)
}

const chain = (random: Random, names: readonly string[], depth = 0): object => {
  const branches = times(1 + whole(random, 3), () => [test(random), outcome(random, names, depth)]).flat()
  return { if: chance(random, 0.7) ? [...branches, outcome(random, names, depth)] : branches }
}

const contextOf = (random: Random): { userId?: string; attributes: Record<string, string | number | boolean> } => {
  const attributes = Object.fromEntries(
    Object.entries({
      plan: random.pick(...texts.slice(0, -1)),
      age: random.pick(0, 1, 2, 3, 4, 5, 0.5),
      beta: chance(random, 0.5),
      version: `${whole(random, 3)}.${whole(random, 3)}.${whole(random, 3)}${random.pick('', '', '-rc.1')}`,
      'user.email': `${random.pick('ada', 'bob', 'eve')}${whole(random, 1_000)}@${random.pick('x', 'y')}.com`,
    }).filter(() => chance(random, 0.8)),
  )
  // A unit of `cat` that is missing is a finding: everybody has one here but for a few, who get the shorthand alone.
  return chance(random, 0.95) ? { userId: `user-${whole(random, 100_000)}`, attributes } : { attributes }
}

const theirsOf = ({ userId, attributes: { 'user.email': email, ...attributes } }: ReturnType<typeof contextOf>) => ({
  ...attributes,
  ...(userId === undefined ? {} : { targetingKey: userId }),
  ...(email === undefined ? {} : { user: { email } }),
})

const ourFlags = (file: object) => {
  const converted = convertSnapshot(
    { source: 'flagd', environments: { all: file } },
    { environments: new Map([['all', 'all']]), rename: new Map(), nowMs: Date.now() },
  )
  const keysOf = (wanted: (finding: (typeof converted.findings)[number]) => boolean) =>
    new Set(converted.findings.filter(wanted).flatMap(({ flagKey }) => (flagKey === undefined ? [] : [flagKey])))
  return {
    flags: compileConverted(converted, 'all'),
    skipped: keysOf(({ kind }) => kind === 'by-hand'),
    drawsAnyway: keysOf(({ code, message }) => code === 'missing-var' && message.startsWith('Without')),
  }
}

/** flagd's own engine for JavaScript. */
export const flagd: Referee = {
  source: 'flagd',
  open: (random) => {
    const chosen = times(flagsEach, (at) => ({
      key: `flag-${at}-${whole(random, 1e6)}`,
      kind: random.pick<(typeof kinds)[number]>(...kinds),
    }))
    const flags = chosen.map(({ key, kind }) => {
      const names = Object.keys(kind.variants)
      const defaultVariant = random.pick(...names)
      return [key, { state: 'ENABLED', variants: kind.variants, defaultVariant, targeting: chain(random, names) }]
    })
    const file = { $evaluators: { shared: { '==': [{ var: 'plan' }, 'pro'] } }, flags: Object.fromEntries(flags) }
    return { theirs: file, compare: () => compareAll(file, chosen, random) }
  },
}

type Chosen = { key: string; kind: (typeof kinds)[number] }

const compareAll = (file: object, chosen: readonly Chosen[], random: Random): Round => {
  const { FlagdCore } = loadPackage<Module>('@openfeature/flagd-core')
  const core = new FlagdCore(undefined, silent)
  core.setConfigurations(JSON.stringify(file))
  const ours = ourFlags(file)
  const different: Difference[] = []
  let compared = 0
  for (const { key, kind } of chosen) {
    if (ours.skipped.has(key)) continue
    for (let at = 0; at < contextsEach; at++) {
      const context = contextOf(random)
      if (context.userId === undefined && ours.drawsAnyway.has(key)) continue
      const answered = core[kind.ask](key, 'nothing', theirsOf(context), silent)
      const answer = ours.flags.get(key)?.evaluate(context)
      compared++
      if (JSON.stringify(answered.value) !== JSON.stringify(answer?.value)) {
        different.push({ flagKey: key, context, theirs: answered.value, ours: answer?.value })
      }
    }
  }
  return { compared, different }
}
