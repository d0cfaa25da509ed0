import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { compileFlag, type EvaluationContext, evaluate, explain, type FlagConfig, operatorNames } from '../src/index.ts'

type Case = { name: string; flagKey: string; config: FlagConfig | null; context: EvaluationContext; expect: object }
type Subject = { subject: string; cases: Case[] }

const folder = new URL('../../../conformance/', import.meta.url)
const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
const read = <Data>(name: string): Data => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Data

test('every operator has its data', () => {
  const covered = files.flatMap((name) => /^operator-(.*)\.json$/.exec(name)?.[1] ?? [])
  expect(covered.sort()).toEqual([...operatorNames].sort())
})

for (const file of files.filter((name) => name !== 'explain.json')) {
  const { subject, cases } = read<Subject>(file)
  test.each(cases)(`${subject}: $name`, ({ flagKey, config, context, expect: expected }) => {
    expect(evaluate(flagKey, config ?? undefined, context)).toEqual(expected)
    expect(explain(flagKey, config ?? undefined, context).result).toEqual(expected)
    if (config)
      expect(compileFlag(flagKey, config, JSON.stringify).evaluate(context)).toBe(
        JSON.stringify(evaluate(flagKey, config, context)),
      )
  })
}

const { cases: explained } = read<Subject>('explain.json')
test.each(explained)('explain: $name', ({ flagKey, config, context, expect: expected }) => {
  expect(explain(flagKey, config ?? undefined, context)).toEqual(expected)
})
