import { type ErrorDetail, type FlagId, fail, invalid, type SegmentId } from '@bunting/contract'
import {
  configLimits,
  costOf,
  type FlagConfig,
  type FlagType,
  type Reference,
  referencesOf,
  type Segment,
  type SegmentConfig,
  typeProblem,
} from '@bunting/engine'

type Id = FlagId | SegmentId
type Config = FlagConfig | SegmentConfig

/** The existing flags and segments that a config refers to, by key. */
export type Named = {
  segments: Map<string, { id: SegmentId; isArchived: boolean; hasVersion: boolean }>
  flags: Map<string, { id: FlagId; isArchived: boolean; type: FlagType }>
}

/** The active configs of an environment: what each needs, and costs by itself. */
export type Graph = Map<Id, { name: string; cost: number; needs: Id[] }>

/** Configs of an environment by their keys, as the engine takes them. */
export type ConfigSource = {
  flags: Map<string, { type: FlagType; config: FlagConfig }>
  segments: Map<string, Segment>
}

/** The most that a flag or segment may cost with everything it needs, in nanoseconds. */
const maxCost = 5 * configLimits.cost

/** The keys that a config refers to, each once. */
export const namedKeys = (config: Config): { segments: string[]; flags: string[] } => {
  const keys = { segment: new Set<string>(), flag: new Set<string>() }
  for (const { kind, key } of referencesOf(config)) keys[kind].add(key)
  return { segments: [...keys.segment], flags: [...keys.flag] }
}

export const namesNothing = (config: Config | undefined): boolean => !config || referencesOf(config).length === 0

/** References that cannot hold: to something missing, archived, without a version, or unable to answer the value. */
export const targetProblems = (config: Config, named: Named): ErrorDetail[] => [
  ...referencesOf(config).flatMap((reference) => {
    const message = lackOf(reference, named)
    return message === undefined ? [] : [{ path: reference.path, message }]
  }),
  ...valueProblems(config, named),
]

const lackOf = ({ kind, key }: Reference, { segments, flags }: Named): string | undefined => {
  const target = kind === 'segment' ? segments.get(key) : flags.get(key)
  if (!target) return `must be the key of a ${kind} of the project: there is no ${key}`
  if (target.isArchived) return `must not be an archived ${kind}: ${key} is one`
  return 'hasVersion' in target && !target.hasVersion
    ? `must have a version in this environment: ${key} has none`
    : undefined
}

const valueProblems = (config: Config, { flags }: Named): ErrorDetail[] =>
  ('prerequisites' in config ? (config.prerequisites ?? []) : []).flatMap(({ flagKey, values }, at) => {
    const parent = flags.get(flagKey)
    if (!parent) return []
    return values.flatMap((value, place) => {
      const message = typeProblem(value, parent.type)
      const path = `prerequisites[${at}].values[${place}]`
      return message === undefined ? [] : [{ path, message: `${message}, as ${flagKey} is` }]
    })
  })

/** The ids of everything a config refers to, each once. All of it exists. */
export const targetsOf = (config: Config, { segments, flags }: Named): Id[] => {
  const targets = referencesOf(config).map(({ kind, key }) => (kind === 'segment' ? segments : flags).get(key)?.id)
  return [...new Set(targets.filter((id) => id !== undefined))]
}

/** The circles that a config of `self` would close, and the cost limits that it would break, also of its dependents. */
export const graphProblems = (self: Id, config: Config, named: Named, before: Graph): ErrorDetail[] => {
  const needs = targetsOf(config, named)
  const name = before.get(self)?.name ?? ''
  const graph: Graph = new Map(before).set(self, { name, cost: costOf(config), needs })
  const circles = referencesOf(config).flatMap(({ kind, key, path }) => {
    const target = (kind === 'segment' ? named.segments : named.flags).get(key)?.id as Id
    const way = wayTo(graph, target, self)
    return way === undefined ? [] : [{ path, message: circleText(graph, way) }]
  })
  return circles.length > 0 ? circles : costProblems(self, graph)
}

const circleText = (graph: Graph, way: readonly Id[]): string => {
  const names = way.map((id) => graph.get(id)?.name)
  return way.length === 1 ? `must not be ${names[0]} itself` : `must not make a circle: ${names.join(' needs ')}`
}

