import { limits, parse } from '@bunting/contract'
import { configProblems, type FlagType, segmentProblems } from '@bunting/engine'
import { namedIn } from '../project-file/order.ts'
import {
  type ConfigEntry,
  configSchema,
  type SegmentConfigEntry,
  segmentConfigSchema,
} from '../project-file/project-file.ts'
import type { Converted, Finding } from './converted.ts'
import { refuseCircles } from './refuse-circles.ts'
import type { Where } from './shared/findings.ts'
import { emptySegment, offConfig } from './shared/off.ts'
import { emptyValues } from './shared/values.ts'

/** A flag or a segment in one environment. */
type Place = {
  where: Where & { environment: string }
  /** The names of the places that this one needs. */
  needs: readonly string[]
  problem(): string | undefined
}

const nameOf = ({ flagKey, segmentKey, environment }: Where): string =>
  `${environment} ${segmentKey === undefined ? `flag ${flagKey}` : `segment ${segmentKey}`}`

/**
 * Adapts a conversion to what Bunting accepts. What is by hand is turned off, or emptied if it is a segment; so is whatever
 * needs it, and whatever exceeds a limit. Their other findings are dropped.
 */
export const settle = (converted: Converted): Converted => {
  const { flags, segments, findings } = converted
  refuseCircles(converted)
  const places = placesIn(converted)
  const found = [...findings]
  const reasons = reasonsIn(findings, converted)
  const add = (name: string, finding: Finding) => {
    reasons.set(name, finding)
    found.push(finding)
  }
  for (const [name, { where, problem }] of places) {
    const words = reasons.has(name) ? undefined : problem()
    if (words === undefined) continue
    add(name, { code: 'too-large', kind: 'by-hand', ...where, message: `Bunting cannot have it as it is: ${words}.` })
  }
  spread(places, reasons, add)
  const isByHand = (where: Where) => reasons.has(nameOf(where))
  return {
    ...converted,
    flags: mapConfigs(flags, (config, environment, flagKey, { type }) =>
      isByHand({ flagKey, environment }) ? off(config, type) : config,
    ),
    segments: mapConfigs(segments, (config, environment, segmentKey) =>
      isByHand({ segmentKey, environment }) ? emptySegment() : config,
    ),
    findings: found.filter((finding) => finding.kind === 'by-hand' || !isByHand(finding)),
  }
}

const mapConfigs = <Entry extends { environments: Readonly<Record<string, object>> }>(
  entries: Readonly<Record<string, Entry>>,
  make: (
    config: Entry['environments'][string],
    environment: string,
    key: string,
    entry: Entry,
  ) => Entry['environments'][string],
): Record<string, Entry> =>
  Object.fromEntries(
    Object.entries(entries).map(([key, entry]) => {
      const configs = Object.entries(entry.environments).map(([environment, config]) => [
        environment,
        make(config as Entry['environments'][string], environment, key, entry),
      ])
      return [key, { ...entry, environments: Object.fromEntries(configs) }]
    }),
  )

const off = ({ defaultValue }: ConfigEntry, type: FlagType): ConfigEntry => {
  const config = offConfig(defaultValue)
  return configSchema.safeParse(config).success ? config : offConfig(emptyValues[type])
}

const placesIn = ({ flags, segments }: Converted): Map<string, Place> => {
  const places = new Map<string, Place>()
  const add = (where: Place['where'], config: ConfigEntry | SegmentConfigEntry, problem: Place['problem']) => {
    const { environment } = where
    const needs = [
      ...namedIn(config, 'flag').map((flagKey) => nameOf({ flagKey, environment })),
      ...namedIn(config, 'segment').map((segmentKey) => nameOf({ segmentKey, environment })),
    ]
    places.set(nameOf(where), { where, needs, problem })
  }
  for (const [flagKey, { type, environments }] of Object.entries(flags)) {
    for (const [environment, config] of Object.entries(environments)) {
      add({ flagKey, environment }, config, () => configProblem(config, type))
    }
  }
  for (const [segmentKey, { environments, large }] of Object.entries(segments)) {
    for (const [environment, config] of Object.entries(environments)) {
      add({ segmentKey, environment }, config, () => (large ? listProblem(config) : segmentProblem(config)))
    }
  }
  return places
}

/** The bytes reserved for the rest of the request besides the config. */
const aroundBytes = 4_096

const configProblem = (config: ConfigEntry, type: FlagType): string | undefined => {
  if (Buffer.byteLength(JSON.stringify(config)) > limits.managementBodyBytes - aroundBytes) return 'it is too long'
  const read = parse(configSchema, config)
  const [problem] = read.ok ? configProblems(config, type) : read.details
  return problem && `${problem.path} ${problem.message}`
}

/** Uploaded, and not saved as a config: what has to be right are its ids. */
const listProblem = ({ included }: SegmentConfigEntry): string | undefined => {
  const wrong = included.find(
    (id) => id === '' || id.length > limits.segmentId || id.includes('\0') || !id.isWellFormed(),
  )
  return wrong === undefined ? undefined : `${JSON.stringify(wrong.slice(0, 40))} is no id`
}

const segmentProblem = (config: SegmentConfigEntry): string | undefined => {
  const read = parse(segmentConfigSchema, config)
  const [problem] = read.ok ? segmentProblems(config) : read.details
  return problem && `${problem.path} ${problem.message}`
}

/** The reasons why places are by hand, by their names. A finding without an environment counts in all of them. */
const reasonsIn = (findings: readonly Finding[], { flags, segments }: Converted): Map<string, Finding> => {
  const reasons = new Map<string, Finding>()
  for (const finding of findings) {
    const { kind, flagKey, segmentKey, environment } = finding
    if (kind !== 'by-hand' || (flagKey ?? segmentKey) === undefined) continue
    const entry = flagKey === undefined ? segments[segmentKey as string] : flags[flagKey]
    const environments = environment === undefined ? Object.keys(entry?.environments ?? {}) : [environment]
    for (const each of environments) {
      const name = nameOf({ ...finding, environment: each })
      if (!reasons.has(name)) reasons.set(name, finding)
    }
  }
  return reasons
}

/** Marks everything that needs something by hand as by hand too: it would answer as if that were off. */
const spread = (
  places: ReadonlyMap<string, Place>,
  reasons: ReadonlyMap<string, Finding>,
  add: (name: string, finding: Finding) => void,
): void => {
  const neededBy = new Map<string, string[]>()
  for (const [name, { needs }] of places) {
    for (const need of needs) neededBy.set(need, [...(neededBy.get(need) ?? []), name])
  }
  const left = [...reasons.keys()]
  for (const name of left) {
    const { code, segmentKey, flagKey } = reasons.get(name) as Finding
    const needed = segmentKey === undefined ? `the flag ${flagKey}` : `the segment ${segmentKey}`
    for (const child of neededBy.get(name) ?? []) {
      const place = places.get(child)
      if (!place || reasons.has(child)) continue
      add(child, {
        code: segmentKey === undefined ? 'failed-gate' : code,
        kind: 'by-hand',
        ...place.where,
        message: `It needs ${needed}, which is by hand.`,
      })
      left.push(child)
    }
  }
}
