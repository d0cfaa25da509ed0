import type { SegmentConfig } from '@bunting/engine'
import { expect, test } from 'vitest'
import { segmentChanges } from '../../src/features/diff/changes/segment-changes.ts'
import { saySegment } from '../../src/features/diff/words/say-segment.ts'

const rule = { id: 'staff', name: 'Staff', enabled: true, conditionOperator: 'AND', conditions: [] } as const
const config = (fields: Partial<SegmentConfig> = {}): SegmentConfig => ({
  version: 1,
  included: ['u-1', 'u-2'],
  excluded: [],
  rules: [rule],
  ...fields,
})

test('who comes in and who goes out is counted and named, and rules are told as those of a flag', () => {
  const after = config({ included: ['u-2', 'u-3', 'u-4'], excluded: ['u-9'], rules: [{ ...rule, enabled: false }] })
  expect(segmentChanges(config(), after)).toMatchObject([
    {
      where: 'Who is in by the list',
      what: '2 ids added, 1 id removed',
      before: { kind: 'text', text: 'u-1' },
      after: { kind: 'text', text: 'u-3 and u-4' },
    },
    { where: 'Who is out by the list', what: '1 id added', before: { kind: 'nothing', text: 'Nobody' } },
    { where: 'Rule 1, Staff', what: 'Turned off' },
  ])
})

test('ids in another order are the same segment; the first version says all', () => {
  expect(segmentChanges(config(), config({ included: ['u-2', 'u-1'] }))).toEqual([])
  expect(segmentChanges(null, config()).map(({ what }) => what)).toEqual(['2 ids added', 'Rule added'])
})

test('of thousands of ids the first are named', () => {
  const [change] = segmentChanges(
    null,
    config({ included: Array.from({ length: 2_000 }, (_, at) => `u-${at}`), rules: [] }),
  )
  expect(change?.after).toEqual({ kind: 'text', text: expect.stringMatching(/^u-0, .*, u-9 and 1,990 more$/) })
})

test('on one line it is how much is in it, and how much more than now', () => {
  const now = { includedCount: 1, excludedCount: 3 }
  expect(saySegment(config(), now)).toBe('2 included (+1), 0 excluded (−3), 1 rule')
  expect(saySegment(config())).toBe('2 included, 0 excluded, 1 rule')
})
