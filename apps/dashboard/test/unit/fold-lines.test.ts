import { expect, test } from 'vitest'
import { foldLines } from '../../src/features/diff/changes/fold-lines.ts'
import { lineChanges } from '../../src/features/diff/changes/line-changes.ts'

const numbered = (count: number): string[] => Array.from({ length: count }, (_, index) => `line ${index}`)
const shapeOf = (before: string[], after: string[]) =>
  foldLines(lineChanges(before, after)).map(({ lines, isFolded }) => [isFolded ? 'folded' : 'shown', lines.length])

test('of a long text what changed is shown, with three lines around it', () => {
  const before = numbered(40)
  const after = before.with(20, 'changed')
  expect(shapeOf(before, after)).toEqual([
    ['folded', 17],
    ['shown', 8],
    ['folded', 16],
  ])
})

test('two changes near each other have no fold between them, and few lines are not folded at all', () => {
  const before = numbered(12)
  expect(shapeOf(before, before.with(3, 'one').with(9, 'other'))).toEqual([['shown', 14]])
  expect(shapeOf(numbered(15), numbered(15).with(0, 'one').with(10, 'other'))).toEqual([['shown', 17]])
})

test('where nothing changed everything is folded, and nothing is lost', () => {
  const before = numbered(30)
  expect(shapeOf(before, before)).toEqual([['folded', 30]])
  const folded = foldLines(lineChanges(before, before.with(7, 'changed')))
  expect(folded.flatMap(({ lines }) => lines)).toEqual(lineChanges(before, before.with(7, 'changed')))
})
