import type { FlagType, FlagValue } from '@bunting/engine'
import { wrongUse } from '../../core/failure.ts'
import { own } from '../../core/own.ts'
import type { ConfigEntry, FlagEntry, SegmentEntry } from '../../project-file/project-file.ts'
import type { Choices, Converter } from '../converted.ts'
import { attempt } from '../shared/by-hand.ts'
import { readEnvironments } from '../shared/environments.ts'
import { type Findings, openFindings } from '../shared/findings.ts'
import { openKeys, renamed } from '../shared/keys.ts'
import { offConfig } from '../shared/off.ts'
import { readAs } from '../shared/read.ts'
import { listIds, segmentEntry } from '../shared/segments.ts'
import { dependenciesOf, type Needs, neededOff } from './dependencies.ts'
import { flagEntry } from './facts.ts'
import { convertSwitch, convertVariant } from './flag.ts'
import { adminSchema, environmentSchema, type TheirFacts, type TheirFlag, type TheirSegment } from './schema.ts'
import { convertSegment } from './segments.ts'
import type { StrategyScope } from './strategies.ts'
import { disabledValue, payloadType, variantsIn } from './variants.ts'

const title = 'Unleash'

type Environment = {
  /** The name in Unleash. */
  name: string
  slug: string
  flags: ReadonlyMap<string, TheirFlag>
  segments: ReadonlyMap<number, TheirSegment>
}

type Project = {
  findings: Findings
  flags: Record<string, FlagEntry>
  segments: Record<string, SegmentEntry>
  flagKey(theirs: string): string
  /** The type of the flag for the variants; undefined if the flag has no variants. */
  variantType(theirs: string): FlagType | undefined
  segmentKey(theirs: string): string
}

/** Converts Unleash: the answer of /api/client/features for each environment, and the admin API's answer on flags. */
export const convertUnleash: Converter = (snapshot, choices) => {
  const environments = readEnvironments(snapshot, choices, environmentSchema).map(({ name, slug, document }) => ({
    name,
    slug,
    flags: new Map(document.features.map((flag) => [flag.name, flag])),
    segments: new Map(document.segments?.map((segment) => [segment.id, segment])),
  }))
  const admin = snapshot.admin === undefined ? {} : readAs(adminSchema, snapshot.admin, 'The admin part')
  const findings = openFindings()
  const project = openProject(environments, admin.features ?? [], tagsIn(admin.featureTags ?? []), findings)
  for (const environment of environments) {
    convertEnvironment(environment, project, choices)
  }
  return { flags: project.flags, segments: project.segments, findings: findings.list(), moments: findings.moments() }
}

type FeatureTag = { featureName: string; tagType?: string | null | undefined; tagValue: string }

const tagsIn = (tags: readonly FeatureTag[]): ReadonlyMap<string, string[]> => {
  const byFlag = Map.groupBy(tags, ({ featureName }) => featureName)
  const textOf = ({ tagType, tagValue }: FeatureTag) =>
    !tagType || tagType === 'simple' ? tagValue : `${tagType}:${tagValue}`
  return new Map(Array.from(byFlag, ([name, each]) => [name, each.map(textOf)]))
}

/** The name of the flag that holds a flag's variants. */
const variantName = (name: string): string => `${name}.variant`

const openProject = (
  environments: readonly Environment[],
  facts: readonly TheirFacts[],
  tags: ReadonlyMap<string, string[]>,
  findings: Findings,
): Project => {
  const [flagKey, segmentKey] = [openKeys('flag'), openKeys('segment')]
  const said = new Map(facts.map((each) => [each.name, each]))
  const flags: Project['flags'] = {}
  const types = new Map<string, FlagType>()
  const names = new Set([...environments.flatMap((each) => [...each.flags.keys()]), ...said.keys()])
  const add = (name: string, entry: FlagEntry) => {
    const key = flagKey(name)
    for (const finding of renamed(name, { flagKey: key })) findings.add(finding)
    flags[key] = entry
  }
  for (const name of names) {
    const inEach = environments.flatMap((each) => each.flags.get(name) ?? [])
    const known = Object.assign({ name }, inEach[0], said.get(name))
    const variants = inEach.flatMap(variantsIn)
    add(name, flagEntry(known, tags.get(name) ?? [], 'boolean'))
    if (variants.length === 0) continue
    const type = payloadType(variants)
    types.set(name, type)
    if (names.has(variantName(name))) {
      wrongUse(
        `The variants of "${name}" would become the flag "${variantName(name)}", which there is.`,
        'Rename it where it comes from, and import again.',
      )
    }
    add(variantName(name), flagEntry(known, tags.get(name) ?? [], type, variantName(name)))
  }
  return { findings, flags, segments: {}, flagKey, variantType: (theirs) => types.get(theirs), segmentKey }
}

const convertEnvironment = (
  { name: theirs, slug, flags, segments }: Environment,
  project: Project,
  choices: Choices,
): void => {
  const { flagKey, variantType, segmentKey, findings } = project
  const variantKey = (name: string) => flagKey(variantName(name))
  /** Names need not be unique in Unleash, so the key contains the id. */
  const keyOf = ({ id, name }: TheirSegment): string => segmentKey(`${(name ?? 'segment').slice(0, 100)}-${id}`)
  const common = { environment: theirs, rename: choices.rename, nowMs: choices.nowMs }
  for (const segment of segments.values()) {
    const key = keyOf(segment)
    const entry = own(project.segments, key) ?? segmentEntry(title, segment.name ?? key)
    project.segments[key] = entry
    const notes = findings.at({ segmentKey: key, environment: slug })
    entry.environments[slug] = convertSegment(segment, { ...common, notes })
  }
  const lists = { title, entries: project.segments, environment: slug, keyFor: segmentKey }
  const off = neededOff(flags.values())
  const parents = {
    find: (name: string) => flags.get(name),
    keyOf: flagKey,
    variantKeyOf: variantKey,
    variantType: (name: string) => variantType(name) ?? 'string',
  }
  const add = (
    name: string,
    key: string,
    otherwise: FlagValue,
    make: (gate: Needs, scope: StrategyScope) => ConfigEntry,
  ): void => {
    const notes = findings.at({ flagKey: key, environment: slug })
    const flag = flags.get(name)
    const entry = own(project.flags, key)
    if (!flag || !entry) return
    const scope: StrategyScope = {
      ...common,
      notes,
      flagName: name,
      engine: choices.unleashEngine ?? 'node',
      hashKind: choices.unleashSpec === 4 ? 'unleash4' : 'unleash',
      segmentKey: (id) => {
        const segment = segments.get(id)
        return segment && keyOf(segment)
      },
      addList: (list, ids) => listIds(lists, { name: `${name}: ${list}`, unit: null, ids }),
    }
    const config = attempt(
      () => make(dependenciesOf(flag, parents, notes), scope),
      ({ code, message }) => notes.byHand(code, message),
    )
    entry.environments[slug] = config ?? offConfig(otherwise)
  }
  for (const [name, flag] of flags) {
    add(name, flagKey(name), false, (gate, scope) => convertSwitch(flag, gate, off.has(name), scope))
    const type = variantType(name)
    if (type === undefined) continue
    add(name, variantKey(name), disabledValue(type), (gate, scope) => convertVariant(flag, type, gate, scope))
  }
}
