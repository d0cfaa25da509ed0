import { configProblems, type FlagConfig } from '@bunting/engine'
import { expect, test } from 'vitest'
import { type Effect, effectOf } from '../../src/rules/changes/version-effects.ts'
import { everyCase } from '../../src/testing/every-case.ts'
import data from './version-effects.json' with { type: 'json' }

type Case = { name: string; before?: Partial<FlagConfig>; after: Partial<FlagConfig>; expect: Effect }

const { subject, experiment, config, cases } = data as unknown as {
  subject: string
  experiment: Parameters<typeof effectOf>[0]
  config: FlagConfig
  cases: Case[]
}

test(subject, () =>
  everyCase(cases, (one) => {
    const before = { ...config, ...one.before }
    const after = { ...config, ...one.after, version: 2 }
    expect([...configProblems(before, 'string'), ...configProblems(after, 'string')]).toEqual([])
    expect(effectOf(experiment, before, after)).toEqual(one.expect)
  }),
)
