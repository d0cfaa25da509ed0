import { leavesOf } from '@bunting/engine'
import { own } from '../../core/own.ts'
import type { FlagEntry, SegmentEntry } from '../../project-file/project-file.ts'
import type { Converted, Converter } from '../converted.ts'
import { attempt } from '../shared/by-hand.ts'
import { readEnvironments } from '../shared/environments.ts'
import { type Findings, openFindings } from '../shared/findings.ts'
import { openKeys, renamed } from '../shared/keys.ts'
import { emptySegment, offConfig } from '../shared/off.ts'
import { readAs } from '../shared/read.ts'
import { listIds, segmentEntry } from '../shared/segments.ts'
import { typeOf } from '../shared/values.ts'
import { keyOf, type Names, openNames, userKind } from './attributes.ts'
import { flagEntry } from './facts.ts'
import { convertFlag } from './flag.ts'
import { adminSchema, environmentSchema, type TheirFacts, type TheirFlag, type TheirSegment } from './schema.ts'
import { convertSegment, listsOf } from './segments.ts'
import { lastValue, typeOfAll } from './variations.ts'

const title = 'LaunchDarkly'

type Environment = {
  /** The name in LaunchDarkly. */
  name: string
  slug: string
  flags: ReadonlyMap<string, TheirFlag>
  segments: ReadonlyMap<string, TheirSegment>
}

type Project = {
  flags: Record<string, FlagEntry>
  segments: Record<string, SegmentEntry>
  findings: Findings
  names: Names
  facts: ReadonlyMap<string, TheirFacts>
  flagKey(theirs: string): string
  segmentKey(theirs: string): string
  /** The kind of context of the ids in each segment's own lists. */
  ownKinds: ReadonlyMap<string, string>
}

/** Converts `{ flags, segments }` of each environment, as SDKs read them, and the admin API's answer on flags. */
export const convertLaunchdarkly: Converter = (snapshot, choices) => {
  const environments = readEnvironments(snapshot, choices, environmentSchema).map(({ name, slug, document }) => ({
    name,
    slug,
    flags: new Map(Object.entries(document.flags)),
    segments: new Map(Object.entries(document.segments ?? {})),
  }))
  const admin = snapshot.admin === undefined ? [] : readAs(adminSchema, snapshot.admin, 'The admin part').items
  const findings = openFindings()
  const project = openProject(environments, new Map(admin.map((facts) => [facts.key, facts])), choices.rename, findings)
  for (const environment of environments) {
    addSegments(environment, project)
    addFlags(environment, project)
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

const openProject = (
  environments: readonly Environment[],
  facts: ReadonlyMap<string, TheirFacts>,
  rename: ReadonlyMap<string, string>,
  findings: Findings,
): Project => {
  const [flagKey, segmentKey] = [openKeys('flag'), openKeys('segment')]
  const names = openNames(rename)
  const flags: Project['flags'] = {}
  for (const key of new Set([...environments.flatMap((each) => [...each.flags.keys()]), ...facts.keys()])) {
    const inEach = environments.flatMap((each) => each.flags.get(key) ?? [])
    const said = facts.get(key)
    const values =
      inEach.length > 0 ? inEach.flatMap(({ variations }) => variations) : said?.variations?.map(({ value }) => value)
    const ours = flagKey(key)
    for (const finding of renamed(key, { flagKey: ours })) findings.add(finding)
    flags[ours] = flagEntry(key, typeFor(values ?? []), said, inEach[0])
  }
  const segments: Project['segments'] = {}
  const ownKinds = new Map<string, string>()
  for (const key of new Set(environments.flatMap((each) => [...each.segments.keys()]))) {
    const inEach = environments.flatMap((each) => each.segments.get(key) ?? [])
    const kinds = new Set(inEach.flatMap((segment) => [...listsOf(segment).keys()]))
    const [only = userKind, ...others] = kinds
    const ownKind = others.length === 0 ? only : userKind
    const ours = segmentKey(key)
    for (const finding of renamed(key, { segmentKey: ours })) findings.add(finding)
    ownKinds.set(key, ownKind)
    const unit = names.unitOf(keyOf(ownKind), findings.at({ segmentKey: ours }))
    segments[ours] = segmentEntry(title, key, unit)
  }
  return { flags, segments, findings, names, facts, ownKinds, flagKey, segmentKey }
}

/** The type of a flag. If its variations have several types, each environment reports it as by hand. */
const typeFor = (values: readonly unknown[]) =>
  typeOfAll(values) ?? (values.some((value) => typeOf(value) === 'json') ? 'json' : 'string')

const scopeOf = ({ slug, segments: theirs }: Environment, { names, segments, segmentKey, findings }: Project) => ({
  names,
  segmentKey: (key: string) => (theirs.has(key) ? segmentKey(key) : undefined),
  addList: (name: string, kind: string, ids: readonly string[]) =>
    listIds(
      { title, entries: segments, environment: slug, keyFor: segmentKey },
      { name, unit: names.unitOf(keyOf(kind), findings.at({})) ?? null, ids },
    ),
})

const addSegments = (environment: Environment, project: Project): void => {
  const { segments, segmentKey, findings, ownKinds } = project
  const scope = scopeOf(environment, project)
  for (const [key, segment] of environment.segments) {
    const notes = findings.at({ segmentKey: segmentKey(key), environment: environment.slug })
    const config = attempt(
      () =>
        convertSegment(key, segment, {
          ...scope,
          notes,
          ownKind: ownKinds.get(key) ?? userKind,
          addList: ({ name, kind, ids }) => scope.addList(`${key}: ${name}`, kind, ids),
        }),
      ({ code, message }) => notes.byHand(code, message),
    )
    const entry = own(segments, segmentKey(key))
    if (entry) entry.environments[environment.slug] = config ?? emptySegment()
  }
}

const addFlags = (environment: Environment, project: Project): void => {
  const { name, slug, flags } = environment
  const { flagKey, facts, findings } = project
  const scope = scopeOf(environment, project)
  for (const [key, flag] of flags) {
    const entry = own(project.flags, flagKey(key))
    if (!entry) continue
    const notes = findings.at({ flagKey: flagKey(key), environment: slug })
    const said = facts.get(key)
    const ruleNames = new Map(said?.environments?.[name]?.rules?.map(({ _id, description }) => [_id, description]))
    const config = attempt(
      () =>
        convertFlag(key, flag, entry.type, {
          ...scope,
          notes,
          facts: said,
          parents: { find: (parent) => flags.get(parent), keyOf: flagKey },
          addList: (list) => scope.addList(`${key}: ${list.name}`, list.kind, list.ids),
          ruleName: (id) => ruleNames.get(id) ?? '',
        }),
      ({ code, message }) => notes.byHand(code, message),
    )
    entry.environments[slug] = config ?? offConfig(lastValue(flag.variations, entry.type))
  }
}

/** Tells whether anything is drawn with LaunchDarkly's hash. */
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
