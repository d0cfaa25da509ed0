import { expect, test } from 'vitest'
import { takeBatch } from '../src/telemetry/batch.ts'
import type { Counted } from '../src/telemetry/tally.ts'

const counted = (value: Counted['value'], count: number, variant?: string): Counted => ({
  flagKey: 'flag',
  flagId: undefined,
  value,
  reason: 'DEFAULT',
  ruleId: undefined,
  variant,
  count,
})
const options = { environmentId: 'env_1', sdkType: 'client', sdkVersion: '1.0.0', nowMs: 0, maxBytes: 2_000 } as const
const valuesIn = (body = '{"events":[]}'): string[] => JSON.parse(body).events.map((event: Counted) => event.value)

test('a batch takes as many events as fit, and leaves the others', () => {
  const values = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(500))
  const waiting = values.map((value) => counted(value, 3))
  const first = takeBatch(waiting, options)
  expect(first?.body(0).length).toBeLessThanOrEqual(options.maxBytes)
  expect(valuesIn(first?.body(0))).toEqual(values.slice(0, 2))
  expect(first?.items).toBe(6)
  expect(valuesIn(takeBatch(waiting, options)?.body(0))).toEqual(values.slice(2))
  expect(waiting).toEqual([])
})

test('more evaluations than an event may stand for are told in several', () => {
  const waiting = [counted('a', 2_500_000)]
  const { body = () => '', items: evaluations } = takeBatch(waiting, { ...options, sdkType: 'server' }) ?? {}
  expect(JSON.parse(body(0)).events.map((event: Counted) => event.count)).toEqual([1_000_000, 1_000_000, 500_000])
  expect(evaluations).toBe(2_500_000)
})

test('with a client key an event and a request stand for less, and the rest waits for the next', () => {
  const waiting = [counted('a', 25_000), counted('b', 95_000)]
  const { body = () => '', items: evaluations } = takeBatch(waiting, { ...options, maxBytes: 20_000 }) ?? {}
  const counts = JSON.parse(body(0)).events.map(({ value, count }: Counted) => [value, count])
  expect(counts.slice(0, 4)).toEqual([
    ['a', 10_000],
    ['a', 10_000],
    ['a', 5_000],
    ['b', 10_000],
  ])
  expect(evaluations).toBe(100_000)
  expect(waiting).toMatchObject([{ value: 'b', count: 20_000 }])
})

test('an event that is too long by itself is left out, and holds up no other', () => {
  const waiting = [counted('a'.repeat(5_000), 2), counted('b', 1)]
  expect(valuesIn(takeBatch(waiting, options)?.body(0))).toEqual(['b'])
  expect(waiting).toEqual([])
  expect(takeBatch(waiting, options)).toBeUndefined()
})

test('an object counts under the key of its variant, else under the beginning of its text', () => {
  const long = { title: 'ü'.repeat(300) }
  const waiting = [counted({ a: [1] }, 1, 'small'), counted({ a: [1] }, 1), counted(long, 1), counted('blue', 1, 'sky')]
  const events = JSON.parse(takeBatch(waiting, options)?.body(0) ?? '').events
  expect(events.map(({ value, variant }: Counted) => [value, variant])).toEqual([
    ['small', 'small'],
    ['{"a":[1]}', undefined],
    [JSON.stringify(long).slice(0, 200), undefined],
    ['blue', undefined],
  ])
})

test('the beginning of a text ends with a whole character', () => {
  const values = valuesIn(takeBatch([counted([`${'-'.repeat(197)}😀`], 1)], options)?.body(0))
  expect(values).toEqual([`["${'-'.repeat(197)}`])
})
