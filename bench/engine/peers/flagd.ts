import { entry } from '../contender.ts'
import { type BenchCondition, type Kind, percentage, rules } from '../flags.ts'
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

const targetingOf: Record<Kind, object | undefined> = {
  plain: undefined,
  rules: { if: [...rules.flatMap((conditions) => [{ and: conditions.map(clause) }, 'on']), 'off'] },
  rollout: {
    fractional: [
      { cat: [{ var: '$flagd.flagKey' }, { var: 'targetingKey' }] },
      ['on', percentage],
      ['off', 100 - percentage],
    ],
  },
}

export const flagd = entry(
  'flagd core',
  (flags) => {
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
    core.setConfigurations(JSON.stringify({ flags: Object.fromEntries(definitions) }))
    return {
      user: ({ userId, attributes }): User => ({ targetingKey: userId, ...attributes }),
      one: (flagKey, user) => core.resolveBooleanEvaluation(flagKey, false, user, silent),
      isOn: (details: Details) => details.value,
      all: (user) => core.resolveAll(user, silent),
    }
  },
  '@openfeature/flagd-core',
)
