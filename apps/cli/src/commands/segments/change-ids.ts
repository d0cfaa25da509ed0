import { draftOf } from '../../config/flag-config.ts'
import { latestConfig } from '../../config/latest-config.ts'
import { emptySegment, type SegmentDraft, segmentChangeText } from '../../config/segment-config.ts'
import { writeSegment } from '../../config/write-segment.ts'
import { saveOptions } from '../../config/write-version.ts'
import { command } from '../../core/command.ts'
import { getSegment } from '../../server/segments.ts'
import { idsArguments, idsOptions, readIds } from './ids-options.ts'
import { segmentArgument } from './segment-argument.ts'

type Lists = Pick<SegmentDraft, 'included' | 'excluded'>
type Words = { summary: string; description: string; change(lists: Lists, ids: readonly string[]): Lists }

const without = (list: readonly string[], ids: readonly string[]): string[] => {
  const gone = new Set(ids)
  return list.filter((id) => !gone.has(id))
}
const withAll = (list: readonly string[], ids: readonly string[]): string[] => [...new Set([...list, ...ids])]

const changeIds = (name: 'include' | 'exclude' | 'remove', { summary, description, change }: Words) =>
  command({
    name,
    summary,
    description,
    target: 'environment',
    arguments: { ...segmentArgument, ...idsArguments },
    options: { ...idsOptions, ...saveOptions },
    examples: [`segments ${name} beta ada bob`, `segments ${name} beta --file ids.txt --env production --propose`],
    run: async (context, { segment: segmentKey, ids, file, ...how }) => {
      const wanted = await readIds(context.ask, ids, file)
      const segment = await getSegment(context, segmentKey)
      const latest = latestConfig(segment, context.env)
      const before = latest ? draftOf(latest.config) : emptySegment
      const draft = { ...before, ...change(before, wanted) }
      const done = `Changed (${segmentChangeText(before, draft)})`
      await writeSegment(context, { segment, draft, done, ...how })
    },
  })

export const includeIds = changeIds('include', {
  summary: 'Put ids into a segment, whatever its rules say',
  description: 'They leave the list of the excluded, where they are in it.',
  change: ({ included, excluded }, ids) => ({ included: withAll(included, ids), excluded: without(excluded, ids) }),
})

export const excludeIds = changeIds('exclude', {
  summary: 'Keep ids out of a segment, whatever its rules say',
  description: 'They leave the list of the included, where they are in it: that one would win.',
  change: ({ included, excluded }, ids) => ({ included: without(included, ids), excluded: withAll(excluded, ids) }),
})

export const removeIds = changeIds('remove', {
  summary: 'Take ids off both lists of a segment',
  description: 'Its rules decide about them from then on.',
  change: ({ included, excluded }, ids) => ({ included: without(included, ids), excluded: without(excluded, ids) }),
})
