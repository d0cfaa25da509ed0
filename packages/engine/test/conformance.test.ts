import { expect, test } from 'vitest'
import { compileFlag, evaluate, explain, operatorNames } from '../src/index.ts'
import { files, read, subjects } from './support/conformance.ts'

test('every operator has its data', () => {
  const covered = files.flatMap((name) => /^operator-(.*)\.json$/.exec(name)?.[1] ?? [])
  expect(covered.sort()).toEqual([...operatorNames].sort())
})

for (const { subject, cases } of subjects) {
  test.each(cases)(`${subject}: $name`, ({ flagKey, config, context, expect: expected }) => {
    expect(evaluate(flagKey, config ?? undefined, context)).toEqual(expected)
    expect(explain(flagKey, config ?? undefined, context).result).toEqual(expected)
    if (config) expect(compileFlag(flagKey, config).evaluate(context)).toEqual(expected)
  })
}

test.each(read('explain.json').cases)('explain: $name', ({ flagKey, config, context, expect: expected }) => {
  expect(explain(flagKey, config ?? undefined, context)).toEqual(expected)
})
