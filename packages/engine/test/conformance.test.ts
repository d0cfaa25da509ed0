import { expect, test } from 'vitest'
import { compileFlags, explain, explainSegment, nextTurn, operatorNames, segmentOperatorNames } from '../src/index.ts'
import { files, read, type SegmentCase, sourceIn, subjects } from './support/conformance.ts'

test('every operator has its data', () => {
  const covered = files.flatMap((name) => /^operator-(.*)\.json$/.exec(name)?.[1] ?? [])
  expect(covered.sort()).toEqual([...operatorNames, ...segmentOperatorNames].sort())
})

for (const { subject, cases } of subjects) {
  test.each(cases)(`${subject}: $name`, (each) => {
    const { flagKey, context, expect: expected } = each
    const source = sourceIn(each)
    expect(explain(flagKey, source, context).result).toEqual(expected)
    const flag = compileFlags(source).flags.get(flagKey)
    if (!flag) return
    expect(flag.evaluate(context)).toEqual(expected)
    expect(flag.evaluateIn(context, nextTurn())).toEqual(expected)
  })
}

test.each(read('explain.json').cases)('explain: $name', (each) => {
  expect(explain(each.flagKey, sourceIn(each), each.context)).toEqual(each.expect)
})

const { cases: ofSegments } = read<{ cases: SegmentCase[] }>('explain-segment.json')
test.each(ofSegments)('explain a segment: $name', ({ segmentKey, segments, context, expect: expected }) => {
  expect(explainSegment(segmentKey, new Map(Object.entries(segments)), context)).toEqual(expected)
})
