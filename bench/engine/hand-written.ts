import { type EvaluationContext, type EvaluationResult, murmur3, type Reason } from '@bunting/engine'
import { entry } from './contender.ts'
import { type BenchFlag, type Kind, ruleId } from './flags.ts'

type Evaluate = (context: EvaluationContext) => EvaluationResult

const decimal = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/

const isAbove = (value: unknown, least: number): boolean => {
  const number = typeof value === 'string' && decimal.test(value) ? Number(value) : value
  return typeof number === 'number' && number > least && number < Number.POSITIVE_INFINITY
}

const result = (value: boolean, reason: Reason, rule?: number): EvaluationResult =>
  rule === undefined ? { value, reason } : { value, reason, ruleId: ruleId(rule) }

/**
 * What somebody would write who needs these flags, their answers to every context exact, and nothing else. The names
 * they read are none that objects inherit.
 */
const written: Record<Kind, (flagKey: string) => Evaluate> = {
  plain: () => {
    const on = result(true, 'DEFAULT')
    return () => on
  },
  rules: () => {
    const first = result(true, 'RULE_MATCH', 0)
    const second = result(true, 'RULE_MATCH', 1)
    const third = result(true, 'RULE_MATCH', 2)
    const off = result(false, 'DEFAULT')
    return ({ attributes }) => {
      if (attributes === undefined) return off
      const { plan, country, age } = attributes
      if ((plan === 'pro' || plan === 'enterprise') && country === 'US') return first
      if ((country === 'NL' || country === 'BE' || country === 'DE') && isAbove(age, 65)) return second
      if (plan === 'pro' && isAbove(age, 18)) return third
      return off
    }
  },
  rollout: (flagKey) => {
    const seed = murmur3(`${flagKey}:${ruleId(0)}`)
    const on = result(true, 'ROLLOUT', 0)
    const off = result(false, 'DEFAULT')
    // A quarter of the hashes, which is where the buckets below 25,000 end.
    const end = 2 ** 30
    return ({ userId, anonymousId }) => {
      const unit = userId || anonymousId
      return typeof unit === 'string' && unit !== '' && murmur3(unit, seed) < end ? on : off
    }
  },
}

export const writeByHand = ({ key, kind }: BenchFlag): Evaluate => written[kind](key)

export const handWritten = entry('hand-written closures', (flags) => {
  const evaluates = new Map(flags.map((flag) => [flag.key, { evaluate: writeByHand(flag) }]))
  const every = [...evaluates.values()]
  return {
    user: (user): EvaluationContext => user,
    one: (flagKey, context) => (evaluates.get(flagKey) as { evaluate: Evaluate }).evaluate(context),
    isOn: (answer) => answer.value === true,
    all: (context) => every.map((flag) => flag.evaluate(context)),
  }
})
