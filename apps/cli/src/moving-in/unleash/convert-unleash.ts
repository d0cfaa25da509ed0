import type { FlagType } from '@bunting/engine'
import { wrongUse } from '../../core/failure.ts'
import type { FlagEntry, SegmentEntry } from '../../project-file/project-file.ts'
import type { Choices, Converter } from '../converted.ts'
import { emptySegment, offConfig, segmentProblem } from '../shared/checks.ts'
import { readEnvironments } from '../shared/environments.ts'
import { descriptionFor, nameFor } from '../shared/facts.ts'
import { type Findings, openFindings } from '../shared/findings.ts'
import { openKeys } from '../shared/keys.ts'
import { openNotes } from '../shared/notes.ts'
import { readAs } from '../shared/read.ts'
import { type ConvertedEnvironment, flagName, segmentName, settle } from '../shared/settle.ts'
import { dependenciesOf, neededOff } from './dependencies.ts'
import { flagEntry } from './facts.ts'
import { convertSwitch, convertVariant } from './flag.ts'
import { adminSchema, environmentSchema, type TheirFacts, type TheirFlag, type TheirSegment } from './schema.ts'
import { convertSegment } from './segments.ts'
import type { StrategyScope } from './strategies.ts'
import { disabledValue, payloadType, variantsIn } from './variants.ts'

type Environment = {
  /** Theirs. */
  name: string
  slug: string
  flags: ReadonlyMap<string, TheirFlag>
  segments: ReadonlyMap<number, TheirSegment>
}

type Project = {
  flags: Record<string, FlagEntry>
  segments: Record<string, SegmentEntry>
  flagKey(theirs: string): string
  /** The type of the flag of its variants; undefined where it has none. */
  variantType(theirs: string): FlagType | undefined
  segmentKey(theirs: string): string
}

/** Answers of /api/client/features, one for each environment, and what the admin API says of flags. */
export const convertUnleash: Converter = (snapshot, choices) => {
  const environments = readEnvironments(snapshot, choices, environmentSchema).map(({ name, slug, document }) => ({
    name,
    slug,
    flags: new Map(document.features.map((flag) => [flag.name, flag])),
    segments: new Map(document.segments?.map((segment) => [segment.id, segment])),
  }))
  const admin = snapshot.admin === undefined ? {} : readAs(adminSchema, snapshot.admin, 'admin')
  const findings = openFindings()
  const project = openProject(environments, admin.features ?? [], tagsIn(admin.featureTags ?? []), findings)
  for (const environment of environments) {
    settle(environment.slug, convertEnvironment(environment, project, choices), project, findings)
  }
  return { flags: project.flags, segments: project.segments, findings: findings.list() }
}

type FeatureTag = { featureName: string; tagType?: string | null | undefined; tagValue: string }

const tagsIn = (tags: readonly FeatureTag[]): ReadonlyMap<string, string[]> => {
  const byFlag = Map.groupBy(tags, ({ featureName }) => featureName)
  const textOf = ({ tagType, tagValue }: FeatureTag) =>
    !tagType || tagType === 'simple' ? tagValue : `${tagType}:${tagValue}`
  return new Map(Array.from(byFlag, ([name, each]) => [name, each.map(textOf)]))
}

/** What the flag of a flag's variants is called, there and here. */
const variantName = (name: string): string => `${name}.variant`

