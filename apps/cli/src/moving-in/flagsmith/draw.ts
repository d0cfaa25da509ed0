import { createHash } from 'node:crypto'
import { borderOf, type Drawing, type Run, runsBetween } from '../shared/split.ts'
import type { Document, FeatureState, VariantState } from './document.ts'

const buckets = 9_998

/** As Flagsmith's SDKs compute it. */
const percentageOf = (bucket: number): number => (bucket / 9998.0) * 100

/** A draw of Flagsmith's. Its salt is the ids that are hashed before the unit, each followed by a comma. */
export const drawingOf = (salt: string, attribute?: string): Drawing => ({
  kind: 'flagsmith',
  buckets,
  salt,
  ...(attribute === undefined ? {} : { attribute }),
})

/** What an identity is called in hashes, before its identifier. */
export const identityPrefix = ({ api_key }: Document): string => `${api_key}_`

/** What a feature state is called in hashes. */
export const stateKey = ({ django_id, featurestate_uuid }: FeatureState): string | undefined =>
  django_id?.toString() || featurestate_uuid || undefined

/** The units with at most this percentage. */
export const runsUpTo = (percentage: number): Run[] => {
  const to = borderOf(buckets, (bucket) => !(percentageOf(bucket) <= percentage))
  return to === 0 ? [] : [{ from: 0, to, share: 0 }]
}

/** In the order in which Flagsmith goes through them: by id, and by uuid where they have none. */
export const variantsOf = ({ multivariate_feature_state_values: variants }: FeatureState): VariantState[] => {
  const placeOf = ({ id, mv_fs_value_uuid }: VariantState): number | bigint =>
    id ?? (mv_fs_value_uuid ? BigInt(`0x${mv_fs_value_uuid.replaceAll('-', '')}`) : Number.POSITIVE_INFINITY)
  return variants.toSorted((one, other) => {
    const [a, b] = [placeOf(one), placeOf(other)]
    if (a < b) return -1
    return a > b ? 1 : 0
  })
}

const shareAt = (variants: readonly VariantState[], percentage: number): number => {
  let start = 0
  for (const [at, { percentage_allocation }] of variants.entries()) {
    const limit = start + percentage_allocation
    if (start <= percentage && percentage < limit) return at
    start = limit
  }
  return variants.length
}

/** The variants' runs; what they leave over is the control value's, the share after the last. */
export const runsOf = (variants: readonly VariantState[]): Run[] => {
  let limit = 0
  const borders = variants.map(({ percentage_allocation }) => {
    limit += percentage_allocation
    const end = limit
    return borderOf(buckets, (bucket) => !(percentageOf(bucket) < end))
  })
  return runsBetween(buckets, borders, (bucket) => shareAt(variants, percentageOf(bucket)))
}

/** The share of one identity. */
export const shareOf = (variants: readonly VariantState[], key: string, identity: string): number => {
  for (let times = 1; ; times++) {
    const text = Array.from({ length: times }, () => `${key},${identity}`).join(',')
    const bucket = Number(BigInt(`0x${createHash('md5').update(text).digest('hex')}`) % 9999n)
    if (bucket < buckets) return shareAt(variants, percentageOf(bucket))
  }
}