/** The path by which one needs the other; undefined if it does not. */
const wayTo = (graph: Graph, from: Id, to: Id): Id[] | undefined => {
  const cameFrom = new Map<Id, Id | undefined>([[from, undefined]])
  const waiting = [from]
  for (let at = 0; at < waiting.length; at++) {
    const id = waiting[at] as Id
    if (id === to) return wayBack(cameFrom, id)
    for (const need of graph.get(id)?.needs ?? []) {
      if (cameFrom.has(need)) continue
      cameFrom.set(need, id)
      waiting.push(need)
    }
  }
  return undefined
}

const wayBack = (cameFrom: ReadonlyMap<Id, Id | undefined>, last: Id): Id[] => {
  const way: Id[] = []
  for (let id: Id | undefined = last; id !== undefined; id = cameFrom.get(id)) way.unshift(id)
  return way
}

const costProblems = (self: Id, graph: Graph): ErrorDetail[] => {
  // If all of them together are affordable, each one is.
  if (sum(graph, graph.keys()) <= maxCost) return []
  const times = (cost: number) => (cost / maxCost).toLocaleString('en', { maximumFractionDigits: 1 })
  const own = sum(graph, closureOf(graph, self))
  if (own > maxCost) {
    return [{ path: 'rules', message: `cost too much with all that they need, ${times(own)} times what is allowed` }]
  }
  for (const id of dependentsOf(graph, self)) {
    const cost = sum(graph, closureOf(graph, id))
    if (cost <= maxCost) continue
    const { name } = graph.get(id) as { name: string }
    return [
      { path: 'rules', message: `cost too much for ${name}, which needs this: ${times(cost)} times what is allowed` },
    ]
  }
  return []
}

const sum = (graph: Graph, ids: Iterable<Id>): number => {
  let cost = 0
  for (const id of ids) cost += graph.get(id)?.cost ?? 0
  return cost
}

const closureOf = (graph: Graph, from: Id): Set<Id> => {
  // Iterating a set also visits what is added to it on the way.
  const found = new Set([from])
  for (const id of found) for (const need of graph.get(id)?.needs ?? []) found.add(need)
  return found
}

const dependentsOf = (graph: Graph, self: Id): Set<Id> => {
  const neededBy = new Map<Id, Id[]>()
  for (const [id, { needs }] of graph) {
    for (const need of needs)
      neededBy
        .set(need, neededBy.get(need) ?? [])
        .get(need)
        ?.push(id)
  }
  const found = new Set([self])
  for (const id of found) for (const other of neededBy.get(id) ?? []) found.add(other)
  found.delete(self)
  return found
}

/** Refuses a request with broken references. */
export const refuseReferences = (problems: readonly ErrorDetail[]): void => {
  if (problems.length > 0) invalid('The config names what it cannot.', problems)
}

/** The same for a config that was valid when it was made, but whose references changed since. */
export const requireReferences = (what: string, problems: readonly ErrorDetail[]): void => {
  const [first] = problems
  if (first) fail('CONFLICT', `${what}: ${first.path} ${first.message}.`)
}

type Usage = { environment: string; flagKey?: string; segmentKey?: string }

/** The most dependents that a refusal to archive names. */
const namedUsers = 10

/** Refuses to archive what others need. Each dependent is named once, with its environments. */
export const requireUnused = (key: string, { items, hasMore }: { items: readonly Usage[]; hasMore: boolean }): void => {
  if (items.length === 0) return
  const places = Map.groupBy(items, ({ flagKey, segmentKey }) =>
    flagKey === undefined ? `the segment ${segmentKey}` : `the flag ${flagKey}`,
  )
  const named = [...places].map(([user, those]) => `${user} in ${listed(those.map(({ environment }) => environment))}`)
  const users = named.slice(0, namedUsers)
  const more = hasMore || users.length < named.length ? ', and others' : ''
  fail('CONFLICT', `${key} cannot be archived while it is needed by ${users.join(', ')}${more}.`)
}

/** `staging`, `staging and production`, `staging, development and production`. */
const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
