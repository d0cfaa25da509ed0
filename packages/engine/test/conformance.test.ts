import { expect, test } from 'vitest'
import { everyCase } from '../../../apps/server/src/testing/every-case.ts'
import {
  compileFlags,
  explain,
  explainSegment,
  nextEvaluation,
  operatorNames,
  segmentOperatorNames,
  shareOperator,
} from '../src/index.ts'
import { type Case, files, read, type SegmentCase, sourceIn, subjects } from './support/conformance.ts'

test('every operator has its data', () => {
  const covered = files.flatMap((name) => /^operator-(.*)\.json$/.exec(name)?.[1] ?? [])
  expect(covered.sort()).toEqual([...operatorNames, ...segmentOperatorNames, shareOperator].sort())
})

const check = (one: Case) => {
  const { flagKey, context, expect: expected } = one
  const source = sourceIn(one)
  expect(explain(flagKey, source, context).result).toEqual(expected)
  const flag = compileFlags(source).flags.get(flagKey)
  if (!flag) return
  expect(flag.evaluate(context)).toEqual(expected)
  expect(flag.evaluateIn(context, nextEvaluation())).toEqual(expected)
}

test.each(subjects)('$subject', ({ cases }) => everyCase(cases, check))

test('explain', () =>
  everyCase(read('explain.json').cases, (one) =>
    expect(explain(one.flagKey, sourceIn(one), one.context)).toEqual(one.expect),
  ))

test('explain a segment', () =>
  everyCase(read<{ cases: SegmentCase[] }>('explain-segment.json').cases, (one) => {
    const { segmentKey, segments, context, expect: expected } = one
    expect(explainSegment(segmentKey, new Map(Object.entries(segments)), context)).toEqual(expected)
  }))
