import { describe, expect, test } from 'vitest'
import { addIds, editSegment, editsBetween, isNoEdit, noSegment, removeIds } from '../../src/api/segment-edits.ts'
import { mergeSegmentRules } from '../../src/features/draft/segment-rules.ts'
import { readIds } from '../../src/pages/segment/ids/read-ids.ts'

const rule = (id: string, value: string) => ({
  ...{ id, name: id, enabled: true, conditionOperator: 'AND' as const },
  conditions: [{ attribute: 'team', operator: 'equals', value }],
})
const segment = { version: 3, included: ['ada', 'ben'], excluded: ['eve'], rules: [rule('staff', 'core')] }

describe('what somebody changes of a segment', () => {
  test('is who was added and taken out, and comes to the same on top of any version', () => {
    const changed = removeIds(addIds(segment, 'included', ['cleo', 'ada', 'cleo']), 'excluded', ['eve'])
    const edits = editsBetween(segment, changed)
    expect(edits).toEqual({
      included: { added: ['cleo'], removed: [] },
      excluded: { added: [], removed: ['eve'] },
    })
    expect(editSegment(segment, edits)).toEqual(changed)
    const later = { ...segment, version: 4, included: ['ben', 'dan'], excluded: ['eve', 'fay'] }
    expect(editSegment(later, edits)).toMatchObject({
      version: 4,
      included: ['ben', 'dan', 'cleo'],
      excluded: ['fay'],
      rules: segment.rules,
    })
  })

  test('is nothing once it is taken back', () => {
    const there = addIds(segment, 'included', ['cleo'])
    expect(isNoEdit(editsBetween(segment, there))).toBe(false)
    expect(isNoEdit(editsBetween(segment, removeIds(there, 'included', ['cleo'])))).toBe(true)
  })

  test('begins with nothing where there is no version', () => {
    expect(addIds(noSegment, 'excluded', ['eve'])).toMatchObject({ version: 0, included: [], excluded: ['eve'] })
  })

  test('of its rules is kept as they were and as they are to be', () => {
    const changed = { ...segment, rules: [rule('staff', 'sales')] }
    expect(editsBetween(segment, changed).rules).toEqual({ were: segment.rules, are: changed.rules })
  })
})

test('rules that two people changed are both kept, and the same rule is a clash', () => {
  const were = [rule('staff', 'core'), rule('friends', 'a')]
  const theirs = [rule('staff', 'sales'), rule('friends', 'a'), rule('new', 'x')]
  const mine = [rule('staff', 'core'), rule('friends', 'b')]
  expect(mergeSegmentRules({ were, mine, theirs })).toEqual({
    rules: [rule('staff', 'sales'), rule('friends', 'b'), rule('new', 'x')],
    clashes: [],
  })
  const { clashes } = mergeSegmentRules({ were, mine: [rule('staff', 'ops'), rule('friends', 'a')], theirs })
  expect(clashes.map(({ part }) => part)).toEqual([{ kind: 'rule', ruleId: 'staff', part: 'conditions' }])
})

test('ids are read from lines, commas and tabs, and those that come to nothing are counted', () => {
  const text = ` ada, ben;cleo\tdan\r\n\nben\n${'x'.repeat(257)}\n`
  expect(readIds(text, ['ada'])).toEqual({ added: ['ben', 'cleo', 'dan'], known: 1, twice: 1, long: 1 })
  expect(readIds(' \n', [])).toEqual({ added: [], known: 0, twice: 0, long: 0 })
})
