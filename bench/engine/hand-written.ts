import { type EvaluationContext, type EvaluationResult, murmur3, type Reason } from '@bunting/engine'
import { entry } from './contender.ts'
import { type BenchFlag, type Kind, ruleId } from './flags.ts'
import { hasList, is, isAbove, isAnyAbove } from './hand-written/attributes.ts'
import { linkOne } from './hand-written/chain.ts'
import { inAudience, inOuter } from './hand-written/segments.ts'

type Evaluate = (context: EvaluationContext) => EvaluationResult

const result = (value: boolean, reason: Reason, rule?: number): EvaluationResult =>
  rule === undefined ? { value, reason } : { value, reason, ruleId: ruleId(rule) }

const matched = (rule: number) => result(true, 'RULE_MATCH', rule)

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
    const [first, second, third, off] = [matched(0), matched(1), matched(2), result(false, 'DEFAULT')]
    const ofLists = (plan: unknown, country: unknown, age: unknown) => {
      if (is(plan, 'pro', 'enterprise') && is(country, 'US')) return first
      if (is(country, 'NL', 'BE', 'DE') && isAnyAbove(age, 65)) return second
      return is(plan, 'pro') && isAnyAbove(age, 18) ? third : off
    }
    return ({ attributes }) => {
      if (attributes === undefined) return off
      const { plan, country, age } = attributes
      if (hasList(plan, country, age)) return ofLists(plan, country, age)
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
  segment: () => {
    const [on, off] = [matched(0), result(false, 'DEFAULT')]
    return (context) => (inAudience(context) ? on : off)
  },
  nested: () => {
    const [on, off] = [matched(0), result(false, 'DEFAULT')]
    return (context) => (inOuter(context) ? on : off)
  },
  chain: () => {
    const [on, off] = [matched(0), result(false, 'DEFAULT')]
    const unmet: EvaluationResult = { value: false, reason: 'DISABLED', prerequisite: 'link-1' }
    return (context) => {
      if (linkOne(context).value !== true) return unmet
      const plan = context.attributes?.plan
      return plan === 'enterprise' || (hasList(plan) && is(plan, 'enterprise')) ? on : off
    }
  },
  groups: () => {
    const [on, off] = [matched(0), result(false, 'DEFAULT')]
    const ofLists = (plan: unknown, country: unknown, age: unknown) =>
      (is(plan, 'pro', 'enterprise') && !(is(country, 'JP') || isAnyAbove(age, 65))) ||
      (is(country, 'NL', 'BE', 'DE') && isAnyAbove(age, 65))
    return ({ attributes }) => {
      if (attributes === undefined) return off
      const { plan, country, age } = attributes
      if (hasList(plan, country, age)) return ofLists(plan, country, age) ? on : off
      if ((plan === 'pro' || plan === 'enterprise') && !(country === 'JP' || isAbove(age, 65))) return on
      return (country === 'NL' || country === 'BE' || country === 'DE') && isAbove(age, 65) ? on : off
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
