import { expect, onTestFinished, test, vi } from 'vitest'
import type { FlagsOptions } from '../src/index.ts'
import { bundle } from './support/bundle.ts'
import { openTestFlags } from './support/flags.ts'
import { recordedFetch } from './support/recorded-fetch.ts'

const url = 'http://management.test'
const path = '/v1/telemetry/events'
const accepted = () => Response.json({ accepted: 1, rejected: [] }, { status: 202 })

/** Flags of a bundle, with an events endpoint that gives these answers in turn, and then repeats the last one. */
const openCounted = (answers: (() => Response)[] = [accepted], options: Partial<FlagsOptions> = {}) => {
  const { fetch, of } = recordedFetch((at) => {
    if (at !== path) return new Response('', { status: 503 })
    return (answers.length > 1 ? answers.shift() : answers[0])?.()
  })
  const bootstrap = bundle({ checkout: { defaultValue: true }, colour: { defaultValue: 'blue' } })
  // Sends only when it is told to, since a day is longer than any test.
  const flags = openTestFlags({ bootstrap, fetch, telemetry: { url, flushMs: 86_400_000 }, ...options })
  const sent = () => of(path)
  const events = () => sent().flatMap(({ body }) => JSON.parse(body).events)
  return { flags, sent, events }
}

test('evaluations are told when the flags are closed', async () => {
  const { flags, sent, events } = openCounted()
  flags.boolean('checkout', {}, false)
  flags.stringDetails('colour', {}, 'red')
  flags.number('colour', {}, 1)
  flags.boolean('none', {}, true)
  expect(sent()).toEqual([])
  await flags.close()
  const common = {
    environmentId: 'env_test',
    sdkType: 'server',
    count: 1,
    sdkVersion: expect.stringMatching(/^typescript-\d+\.\d+\.\d+/),
    evaluatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
  }
  expect(events()).toEqual([
    { ...common, flagKey: 'checkout', flagId: 'flag_checkout', value: true, reason: 'DEFAULT' },
    { ...common, flagKey: 'colour', flagId: 'flag_colour', value: 'blue', reason: 'DEFAULT' },
    { ...common, flagKey: 'colour', flagId: 'flag_colour', value: null, reason: 'ERROR' },
    { ...common, flagKey: 'none', value: null, reason: 'FLAG_NOT_FOUND' },
  ])
  expect(sent()[0]?.headers.get('authorization')).toBe('Bearer sk_test')
})

test('evaluations may be told so seldom that no timer is as long', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { flags, sent } = openCounted([accepted], { telemetry: { url, flushMs: Number.POSITIVE_INFINITY } })
  flags.boolean('checkout', {}, false)
  // Timers treat a delay that is too long for them as one millisecond.
  vi.advanceTimersByTime(60_000)
  expect(sent()).toEqual([])
  vi.useRealTimers()
  await flags.close()
  expect(sent()).toHaveLength(1)
})

test('evaluations that were alike are told as one event, each once', async () => {
  const { flags, events } = openCounted()
  for (let n = 0; n < 2_500; n++) flags.boolean('checkout', {}, false)
  await flags.flush()
  flags.boolean('checkout', {}, false)
  await flags.close()
  expect(events()).toMatchObject([{ count: 2_500 }, { count: 1 }])
})

test('a request has a thousand events at most', async () => {
  const keys = Array.from({ length: 2_500 }, (_, index) => `flag-${index}`)
  const bootstrap = bundle(Object.fromEntries(keys.map((key) => [key, { defaultValue: true }])))
  const { flags, sent } = openCounted([accepted], { bootstrap })
  for (const key of keys) flags.boolean(key, {}, false)
  await flags.flush()
  expect(sent().map(({ body }) => JSON.parse(body).events.length)).toEqual([1_000, 1_000, 500])
})

test('a request that was not answered is repeated as it was, under the same key', async () => {
  const lost = () => {
    throw new TypeError('the network is gone')
  }
  const { flags, sent } = openCounted([lost, () => new Response('', { status: 503 }), accepted])
  flags.boolean('checkout', {}, false)
  await flags.flush()
  flags.string('colour', {}, 'red')
  await flags.flush()
  await flags.flush()
  const [first, second, third, fourth] = sent()
  for (const again of [second, third]) {
    expect(again?.body).toBe(first?.body)
    expect(again?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'))
  }
  expect(JSON.parse(fourth?.body ?? '').events).toMatchObject([{ flagKey: 'colour' }])
  expect(fourth?.headers.get('idempotency-key')).not.toBe(first?.headers.get('idempotency-key'))
})

test('what is wrong with a request is not sent again, and told', async () => {
  const { flags, sent } = openCounted([() => new Response('', { status: 422 })])
  const codes: string[] = []
  flags.on('error', ({ error }) => codes.push(error.code))
  flags.boolean('checkout', {}, false)
  await flags.flush()
  await flags.flush()
  expect(sent()).toHaveLength(1)
  expect(codes).toContain('TELEMETRY')
})

test('a service that asks to be left alone is', async () => {
  const busy = () => new Response('', { status: 429, headers: { 'retry-after': '30' } })
  const { flags, sent } = openCounted([busy])
  flags.boolean('checkout', {}, false)
  await flags.flush()
  await flags.flush()
  expect(sent()).toHaveLength(1)
})

test('long values are told in requests that the service takes', async () => {
  const long = 'ü'.repeat(10_000)
  const keys = Array.from({ length: 100 }, (_, index) => `text-${index}`)
  const bootstrap = bundle(Object.fromEntries(keys.map((key) => [key, { defaultValue: long }])))
  const { flags, sent, events } = openCounted([accepted], { bootstrap })
  for (const key of keys) flags.string(key, {}, '')
  await flags.flush()
  expect(events()).toHaveLength(100)
  for (const { body } of sent()) expect(Buffer.byteLength(body)).toBeLessThan(1024 * 1024)
})

test('what cannot be told before the end is told of', async () => {
  const { flags } = openCounted([() => new Response('', { status: 503 })])
  const messages: string[] = []
  flags.on('error', ({ error }) => messages.push(error.message))
  for (let n = 0; n < 1_234; n++) flags.boolean('checkout', {}, false)
  await flags.close()
  expect(messages).toContain('1234 evaluations could not be told.')
})

test('nothing is told where nobody asked for it', async () => {
  const { flags, sent } = openCounted([accepted], { telemetry: undefined })
  flags.boolean('checkout', {}, false)
  await flags.close()
  expect(sent()).toEqual([])
})
