import { limits } from '@bunting/contract'
import type { FlagValue } from '@bunting/engine'
import { own } from '../../core/own.ts'
import type { ConfigEntry, FlagEntry, SegmentEntry } from '../../project-file/project-file.ts'
import { attempt } from '../shared/by-hand.ts'
import type { Findings } from '../shared/findings.ts'
import { offConfig } from '../shared/off.ts'
import { listIds } from '../shared/segments.ts'
import { compare, inSegment } from '../shared/tree.ts'
import { valueOr } from '../shared/values.ts'
import type { Document } from './document.ts'
import { identityPrefix } from './draw.ts'
import { type Making, switchConfig, valueConfig } from './flag-configs.ts'
import type { FlagNames } from './flag-entries.ts'
import type { States } from './states.ts'

type Environment = { slug: string; document: Document; states: ReadonlyMap<string, States> }

/** The parts of the import that are made so far. */
type Made = {
  flags: Record<string, FlagEntry>
  segments: Record<string, SegmentEntry>
  segmentKeyFor(name: string): string
  findings: Findings
  byName: ReadonlyMap<string, FlagNames>
}

/** Adds the configs of the two flags that a flag of Flagsmith becomes, in one environment. */
export const addConfigs = (environment: Environment, flag: FlagNames, made: Made): void => {
  const states = environment.states.get(flag.name)
  add(flag.key, false, (making) => states && switchConfig(states, making))
  const { valueKey, type } = flag
  if (valueKey === undefined || type === undefined) return
  add(
    valueKey,
    valueOr(states?.base.feature_state_value, type),
    (making) => states && valueConfig(states, type, making),
  )

  function add(key: string, fallback: FlagValue, make: (making: Making) => ConfigEntry | undefined): void {
    const { slug } = environment
    const notes = made.findings.at({ flagKey: key, environment: slug })
    const config = attempt(
      () => make(makingOf(environment, key, made)),
      ({ code, message }) => notes.byHand(code, message),
    )
    if (!states) {
      notes.widened('no-code-default', 'Flagsmith has no such flag there, and answers what the code says: it is off.')
    }
    const entry = own(made.flags, key)
    if (entry) entry.environments[slug] = config ?? offConfig(fallback)
    if (config?.prerequisites) {
      notes.widened(
        'engine-differs',
        'It depends on another flag: SDKs of Flagsmith from before September 2026 pass over that.',
      )
    }
  }
}

const makingOf = (
  { slug, document, states }: Environment,
  key: string,
  { segments, findings, byName, segmentKeyFor }: Made,
): Making => {
  const notes = findings.at({ flagKey: key, environment: slug })
  const lists = { title: 'Flagsmith', entries: segments, environment: slug, keyFor: segmentKeyFor }
  return {
    identityPrefix: identityPrefix(document),
    keyOf: (name, field) => byName.get(name)?.[field === 'enabled' ? 'key' : 'valueKey'],
    whileOff: (name) => {
      const known = states.get(name)
      return known?.overrides.some(({ segment }) => segment.needs.length > 0) ? known.base : undefined
    },
    noteEmpty: () => notes.widened('no-code-default', 'It answers an empty text where Flagsmith has no value.'),
    audienceFor: (rule, identifiers) => {
      if (identifiers.some((identifier) => identifier.includes(','))) {
        notes.widened(
          'engine-differs',
          "It has overrides of identities with a comma, whom Flagsmith's SDKs take for several.",
        )
      }
      if (identifiers.length <= limits.values) return compare('userId', 'in', identifiers)
      return inSegment(listIds(lists, { name: `${key}: ${rule}`, unit: null, ids: identifiers }))
    },
  }
}
