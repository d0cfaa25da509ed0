import { expect, expectTypeOf, test, vi } from 'vitest'
import { z } from 'zod'
import { type Check, checked, type Schema } from '../src/index.ts'

const limits = z.object({ perMinute: z.number(), burst: z.number().default(10) })
const isList = (value: unknown): value is string[] => Array.isArray(value)

test('a schema leaves what it makes of a value, and nothing of one that does not fit', () => {
  expect(checked({ perMinute: 60, more: true }, limits)).toEqual({ perMinute: 60, burst: 10 })
  expect(checked({ perMinute: 'many' }, limits)).toBeUndefined()
})

test('a function says whether a value passes', () => {
  const value = ['eu']
  expect(checked(value, isList)).toBe(value)
  expect(checked({}, isList)).toBeUndefined()
  expect(checked({}, undefined)).toEqual({})
})

test('a schema that can be called is a schema', () => {
  const validate = vi.fn((value: unknown) => ({ value }))
  const callable: Schema<unknown> = Object.assign(() => false, { '~standard': { validate } })
  const value = { a: 1 }
  expect(checked(value, callable)).toBe(value)
})

test('a schema is asked once about a value, and what it made cannot be changed', () => {
  const parse = vi.fn((value: object) => ({ ...value, inner: { list: [1] } }))
  const schema = z.object({ perMinute: z.number() }).transform(parse)
  const value = { perMinute: 60 }
  const first = checked(value, schema) as ReturnType<typeof parse>
  expect(checked(value, schema)).toBe(first)
  expect(parse).toHaveBeenCalledTimes(1)
  expect(() => first.inner.list.push(2)).toThrow(TypeError)
  expect(checked({ perMinute: 60 }, schema)).not.toBe(first)
})

test('a check that throws, or that would have to be waited for, does not pass', async () => {
  const fail = () => {
    throw new Error('a mistake')
  }
  expect(checked({}, fail)).toBeUndefined()
  expect(checked({}, z.object({}).refine(fail))).toBeUndefined()
  expect(checked({}, { '~standard': { validate: () => Promise.reject(new Error('too late')) } })).toBeUndefined()
  expect(checked({}, 'no check' as never)).toBeUndefined()
  // Gives an unhandled rejection the time to be reported.
  await new Promise(setImmediate)
})

test('a check says of which type a value is', () => {
  type Limits = { perMinute: number; burst: number }
  expectTypeOf(limits).toExtend<Check<Limits>>()
  expectTypeOf(isList).toExtend<Check<string[]>>()
  expectTypeOf(limits).not.toExtend<Check<string[]>>()
})
