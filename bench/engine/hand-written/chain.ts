import type { EvaluationContext, EvaluationResult } from '@bunting/engine'
import { hasList, is, isAbove, isAnyAbove } from './attributes.ts'

const on: EvaluationResult = { value: true, reason: 'RULE_MATCH', ruleId: 'rule-1' }
const off: EvaluationResult = { value: false, reason: 'DEFAULT' }
const unmet = (prerequisite: string): EvaluationResult => ({ value: false, reason: 'DISABLED', prerequisite })
const [unmetTwo, unmetThree, unmetFour, unmetFive] = [
  unmet('link-2'),
  unmet('link-3'),
  unmet('link-4'),
  unmet('link-5'),
] as const

const linkFive = ({ attributes }: EvaluationContext): EvaluationResult => {
  const age = attributes?.age
  return (hasList(age) ? isAnyAbove(age, 10) : isAbove(age, 10)) ? on : off
}

const linkFour = (context: EvaluationContext): EvaluationResult => {
  if (linkFive(context).value !== true) return unmetFive
  const plan = context.attributes?.plan
  return (hasList(plan) ? is(plan, 'pro', 'enterprise') : plan === 'pro' || plan === 'enterprise') ? on : off
}

const linkThree = (context: EvaluationContext): EvaluationResult => {
  if (linkFour(context).value !== true) return unmetFour
  const country = context.attributes?.country
  if (hasList(country)) return is(country, 'US', 'NL', 'BE', 'DE', 'FR') ? on : off
  return country === 'US' || country === 'NL' || country === 'BE' || country === 'DE' || country === 'FR' ? on : off
}

const linkTwo = (context: EvaluationContext): EvaluationResult => {
  if (linkThree(context).value !== true) return unmetThree
  const age = context.attributes?.age
  return (hasList(age) ? isAnyAbove(age, 25) : isAbove(age, 25)) ? on : off
}

export const linkOne = (context: EvaluationContext): EvaluationResult => {
  if (linkTwo(context).value !== true) return unmetTwo
  const country = context.attributes?.country
  if (hasList(country)) return is(country, 'US', 'NL', 'BE', 'DE', 'JP') ? on : off
  return country === 'US' || country === 'NL' || country === 'BE' || country === 'DE' || country === 'JP' ? on : off
}
