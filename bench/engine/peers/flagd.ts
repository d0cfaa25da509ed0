import { entry } from '../contender.ts'
import { type BenchFlag, type Kind, percentage } from '../flags.ts'
import { audience, type BenchCondition, type BenchGroup, grouped, nested, rules } from '../model.ts'
import { loadPackage, silent } from './load-package.ts'

type User = Record<string, unknown>
type Details = { value: boolean }
type FlagdCore = {
  setConfigurations(text: string): void
  resolveBooleanEvaluation(flagKey: string, otherwise: boolean, user: User, logger: object): Details
  resolveAll(user: User, logger: object): Details[]
}
type Module = { FlagdCore: new (storage: undefined, logger: object) => FlagdCore }

const operators = { equals: '==', in: 'in', gt: '>' }
const clause = ({ attribute, operator, value }: BenchCondition) => ({
  [operators[operator]]: [{ var: attribute }, value],
})

const group = (member: BenchGroup): object => {
  if ('all' in member) return { and: member.all.map(group) }
  if ('any' in member) return { or: member.any.map(group) }
  return 'none' in member ? { '!': [{ or: member.none.map(group) }] } : clause(member)
}

const named = (name: string) => ({ $ref: name })
const onWhere = (holds: object) => ({ if: [holds, 'on', 'off'] })

/** Conditions with a name; one that names another stands before it. */
const evaluators = {
  audience: { in: [{ var: 'targetingKey' }, audience] },
  outer: { and: [named('middle'), clause(nested.outer)] },
  middle: { and: [named('inner'), clause(nested.middle)] },
  inner: clause(nested.inner),
}

type FlagdKind = Exclude<Kind, 'chain'>

const targetingOf: Record<FlagdKind, object | undefined> = {
  plain: undefined,
  rules: { if: [...rules.flatMap((conditions) => [{ and: conditions.map(clause) }, 'on']), 'off'] },
  rollout: {
    fractional: [
      { cat: [{ var: '$flagd.flagKey' }, { var: 'targetingKey' }] },
      ['on', percentage],
      ['off', 100 - percentage],
    ],
  },
  segment: onWhere(named('audience')),
  nested: onWhere(named('outer')),
  groups: onWhere(group(grouped)),
}

export const flagd = entry(
  'flagd core',
  (flags: readonly BenchFlag<FlagdKind>[]) => {
    const { FlagdCore } = loadPackage<Module>('@openfeature/flagd-core')
    const core = new FlagdCore(undefined, silent)
    const definitions = flags.map(({ key, kind }) => {
      const targeting = targetingOf[kind]
      const defaultVariant = kind === 'plain' ? 'on' : 'off'
      return [
        key,
        { state: 'ENABLED', variants: { on: true, off: false }, defaultVariant, ...(targeting && { targeting }) },
      ]
    })
    core.setConfigurations(JSON.stringify({ $evaluators: evaluators, flags: Object.fromEntries(definitions) }))
    return {
      user: ({ userId, attributes }): User => ({ targetingKey: userId, ...attributes }),
      one: (flagKey, user) => core.resolveBooleanEvaluation(flagKey, false, user, silent),
      isOn: (details: Details) => details.value,
      all: (user) => core.resolveAll(user, silent),
    }
  },
  '@openfeature/flagd-core',
  { chain: 'has no prerequisites' },
)
