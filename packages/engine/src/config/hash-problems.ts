import { hashKinds, type ShareKind } from '../hash/kinds.ts'
import type { Problem } from '../types.ts'
import { type Fields, fieldsOf } from './fields.ts'

/** Kinds that draw the rollout and the distribution separately. */
const drawsApart = (kind: unknown): boolean => kind === 'unleash'

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

/** The problems of a rule's hash beyond its shape, and of weights that its kind does not allow. */
export function hashProblems(rule: Fields, path: string): Problem[] {
  if (!isGiven(rule.hash)) return []
  const { kind, splitSalt } = fieldsOf(rule.hash)
  const [rolls, splits] = [isGiven(rule.rolloutPercentage), isGiven(rule.distribution)]
  if (!rolls && !splits) {
    return [{ path: `${path}.hash`, message: 'must stand beside a rolloutPercentage or a distribution' }]
  }
  if (!splits && splitSalt !== undefined) {
    return [{ path: `${path}.hash.splitSalt`, message: 'must stand beside a distribution' }]
  }
  if (rolls && splits && splitSalt === undefined && !drawsApart(kind)) {
    return [
      {
        path: `${path}.hash.splitSalt`,
        message: 'is required beside a rolloutPercentage and a distribution: without it both are one draw',
      },
    ]
  }
  return weightProblems(rule, kind, path)
}

/** Services whose number of buckets is the sum of the weights, and the number of buckets for a weight of 1. */
export const bucketsByWeight: ReadonlyMap<unknown, number> = new Map([
  ['unleash', 1],
  ['unleash4', 1],
  ['goff', 1_000],
])

function weightProblems({ distribution }: Fields, kind: unknown, path: string): Problem[] {
  const steps = bucketsByWeight.get(kind)
  if (steps === undefined || !Array.isArray(distribution)) return []
  const message = steps === 1 ? `must be a whole number with ${kind}` : `must have at most 3 decimals with ${kind}`
  return distribution.map(fieldsOf).flatMap(({ weight }, at) => {
    const isFine = typeof weight !== 'number' || Number.isInteger(Number((weight * steps).toFixed(6)))
    return isFine ? [] : [{ path: `${path}.distribution[${at}].weight`, message }]
  })
}

export const shareKinds: readonly ShareKind[] = ['bunting', ...hashKinds]

/** The problems of a condition's share beyond its shape. */
export function shareProblems(value: unknown, path: string): Problem[] {
  const { from, to } = fieldsOf(value)
  if (typeof from !== 'number' || typeof to !== 'number' || from < to) return []
  return [{ path: `${path}.to`, message: 'must be above from' }]
}
