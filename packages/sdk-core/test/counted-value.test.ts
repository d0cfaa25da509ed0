import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { everyCase } from '../../../apps/server/src/testing/every-case.ts'
import { takeBatch } from '../src/telemetry/batch.ts'

type Case = { name: string; json: string; variant?: string; expect: object }

const data = new URL('../../../conformance/telemetry-values.json', import.meta.url)
const { cases }: { cases: Case[] } = JSON.parse(readFileSync(data, 'utf8'))
const about = { environmentId: 'env_1', sdkType: 'server', sdkVersion: '1', nowMs: 0, maxBytes: 10_000 } as const

test('a value is told as the data says', () =>
  everyCase(cases, ({ json, variant, expect: expected }) => {
    const of = { flagKey: 'flag', flagId: undefined, reason: 'DEFAULT', ruleId: undefined } as const
    const batch = takeBatch([{ ...of, value: JSON.parse(json), variant, count: 1 }], about)
    const { value, variant: told } = JSON.parse(batch?.body(0) ?? '').events[0]
    expect({ value, ...(told !== undefined && { variant: told }) }).toEqual(expected)
  }))