const openProject = (
  environments: readonly Environment[],
  facts: readonly TheirFacts[],
  tags: ReadonlyMap<string, string[]>,
  findings: Findings,
): Project => {
  const [flagKeys, segmentKeys] = [openKeys('flag'), openKeys('segment')]
  const said = new Map(facts.map((each) => [each.name, each]))
  const flags: Project['flags'] = {}
  const types = new Map<string, FlagType>()
  const names = new Set([...environments.flatMap((each) => [...each.flags.keys()]), ...said.keys()])
  const add = (name: string, entry: FlagEntry) => {
    const { key, isRenamed } = flagKeys(name)
    if (isRenamed)
      findings.add({
        code: 'renamed',
        kind: 'widened',
        flagKey: key,
        message: `"${name}" in Unleash: no key of ours can be that.`,
      })
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
  return {
    flags,
    segments: {},
    flagKey: (theirs) => flagKeys(theirs).key,
    variantType: (theirs) => types.get(theirs),
    segmentKey: (theirs) => segmentKeys(theirs).key,
  }
}

const segmentEntry = (name: string): SegmentEntry => ({
  name: nameFor(name, 'segment'),
  description: descriptionFor(undefined, `From Unleash: ${name}`),
  unit: null,
  archived: false,
  environments: {},
})

const convertEnvironment = (
  { name: theirs, slug, flags, segments }: Environment,
  project: Project,
  choices: Choices,
): ConvertedEnvironment => {
  const { flagKey, variantType, segmentKey } = project
  const made: ConvertedEnvironment = { flags: new Map(), segments: new Map() }
  const variantKey = (name: string) => flagKey(variantName(name))
  /** Names are free there, so the id tells two of them apart. */
  const keyOf = ({ id, name }: TheirSegment): string => segmentKey(`${(name ?? 'segment').slice(0, 100)}-${id}`)
  const common = { environment: theirs, rename: choices.rename, nowMs: choices.nowMs }
  for (const segment of segments.values()) {
    const key = keyOf(segment)
    const notes = openNotes({ segmentKey: key, environment: slug })
    project.segments[key] ??= segmentEntry(segment.name ?? key)
    const config = convertSegment(segment, { ...common, notes })
    made.segments.set(key, { config, byHand: emptySegment(), notes, needs: new Set() })
  }
  const addList = (name: string, ids: readonly string[]): string => {
    const key = segmentKey(name)
    project.segments[key] ??= segmentEntry(name)
    const notes = openNotes({ segmentKey: key, environment: slug })
    const config = { ...emptySegment(), included: ids }
    const problem = segmentProblem(config)
    if (problem !== undefined) notes.byHand('too-large', `Bunting would not take it: ${problem}.`)
    made.segments.set(key, { config, byHand: emptySegment(), notes, needs: new Set() })
    return key
  }
  const off = neededOff(flags.values())
  const parents = {
    find: (name: string) => flags.get(name),
    keyOf: flagKey,
    variantKeyOf: variantKey,
    variantType: (name: string) => variantType(name) ?? 'string',
  }
  const scopeOf = (name: string, key: string) => {
    const needs = new Set<string>()
    const needed = (segment: string) => {
      needs.add(segmentName(segment))
      return segment
    }
    const scope: StrategyScope = {
      ...common,
      notes: openNotes({ flagKey: key, environment: slug }),
      flagName: name,
      engine: choices.unleashEngine ?? 'node',
      hashKind: choices.unleashSpec === 4 ? 'unleash4' : 'unleash',
      segmentKey: (id) => {
        const segment = segments.get(id)
        return segment && needed(keyOf(segment))
      },
      addList: (list, ids) => needed(addList(`${name}: ${list}`, ids)),
    }
    return { needs, scope }
  }
  for (const [name, flag] of flags) {
    const { needs, scope } = scopeOf(name, flagKey(name))
    const { notes } = scope
    const gate = dependenciesOf(flag, parents, notes)
    const config = convertSwitch(flag, gate, off.has(name), scope)
    for (const { flagKey: parent } of config.prerequisites ?? []) needs.add(flagName(parent))
    made.flags.set(flagKey(name), { config, byHand: offConfig(false), notes, needs })
    const type = variantType(name)
    if (type === undefined) continue
    const own = scopeOf(name, variantKey(name))
    const ownGate = dependenciesOf(flag, parents, own.scope.notes)
    const variant = convertVariant(flag, type, ownGate, own.scope)
    for (const { flagKey: parent } of variant.prerequisites ?? []) own.needs.add(flagName(parent))
    made.flags.set(variantKey(name), {
      config: variant,
      byHand: offConfig(disabledValue(type)),
      notes: own.scope.notes,
      needs: own.needs,
    })
  }
  return made
}
