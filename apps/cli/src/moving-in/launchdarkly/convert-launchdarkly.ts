import { leavesOf } from '@bunting/engine'
import type { FlagEntry, SegmentEntry } from '../../project-file/project-file.ts'
import type { Converted, Converter } from '../converted.ts'
import { emptySegment, offConfig, segmentProblem } from '../shared/checks.ts'
import { refuseCircles } from '../shared/circles.ts'
import { readEnvironments } from '../shared/environments.ts'
import { descriptionFor, nameFor } from '../shared/facts.ts'
import { type Findings, openFindings } from '../shared/findings.ts'
import { openKeys } from '../shared/keys.ts'
import { openNotes } from '../shared/notes.ts'
import { readAs } from '../shared/read.ts'
import { type ConvertedEnvironment, flagName, segmentName, settle } from '../shared/settle.ts'
import { typeOf } from '../shared/values.ts'
import { keyOf, type Names, openNames, userKind } from './attributes.ts'
import { flagEntry } from './facts.ts'
import { convertFlag } from './flag.ts'
import { adminSchema, environmentSchema, type TheirFacts, type TheirFlag, type TheirSegment } from './schema.ts'
import { convertSegment, listsOf } from './segments.ts'
import { lastValue, typeOfAll } from './variations.ts'

type Environment = {
  /** Theirs. */
  name: string
  slug: string
  flags: Map<string, TheirFlag>
  segments: Map<string, TheirSegment>
}

type Project = {
  flags: Record<string, FlagEntry>
  segments: Record<string, SegmentEntry>
  names: Names
  facts: ReadonlyMap<string, TheirFacts>
  flagKey(theirs: string): string
  segmentKey(theirs: string): string
  /** Of the ids in a segment's own lists. */
  ownKinds: ReadonlyMap<string, string>
}

/** `{ flags, segments }` of each environment, as SDKs read them, and what the admin API says of flags. */
export const convertLaunchdarkly: Converter = (snapshot, choices) => {
  const environments = readEnvironments(snapshot, choices, environmentSchema).map(({ name, slug, document }) => ({
    name,
    slug,
    flags: new Map(Object.entries(document.flags)),
    segments: new Map(Object.entries(document.segments ?? {})),
  }))
  const admin = snapshot.admin === undefined ? [] : readAs(adminSchema, snapshot.admin, 'admin').items
  const findings = openFindings()
  const project = openProject(environments, new Map(admin.map((facts) => [facts.key, facts])), choices.rename, findings)
  for (const environment of environments) {
    refuseCircles(
      'flags',
      needsIn(environment.flags, ({ prerequisites }) => prerequisites?.map(({ key }) => key)),
    )
    refuseCircles('segments', needsIn(environment.segments, segmentsNamed))
    settle(environment.slug, convertEnvironment(environment, project), project, findings)
  }
  const { flags, segments } = project
  if (draws({ flags, segments })) {
    findings.add({
      code: 'float32',
      kind: 'exact',
      message:
        'SDKs of LaunchDarkly in Go, Java and Haskell draw with 32 bits: within 0.000003 % of a border they answer otherwise than those in JavaScript and Python, which Bunting follows.',
    })
  }
  return { flags, segments, findings: findings.list() }
}

const needsIn = <Item>(
  items: ReadonlyMap<string, Item>,
  needsOf: (item: Item) => string[] | undefined,
): Map<string, string[]> => new Map([...items].map(([key, item]) => [key, needsOf(item) ?? []]))

const segmentsNamed = ({ rules }: TheirSegment): string[] =>
  (rules ?? []).flatMap(({ clauses }) =>
    clauses
      .filter(({ op }) => op === 'segmentMatch')
      .flatMap(({ values }) => (values ?? []).filter((value) => typeof value === 'string')),
  )

const openProject = (
  environments: readonly Environment[],
  facts: ReadonlyMap<string, TheirFacts>,
  rename: ReadonlyMap<string, string>,
  findings: Findings,
): Project => {
  const [flagKeys, segmentKeys] = [openKeys('flag'), openKeys('segment')]
  const names = openNames(rename)
  const notes = openNotes({})
  const flags: Project['flags'] = {}
  for (const key of new Set([...environments.flatMap((each) => [...each.flags.keys()]), ...facts.keys()])) {
    const inEach = environments.flatMap((each) => each.flags.get(key) ?? [])
    const said = facts.get(key)
    const values =
      inEach.length > 0 ? inEach.flatMap(({ variations }) => variations) : said?.variations?.map(({ value }) => value)
    const { key: ours, isRenamed } = flagKeys(key)
    if (isRenamed) findings.add(renamed(key, { flagKey: ours }))
    flags[ours] = flagEntry(key, typeFor(values ?? []), said, inEach[0])
  }
  const segments: Project['segments'] = {}
  const ownKinds = new Map<string, string>()
  for (const key of new Set(environments.flatMap((each) => [...each.segments.keys()]))) {
    const inEach = environments.flatMap((each) => each.segments.get(key) ?? [])
    const kinds = new Set(inEach.flatMap((segment) => [...listsOf(segment).keys()]))
    const [only = userKind, ...others] = kinds
    const ownKind = others.length === 0 ? only : userKind
    const { key: ours, isRenamed } = segmentKeys(key)
    if (isRenamed) findings.add(renamed(key, { segmentKey: ours }))
    ownKinds.set(key, ownKind)
    segments[ours] = segmentEntry(key, names.unitOf(keyOf(ownKind), notes))
  }
  return {
    flags,
    segments,
    names,
    facts,
    ownKinds,
    flagKey: (theirs) => flagKeys(theirs).key,
    segmentKey: (theirs) => segmentKeys(theirs).key,
  }
}

