import type { EvaluationContext } from '@bunting/engine'
import { audience } from '../model.ts'
import { hasList, is, isAbove, isAnyAbove } from './attributes.ts'

const ids = new Set(audience)

export const inAudience = ({ userId, anonymousId }: EvaluationContext): boolean => {
  const id = userId || anonymousId
  return id !== undefined && ids.has(id)
}

const inInner = ({ attributes }: EvaluationContext): boolean => {
  if (attributes === undefined) return false
  const { country } = attributes
  if (hasList(country)) return is(country, 'US', 'NL', 'BE', 'DE')
  return country === 'US' || country === 'NL' || country === 'BE' || country === 'DE'
}

const inMiddle = (context: EvaluationContext): boolean => {
  if (!inInner(context)) return false
  const age = context.attributes?.age
  return hasList(age) ? isAnyAbove(age, 18) : isAbove(age, 18)
}

export const inOuter = (context: EvaluationContext): boolean => {
  if (!inMiddle(context)) return false
  const plan = context.attributes?.plan
  return hasList(plan) ? is(plan, 'pro', 'enterprise') : plan === 'pro' || plan === 'enterprise'
}
