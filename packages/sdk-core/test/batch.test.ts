import { expect, test } from 'vitest'
import { takeBatch } from '../src/telemetry/batch.ts'
import type { Counted } from '../src/telemetry/tally.ts'

const counted = (value: string, count: number): Counted => ({
  flagKey: 'flag',
  flagId: undefined,
  value,
  reason: 'DEFAULT',
  ruleId: undefined,
  count,
})
const options = { environmentId: 'env_1', sdkType: 'client', sdkVersion: '1.0.0', nowMs: 0, maxBytes: 2_000 } as const
const valuesIn = (body = '{"events":[]}'): string[] => JSON.parse(body).events.map((event: Counted) => event.value)

test('a batch takes as many events as fit, and leaves the others', () => {
  const waiting = [counted('a', 3), counted('b'.repeat(500), 10)]
  const first = takeBatch(waiting, options)
  expect(first?.body.length).toBeLessThanOrEqual(options.maxBytes)
  expect(waiting).toMatchObject([{ count: 10 - (valuesIn(first?.body).length - 3) }])
  const values = valuesIn(first?.body)
  while (waiting.length > 0) values.push(...valuesIn(takeBatch(waiting, options)?.body))
  expect(values).toHaveLength(13)
})

test('an event that is too long by itself is left out, and holds up no other', () => {
  const waiting = [counted('a'.repeat(5_000), 2), counted('b', 1)]
  expect(valuesIn(takeBatch(waiting, options)?.body)).toEqual(['b'])
  expect(waiting).toEqual([])
  expect(takeBatch(waiting, options)).toBeUndefined()
})