const renamed = (theirs: string, where: { flagKey: string } | { segmentKey: string }) => ({
  code: 'renamed',
  kind: 'widened' as const,
  ...where,
  message: `"${theirs}" in LaunchDarkly: no key of ours can be that.`,
})

/** Where variations are of several types, each environment says that it is by hand. */
const typeFor = (values: readonly unknown[]) =>
  typeOfAll(values) ?? (values.some((value) => typeOf(value) === 'json') ? 'json' : 'string')

const segmentEntry = (name: string, unit: string | undefined): SegmentEntry => ({
  name: nameFor(name, 'segment'),
  description: descriptionFor(undefined, `From LaunchDarkly: ${name}`),
  unit: unit ?? null,
  archived: false,
  environments: {},
})

const convertEnvironment = (
  { name: theirs, slug, flags, segments }: Environment,
  project: Project,
): ConvertedEnvironment => {
  const { names, flagKey, segmentKey, facts } = project
  const made: ConvertedEnvironment = { flags: new Map(), segments: new Map() }
  /** Ids that need a segment of their own. It is by hand where they are too many. */
  const addList = (owner: string, name: string, unit: string | null, ids: readonly string[]): string => {
    const key = segmentKey(`${owner}: ${name}`)
    project.segments[key] ??= segmentEntry(`${owner}: ${name}`, unit ?? undefined)
    const notes = openNotes({ segmentKey: key, environment: slug })
    const config = { ...emptySegment(), included: ids }
    const problem = segmentProblem(config)
    if (problem !== undefined) notes.byHand('too-large', `Bunting would not take it: ${problem}.`)
    made.segments.set(key, { config, byHand: emptySegment(), notes, needs: new Set() })
    return key
  }
  const scopeOf = (where: { flagKey: string } | { segmentKey: string }) => {
    const needs = new Set<string>()
    const needsSegment = (key: string) => void needs.add(segmentName(key))
    return {
      needs,
      scope: {
        names,
        notes: openNotes({ ...where, environment: slug }),
        segmentKey: (key: string) => (segments.has(key) ? segmentKey(key) : undefined),
        needsSegment,
      },
    }
  }
  for (const [key, segment] of segments) {
    const { needs, scope } = scopeOf({ segmentKey: segmentKey(key) })
    const ownKind = project.ownKinds.get(key) ?? userKind
    const config = convertSegment(key, segment, {
      ...scope,
      ownKind,
      addList: ({ name, kind, ids }) => {
        const added = addList(key, name, names.unitOf(keyOf(kind), scope.notes) ?? null, ids)
        scope.needsSegment(added)
        return added
      },
    })
    made.segments.set(segmentKey(key), { config, byHand: emptySegment(), notes: scope.notes, needs })
  }
  for (const [key, flag] of flags) {
    const { needs, scope } = scopeOf({ flagKey: flagKey(key) })
    const said = facts.get(key)
    const ruleNames = new Map(said?.environments?.[theirs]?.rules?.map(({ _id, description }) => [_id, description]))
    const type = (project.flags[flagKey(key)] as FlagEntry).type
    const config = convertFlag(key, flag, type, {
      ...scope,
      facts: said,
      parents: { find: (parent) => flags.get(parent), keyOf: flagKey },
      addList: ({ name, unit, ids }) => {
        const added = addList(key, name, unit, ids)
        scope.needsSegment(added)
        return added
      },
      ruleName: (id) => ruleNames.get(id) ?? '',
    })
    for (const { flagKey: parent } of config.prerequisites ?? []) needs.add(flagName(parent))
    const byHand = offConfig(config.defaultValue ?? lastValue(flag.variations, type))
    made.flags.set(flagKey(key), { config, byHand, notes: scope.notes, needs })
  }
  return made
}

/** Whether anything is drawn as LaunchDarkly does. */
const draws = ({ flags, segments }: Pick<Converted, 'flags' | 'segments'>): boolean => {
  const rules = [...Object.values(flags), ...Object.values(segments)].flatMap(({ environments }) =>
    Object.values(environments).flatMap((config) => config.rules),
  )
  return rules.some(
    (rule) =>
      'hash' in rule ||
      Array.from(leavesOf(rule.conditions, '')).some(({ condition }) => condition.operator === 'in_share'),
  )
}
