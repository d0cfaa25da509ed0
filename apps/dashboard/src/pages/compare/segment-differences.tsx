import type { Environment } from '@bunting/contract'
import type { SegmentConfig } from '@bunting/engine'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type SegmentInList, useSegments, useSegmentVersions } from '../../api/segments.ts'
import { segmentChanges } from '../../features/diff/changes/segment-changes.ts'
import { sayChanges } from '../../features/diff/words/words.ts'
import { hasWords, searchText, wordsOf } from '../../format/find-words.ts'
import { plural } from '../../format/number.ts'
import { same } from '../../format/same.ts'
import { Table } from '../../ui/table.tsx'

type SegmentDifferencesProps = { projectId: string; from: Environment; to: Environment; words: string }

/** The most segments compared id by id: each may have tens of thousands of ids. */
const maxListed = 50

/** Segments that differ between the two. They are promoted together with the flags that need them. */
export const SegmentDifferences = ({ projectId, from, to, words }: SegmentDifferencesProps) => {
  const { items } = useSegments(projectId, true)
  const candidates = useMemo(
    () =>
      (items ?? []).filter(({ archivedAt, key, name, versions }) => {
        const [source, target] = [versions[from.id], versions[to.id]]
        if (archivedAt !== null || (!source && !target)) return false
        // Lists of the same length may still have different ids.
        const isPlain = source && target && same(settled(source), settled(target)) && hasNoLists(source)
        return !isPlain && hasWords(searchText([name, key]), wordsOf(words))
      }),
    [items, from, to, words],
  )
  const compared = candidates.slice(0, maxListed)
  const sources = useSegmentVersions(projectId, from.id, compared)
  const targets = useSegmentVersions(projectId, to.id, compared)
  const differing = compared.flatMap((segment, at) => {
    const says = sayDifference(sources[at], targets[at], from, to)
    return says === undefined ? [] : [{ segment, says }]
  })
  if (differing.length === 0) return null
  const rest = candidates.length - compared.length
  return (
    <section aria-labelledby="segments-that-differ" className="segments-differ mt-8">
      <h2 id="segments-that-differ">Segments that differ</h2>
      <p className="mb-2 text-ink-2">Those that a flag needs come along when it is promoted.</p>
      <Table label="Segments that differ" heads={['Segment', `What it would change in ${to.name}`]}>
        {differing.map(({ segment, says }) => (
          <tr key={segment.id}>
            <td>
              <Link
                className="link"
                to="/projects/$projectId/segments/$segmentKey"
                params={{ projectId, segmentKey: segment.key }}
              >
                <bdi>{segment.name}</bdi>
              </Link>
            </td>
            <td dir="auto">{says}</td>
          </tr>
        ))}
      </Table>
      {rest > 0 && (
        <p className="mt-2 text-ink-3">{plural(rest, 'more segment')} may differ. Filter by words to see them.</p>
      )}
    </section>
  )
}

type Listed = SegmentInList['versions'][string]

const settled = ({ config }: Listed) => ({ ...config, version: 0 })
const hasNoLists = ({ config }: Listed): boolean =>
  config !== undefined && config.includedCount + config.excludedCount === 0

/** The difference in words. A config is undefined while it loads, and null if there is none. */
const sayDifference = (
  source: SegmentConfig | null | undefined,
  target: SegmentConfig | null | undefined,
  from: Environment,
  to: Environment,
): string | undefined => {
  if (source === undefined || target === undefined) return undefined
  if (!source) return `Only in ${to.name}: ${from.name} has no version`
  const changes = segmentChanges(target, source)
  return changes.length === 0 ? undefined : sayChanges(changes)
}
