import { expect, test } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { startWarnings } from '../../src/config/start-warnings.ts'

const provider = {
  BUNTING_OAUTH_ISSUER: 'https://id.example.com',
  BUNTING_OAUTH_CLIENT_ID: 'flags',
  BUNTING_OAUTH_ADMINS: 'ada@example.com',
}
const plain = { BUNTING_PUBLIC_URL: 'http://flags.example.com' }
const warningsOf = (settings: Record<string, string>) => startWarnings(readConfig(settings))

test('a plain public address is warned about, and with a provider as what it is: sessions', () => {
  expect(warningsOf({ ...plain, ...provider })).toEqual([
    expect.stringMatching(/^People sign in at http:\/\/flags.example.com .*https:\/\//),
  ])
  expect(warningsOf(plain)).toEqual([expect.stringMatching(/^Keys are sent to http:\/\/flags.example.com /)])
  expect(warningsOf({ BUNTING_HOST: '0.0.0.0' })).toEqual([expect.stringMatching(/^Keys are sent to/)])
})

test('HTTPS, this machine alone, and Delivery alone need no such warning', () => {
  expect(warningsOf({})).toEqual([])
  expect(warningsOf({ ...provider, BUNTING_PUBLIC_URL: 'http://localhost:4000' })).toEqual([])
  expect(warningsOf({ ...provider, BUNTING_HOST: '0.0.0.0', BUNTING_PUBLIC_URL: 'https://flags.example.com' })).toEqual(
    [],
  )
  const delivery = { BUNTING_ROLE: 'delivery', BUNTING_HOST: '0.0.0.0', REDIS_URL: 'redis://:secret@cache' }
  expect(warningsOf(delivery)).toEqual([])
})

test.each(['redis://cache:6379', 'redis://flags@cache', 'redis+sentinel://a,b/main'])(
  'a Redis elsewhere without a password is warned about: %s',
  (url) => expect(warningsOf({ REDIS_URL: url })).toEqual([expect.stringMatching(/^REDIS_URL has no password/)]),
)

test.each(['redis://127.0.0.1:6379', 'redis://localhost', 'rediss://flags:secret@cache:6380', 'redis://[::1]:6379'])(
  'another is not: %s',
  (url) => expect(warningsOf({ REDIS_URL: url })).toEqual([]),
)

test('a token for Prometheus over plain HTTP is warned about, unless it stays on this machine', () => {
  const warningsAt = (url: string) => warningsOf({ BUNTING_PROMETHEUS_URL: url, BUNTING_PROMETHEUS_TOKEN: 'hush' })
  expect(warningsAt('http://prometheus:9090')).toEqual([
    expect.stringMatching(/^BUNTING_PROMETHEUS_TOKEN is sent to http:\/\/prometheus:9090 over plain HTTP/),
  ])
  expect(warningsAt('http://127.0.0.1:9090')).toEqual([])
  expect(warningsAt('https://prometheus.example.com')).toEqual([])
  expect(warningsOf({ BUNTING_PROMETHEUS_URL: 'http://prometheus:9090' })).toEqual([])
})
