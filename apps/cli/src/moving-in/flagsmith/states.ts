import { byHand } from '../shared/by-hand.ts'
import type { Document, FeatureState, Value } from './document.ts'
import { identityPrefix, shareOf, stateKey, variantsOf } from './draw.ts'
import type { KnownSegment, KnownSegments } from './segments.ts'

/** The override of one identity. */
export type IdentityState = { identifier: string; enabled: boolean; readValue(): Value }

/** Everything that an environment says about a flag. */
export type States = {
  base: FeatureState
  identities: IdentityState[]
  /** The identities' feature states, unchanged. */
  identityStates: FeatureState[]
  /** In order: the first that holds decides. */
  overrides: { id: number; segment: KnownSegment; state: FeatureState }[]
}

export const statesOf = (document: Document, segments: KnownSegments): Map<string, States> => {
  const states = new Map<string, States>()
  // As in the SDKs, the last one counts if a flag occurs twice.
  for (const base of document.feature_states) {
    states.set(base.feature.name, { base, identities: [], identityStates: [], overrides: [] })
  }
  for (const { id, feature_states } of document.project.segments.toSorted((one, other) => one.id - other.id)) {
    const segment = segments.get(id)
    for (const state of feature_states) {
      if (segment) states.get(state.feature.name)?.overrides.push({ id, segment, state })
    }
  }
  for (const known of states.values()) {
    known.overrides.sort((one, other) => priorityOf(one.state) - priorityOf(other.state))
    // The second override of a flag by the same segment is never reached.
    const firsts = new Map(known.overrides.toReversed().map((override) => [override.id, override]))
    known.overrides = known.overrides.filter((override) => firsts.get(override.id) === override)
  }
  for (const [name, identities] of identityStates(document)) {
    const known = states.get(name)
    if (known) known.identities = identities
  }
  for (const state of (document.identity_overrides ?? []).flatMap(({ identity_features }) => identity_features)) {
    states.get(state.feature.name)?.identityStates.push(state)
  }
  return states
}

/** The lowest number comes first; of equal ones, the oldest segment. */
const priorityOf = ({ feature_segment }: FeatureState): number => feature_segment?.priority ?? Number.MAX_VALUE

function identityStates(document: Document): Map<string, IdentityState[]> {
  const states = new Map<string, IdentityState[]>()
  const seen = new Set<string>()
  for (const { identifier, identity_features } of document.identity_overrides ?? []) {
    for (const state of identity_features) {
      const { name } = state.feature
      const place = JSON.stringify([identifier, name])
      if (seen.has(place)) continue
      seen.add(place)
      const identityKey = identityPrefix(document) + identifier
      const list = states.get(name) ?? []
      list.push({ identifier, enabled: state.enabled, readValue: () => valueFor(state, identityKey) })
      states.set(name, list)
    }
  }
  return states
}

/** The value of one identity. Nothing has to be drawn at run time, since the identity is known. */
function valueFor(state: FeatureState, identityKey: string): Value {
  const variants = variantsOf(state)
  if (variants.length === 0) return state.feature_state_value
  const key = stateKey(state) ?? byHand('no-salt', 'An override of an identity has no id to draw by.')
  const variant = variants[shareOf(variants, key, identityKey)]
  return variant ? variant.multivariate_feature_option.value : state.feature_state_value
}
