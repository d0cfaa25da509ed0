import { expect, test } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { readRedisAddress } from '../../src/edge/redis/address.ts'

const one = { kind: 'single', tls: false, login: {}, hosts: [{ host: 'a', port: 6379 }], db: 0 }
const sentinels = { kind: 'sentinel', name: 'm', tls: false, login: {}, sentinelLogin: {} }
const two = (port: number) => ['a', 'b'].map((host) => ({ host, port }))

test.each([
  ['redis://a', one],
  ['redis://a:6379/', one],
  ['redis://a/3', { ...one, db: 3 }],
  ['rediss://a:6380', { ...one, tls: true, hosts: [{ host: 'a', port: 6380 }] }],
  ['redis://[::1]', { ...one, hosts: [{ host: '::1', port: 6379 }] }],
  ['redis://[2001:db8::1]:7000', { ...one, hosts: [{ host: '2001:db8::1', port: 7000 }] }],
  ['redis://:secret@a', { ...one, login: { password: 'secret' } }],
  ['redis://flags:secret@a', { ...one, login: { username: 'flags', password: 'secret' } }],
  ['redis://flags@a', { ...one, login: { username: 'flags' } }],
  ['redis://fl%40gs:%2F%3A%25%40@a', { ...one, login: { username: 'fl@gs', password: '/:%@' } }],
  ['redis://:s:e@cret@a', { ...one, login: { password: 's:e@cret' } }],
  ['redis+sentinel://a,b/m', { ...sentinels, hosts: two(26_379) }],
  ['redis+sentinel://a:26379,b:26379/m', { ...sentinels, hosts: two(26_379) }],
  ['rediss+sentinel://a,b/m', { ...sentinels, tls: true, hosts: two(26_379) }],
  [
    'redis+sentinel://:one@a,b/m?sentinelPassword=tw%26o&sentinelUsername=s',
    {
      ...sentinels,
      login: { password: 'one' },
      sentinelLogin: { username: 's', password: 'tw&o' },
      hosts: two(26_379),
    },
  ],
  ['redis+cluster://a,b', { kind: 'cluster', tls: false, login: {}, hosts: two(6379) }],
  [
    'rediss+cluster://u:p@[::1]:7000,b:7001/',
    {
      kind: 'cluster',
      tls: true,
      login: { username: 'u', password: 'p' },
      hosts: [
        { host: '::1', port: 7000 },
        { host: 'b', port: 7001 },
      ],
    },
  ],
])('%s is an address', (url, address) => {
  expect(readRedisAddress(url)).toEqual(address)
  expect(readConfig({ REDIS_URL: url }).redisUrl).toBe(url)
})

test.each([
  ['hush', /must be: an address that begins with redis:\/\//],
  ['http://hush@a', /must be/],
  ['redis:a', /must be/],
  ['redis+sentinels://a/m', /must be/],
  ['redis://', /names no host/],
  ['redis://:hush@', /names no host/],
  ['redis://hush@:6379', /has no address as its host/],
  ['redis://a:0', /no port from 1 to 65535 after the : of its host/],
  ['redis://a:65536', /no port from 1 to 65535/],
  ['redis://a:', /no port/],
  ['redis://a:6379:6380', /no port/],
  ['redis://hu sh', /has no address as its host/],
  ['redis://::1', /not in brackets/],
  ['redis://[::hush]', /has no address/],
  ['redis://[::1', /has no address/],
  ['redis://a,b', /several hosts/],
  ['redis://a/hush', /not the number of a database/],
  ['redis://a?password=hush', /parameters/],
  ['redis://:hush%@a', /write %25/],
  ['redis://:hu/sh@a', /write %2F/],
  ['redis://:hu#sh@a', /%23/],
  ['redis+sentinel://a:26379,b:26379', /lacks the name of the master/],
  ['redis+sentinel://a,b/', /lacks the name of the master/],
  ['redis+sentinel://a,b/hush/0', /name of the master with more than/],
  ['redis+sentinel://a,,b/m', /nothing as host 2 of 3/],
  ['redis+sentinel://a,b:hush/m', /no port from 1 to 65535 after the : of host 2 of 2/],
  ['redis+sentinel://a,b,/m', /nothing as host 3 of 3/],
  ['redis+sentinel://a/m?hush=1', /other than sentinelUsername and sentinelPassword/],
  ['redis+sentinel://a/m?sentinelPassword=', /or an empty one/],
  ['redis+sentinel://a/m?sentinelPassword=hu%sh', /write %25/],
  ['redis+cluster://a:7000,b:7001/0', /a cluster has no databases/],
])('%s is none, and the line says why and nothing of it', (url, reason) => {
  const read = () => readConfig({ REDIS_URL: url })
  expect(read).toThrow(reason)
  expect(read).toThrow(/^REDIS_URL is set, but [^\n]+\.$/)
  expect(read).not.toThrow(/hush/)
})
