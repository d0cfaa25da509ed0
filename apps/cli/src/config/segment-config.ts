import type { SegmentVersion } from '@bunting/contract'
import { type Change, findChanges, segmentRuleText } from '@bunting/contract/text'
import { counted } from '../output/counted.ts'

export type SegmentConfig = SegmentVersion['config']
export type SegmentDraft = Omit<SegmentConfig, 'version'>

export const emptySegment: SegmentDraft = { included: [], excluded: [], rules: [] }

export const idLists = ['included', 'excluded'] as const

/** The ids that were added to a list and those that were removed; their order does not matter. */
const betweenIds = (before: readonly string[], after: readonly string[]) => {
  const [older, newer] = [new Set(before), new Set(after)]
  return { added: [...newer].filter((id) => !older.has(id)), removed: [...older].filter((id) => !newer.has(id)) }
}

/** Everything that differs between two configs of a segment. */
export const findSegmentChanges = (before: SegmentDraft, after: SegmentDraft): Change[] => [
  ...idLists.flatMap((path): Change[] => {
    const { added, removed } = betweenIds(before[path], after[path])
    return [
      ...(added.length === 0 ? [] : [{ path, after: added }]),
      ...(removed.length === 0 ? [] : [{ path, before: removed }]),
    ]
  }),
  ...findChanges(before.rules, after.rules, 'rules'),
]

/** The changes in words: `included +3 −1, rules[Staff].conditions`. */
export const segmentChangeText = (before: SegmentDraft, after: SegmentDraft): string => {
  const lists = idLists.flatMap((path) => {
    const { added, removed } = betweenIds(before[path], after[path])
    const signed = [
      ...(added.length === 0 ? [] : [`+${added.length}`]),
      ...(removed.length === 0 ? [] : [`−${removed.length}`]),
    ]
    return signed.length === 0 ? [] : [`${path} ${signed.join(' ')}`]
  })
  return [...lists, ...findChanges(before.rules, after.rules, 'rules').map(({ path }) => path)].join(', ')
}

/** A segment's audience in a few words. */
export const segmentText = ({ included, excluded, rules }: SegmentDraft): string => {
  const active = rules.filter((rule) => rule.enabled)
  if (included.length === 0 && active.length === 0) return 'nobody is in it'
  const parts = [
    ...(included.length === 0 ? [] : [`${counted(included.length, 'id')} included`]),
    ...(excluded.length === 0 ? [] : [`${counted(excluded.length, 'id')} excluded`]),
    ...active.map(segmentRuleText),
  ]
  return parts.join('; ')
}
