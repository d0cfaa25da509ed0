import { isolate, sayList } from '@bunting/contract/text'
import type { SegmentConfig } from '@bunting/engine'
import { count, plural } from '../../../format/number.ts'
import type { Change, Side } from './change.ts'
import { rulesChanges } from './rules-changes.ts'

const lists = { included: 'Who is in by the list', excluded: 'Who is out by the list' } as const

type ListName = keyof typeof lists

/** The changes from one config of a segment to another, in words. `before` is null if there was none yet. */
export const segmentChanges = (before: SegmentConfig | null, after: SegmentConfig): readonly Change[] => [
  ...listChanges('included', before, after),
  ...listChanges('excluded', before, after),
  ...rulesChanges(before?.rules ?? [], after.rules).changes,
]

const listChanges = (name: ListName, before: SegmentConfig | null, after: SegmentConfig): Change[] => {
  const [had, has] = [new Set(before?.[name]), new Set(after[name])]
  const gone = [...had].filter((id) => !has.has(id))
  const come = [...has].filter((id) => !had.has(id))
  if (gone.length + come.length === 0) return []
  const parts = [...say(come, 'added'), ...say(gone, 'removed')]
  return [
    {
      key: `segment.${name}`,
      where: lists[name],
      what: parts.join(', '),
      before: side(gone, had.size),
      after: side(come, has.size),
    },
  ]
}

const say = (ids: readonly string[], what: string): string[] =>
  ids.length === 0 ? [] : [`${plural(ids.length, 'id')} ${what}`]

const maxNamed = 10

/** The ids that are missing on the other side; only the first few are named. */
const side = (ids: readonly string[], total: number): Side => {
  if (ids.length === 0) return { kind: 'nothing', text: total === 0 ? 'Nobody' : plural(total, 'id') }
  const rest = ids.length - maxNamed
  const named = ids.slice(0, maxNamed).map(isolate)
  return { kind: 'text', text: rest > 0 ? `${named.join(', ')} and ${count(rest)} more` : sayList(named) }
}
