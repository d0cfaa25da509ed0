import { hashKinds } from '@bunting/engine'
import { z } from 'zod'
import { limits } from '../limits.ts'
import { body } from './common.ts'

const thousandths = (share: number) => Number.isInteger(Number((share * 1_000).toFixed(6)))

export const percentage = z.number().min(0).max(100).refine(thousandths, 'must have at most 3 decimals')

export const salt = z.string().max(limits.salt)

export const hashSchema = body({ kind: z.enum(hashKinds), salt, splitSalt: salt.optional() }).meta({
  id: 'RuleHash',
  description:
    'Draws units as the service did that the rule came from, so that nobody changes sides. `salt` is all that it puts beside the unit, with its separators; `splitSalt` that of the distribution, where that is drawn apart.',
})
