import { limits } from '@bunting/contract'
import type { FlagValue } from '@bunting/engine'
import { own } from '../../core/own.ts'
import type { ConfigEntry, FlagEntry, SegmentEntry } from '../../project-file/project-file.ts'
import { attempt, byHand } from '../shared/by-hand.ts'
import { checkedSegment, offConfig } from '../shared/configs.ts'
import type { Findings } from '../shared/findings.ts'
import { compare, inSegment, type Tree } from '../shared/tree.ts'
import { emptyValues, typeOf } from '../shared/values.ts'
import type { Document } from './document.ts'
import { identityPrefix } from './draw.ts'
import { type Making, switchConfig, valueConfig } from './flag-configs.ts'
import type { FlagNames } from './flag-entries.ts'
import type { States } from './states.ts'

type Environment = { slug: string; document: Document; states: ReadonlyMap<string, States> }

/** What an import is made of so far. */
type Made = {
  flags: Record<string, FlagEntry>
  segments: Record<string, SegmentEntry>
  findings: Findings
  byName: ReadonlyMap<string, FlagNames>
}

/** The configs of a flag's two flags in one environment. */
export const addConfigs = (environment: Environment, flag: FlagNames, made: Made): void => {
  const states = environment.states.get(flag.name)
  add(flag.key, false, (making) => states && switchConfig(states, making))
  const { valueKey, type } = flag
  if (valueKey === undefined || type === undefined) return
  const value = states?.base.feature_state_value
  const fallback = value !== undefined && value !== null && typeOf(value) === type ? value : emptyValues[type]
  add(valueKey, fallback, (making) => states && valueConfig(states, type, making))

  function add(key: string, fallback: FlagValue, make: (making: Making) => ConfigEntry | undefined): void {
    const { slug } = environment
    const where = { flagKey: key, environment: slug }
    const config = attempt(
      () => make(makingOf(environment, key, made)),
      ({ code, message }) =>
        made.findings.add({ code, kind: 'by-hand', ...where, message: `${key} is off in ${slug}: ${message}.` }),
    )
    if (!states) {
      const message = `${key} is off in ${slug}: Flagsmith has no such flag there, and answers what the code says.`
      made.findings.add({ code: 'no-code-default', kind: 'widened', ...where, message })
    }
    const entry = own(made.flags, key)
    if (entry) entry.environments[slug] = config ?? offConfig(fallback, entry.type)
    if (config?.prerequisites) {
      const message = `${key} depends on another flag: SDKs of Flagsmith from before September 2026 pass over that.`
      made.findings.add({ code: 'engine-differs', kind: 'widened', ...where, message })
    }
  }
}

const makingOf = (
  { slug, document, states }: Environment,
  key: string,
  { segments, findings, byName }: Made,
): Making => ({
  identityPrefix: identityPrefix(document),
  keyOf: (name, field) => byName.get(name)?.[field === 'enabled' ? 'key' : 'valueKey'],
  whileOff: (name) => {
    const known = states.get(name)
    return known?.overrides.some(({ segment }) => segment.needs.length > 0) ? known.base : undefined
  },
  noteEmpty: () => {
    const message = `${key} answers an empty text in ${slug} where Flagsmith has no value.`
    findings.add({ code: 'no-code-default', kind: 'widened', flagKey: key, environment: slug, message })
  },
  audienceFor: (rule, identifiers) => {
    if (identifiers.some((identifier) => identifier.includes(','))) {
      const message = `${key} has overrides of identities with a comma in ${slug}, whom Flagsmith's SDKs take for several.`
      findings.add({ code: 'engine-differs', kind: 'widened', flagKey: key, environment: slug, message })
    }
    return identifiers.length <= limits.values
      ? compare('userId', 'in', identifiers)
      : listed(`${key}-${rule}`, identifiers, slug, segments)
  },
})

/** Identities in the lists of segments: more than a condition may name. */
function listed(name: string, ids: readonly string[], slug: string, segments: Record<string, SegmentEntry>): Tree {
  const keys = Array.from({ length: Math.ceil(ids.length / limits.segmentIds) }, (_, at) => `${name}-${at + 1}`)
  if (keys.length > limits.segments || keys.some((key) => key.length > limits.configKey)) {
    byHand('too-large', `it is overridden for ${ids.length} identities`)
  }
  for (const [at, key] of keys.entries()) {
    const entry = own(segments, key) ?? {
      name: key,
      description: 'From Flagsmith: identity overrides',
      unit: null,
      archived: false,
      environments: {},
    }
    segments[key] = entry
    const included = ids.slice(at * limits.segmentIds, (at + 1) * limits.segmentIds)
    entry.environments[slug] = checkedSegment({ included, excluded: [], rules: [] })
  }
  return inSegment(keys)
}
