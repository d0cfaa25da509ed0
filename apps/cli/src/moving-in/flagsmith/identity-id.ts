import type { Finding } from '../converted.ts'
import type { Document, SegmentRule } from './document.ts'

const drawsIn = ({ conditions, rules }: SegmentRule): boolean =>
  conditions.some(({ operator }) => operator === 'PERCENTAGE_SPLIT') || rules.some(drawsIn)

/** Warns of environments without composite keys: they draw identities by database ids, which no export contains. */
export const identityIdFinding = ({ slug, document }: { slug: string; document: Document }): Finding[] => {
  if (document.use_identity_composite_key_for_hashing !== false) return []
  const isSplit = (states: Document['feature_states']) =>
    states
      .filter(({ multivariate_feature_state_values: variants }) => variants.length > 0)
      .map(({ feature }) => feature.name)
  const { segments } = document.project
  const flags = new Set(
    [document.feature_states, ...segments.map(({ feature_states }) => feature_states)].flatMap(isSplit),
  )
  const drawn = segments.filter(({ rules }) => rules.some(drawsIn)).length
  if (flags.size + drawn === 0) return []
  const message = `Flagsmith draws identities by their database ids in ${slug}, which nobody is told: people move between the shares of ${flags.size} flags and of ${drawn} segments, unless you evaluate locally.`
  return [{ code: 'identity-id', kind: 'widened', environment: slug, message }]
}
