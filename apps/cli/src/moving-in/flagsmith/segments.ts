import { wrongUse } from '../../core/failure.ts'
import { own } from '../../core/own.ts'
import type { SegmentEntry } from '../../project-file/project-file.ts'
import { attempt } from '../shared/by-hand.ts'
import type { Findings } from '../shared/findings.ts'
import { emptySegment } from '../shared/off.ts'
import { listIds, segmentEntry } from '../shared/segments.ts'
import { all, audienceOf, compare, inSegment } from '../shared/tree.ts'
import type { AsksForFlag } from './condition.ts'
import type { Document, Segment } from './document.ts'
import { identityPrefix } from './draw.ts'
import { segmentTree } from './segment-tree.ts'

const title = 'Flagsmith'

/** A segment as the overrides of an environment refer to it. */
export type KnownSegment = { key: string; name: string; needs: AsksForFlag['flag'][] }
export type KnownSegments = ReadonlyMap<number, KnownSegment>

type Environment = { slug: string; document: Document }

/** The keys of segments, made from their names. Of segments with the same name all but the oldest get their id appended. */
export const segmentKeys = (
  environments: readonly Environment[],
  keyFor: (name: string) => string,
): ReadonlyMap<number, string> => {
  const names = new Map<number, string>()
  for (const { document } of environments) {
    for (const { id, name } of document.project.segments) if (!names.has(id)) names.set(id, name)
  }
  const taken = new Set<string>()
  return new Map(
    [...names]
      .sort(([one], [other]) => one - other)
      .map(([id, name]) => {
        const isTaken = taken.size === taken.add(name).size
        return [id, keyFor(isTaken ? `${name}-${id}` : name)]
      }),
  )
}

/** Adds an environment's segments to the project, and returns how its overrides refer to them. */
export const addSegments = (
  { slug, document }: Environment,
  { keys, keyFor }: { keys: ReadonlyMap<number, string>; keyFor(name: string): string },
  entries: Record<string, SegmentEntry>,
  rename: ReadonlyMap<string, string>,
  findings: Findings,
): KnownSegments => {
  const known = new Map<number, KnownSegment>()
  for (const segment of document.project.segments) {
    if (known.has(segment.id)) wrongUse(`The environment of ${slug} has two segments with the id ${segment.id}.`)
    const key = keys.get(segment.id) ?? ''
    const entry = own(entries, key) ?? segmentEntry(title, segment.name)
    entries[key] = entry
    known.set(segment.id, addSegment(segment, key, entry))
  }
  if (known.size > 0) {
    const message =
      'Traits are compared by their texts here: each should always have the same type, as Flagsmith goes by it.'
    findings.add({ code: 'type-strict', kind: 'widened', message })
  }
  return known

  function addSegment(segment: Segment, key: string, entry: SegmentEntry): KnownSegment {
    const found: KnownSegment = { key, name: segment.name, needs: [] }
    entry.environments[slug] = emptySegment()
    const notes = findings.at({ segmentKey: key, environment: slug })
    let lists = 0
    attempt(
      () => {
        const { tree, needs } = segmentTree(segment, {
          segmentId: segment.id,
          identityPrefix: identityPrefix(document),
          environment: { key: document.api_key, name: document.name },
          rename,
          note: notes.widened,
          listed: (attribute, ids) => {
            const name = `${key}: ${attribute}-${++lists}`
            const unit = attribute === 'userId' ? null : attribute
            const keys = listIds({ title, entries, environment: slug, keyFor }, { name, unit, ids })
            // Their identifier is never that of an anonymous user.
            return unit === null ? all(compare(attribute, 'is_set'), inSegment(keys)) : inSegment(keys)
          },
        })
        found.needs = needs
        const audience = audienceOf(tree)
        const rules = audience ? [{ id: 'rule-1', name: '', enabled: true, ...audience }] : []
        entry.environments[slug] = { ...emptySegment(), rules }
      },
      ({ code, message }) => notes.byHand(code, message),
    )
    return found
  }
}
