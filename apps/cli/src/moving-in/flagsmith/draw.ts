import { createHash } from 'node:crypto'
import { borderOf, type Drawing, type Run, runsBetween } from '../shared/split.ts'
import type { Document, FeatureState, VariantState } from './document.ts'

const buckets = 9_998

/** The percentage of a bucket, computed as Flagsmith's SDKs do. */
const percentageOf = (bucket: number): number => (bucket / 9998.0) * 100

/** How Flagsmith draws. The salt consists of the ids that are hashed before the unit, each followed by a comma. */
export const drawingOf = (salt: string, attribute?: string): Drawing => ({
  kind: 'flagsmith',
  buckets,
  salt,
  ...(attribute === undefined ? {} : { attribute }),
})

/** The text that is hashed before an identity's identifier. */
export const identityPrefix = ({ api_key }: Document): string => `${api_key}_`

/** The text that is hashed for a feature state. */
export const stateKey = ({ django_id, featurestate_uuid }: FeatureState): string | undefined =>
  django_id?.toString() || featurestate_uuid || undefined

/** The buckets up to this percentage. */
export const runsUpTo = (percentage: number): Run[] => {
  const to = borderOf(buckets, (bucket) => !(percentageOf(bucket) <= percentage))
  return to === 0 ? [] : [{ from: 0, to, share: 0 }]
}

/** The variants in Flagsmith's order: by id, and by uuid if they have no id. */
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

/** The runs of the variants. The rest belongs to the control value, whose index is the one after the last variant. */
export const runsOf = (variants: readonly VariantState[]): Run[] => {
  let limit = 0
  const borders = variants.map(({ percentage_allocation }) => {
    limit += percentage_allocation
    const end = limit
    return borderOf(buckets, (bucket) => !(percentageOf(bucket) < end))
  })
  return runsBetween(buckets, borders, (bucket) => shareAt(variants, percentageOf(bucket)))
}

/** The share of a split that one identity gets. */
export const shareOf = (variants: readonly VariantState[], key: string, identity: string): number => {
  for (let times = 1; ; times++) {
    const text = Array.from({ length: times }, () => `${key},${identity}`).join(',')
    const bucket = Number(BigInt(`0x${createHash('md5').update(text).digest('hex')}`) % 9999n)
    if (bucket < buckets) return shareAt(variants, percentageOf(bucket))
  }
}
