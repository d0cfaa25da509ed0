import { expect, test } from 'vitest'
import { callerAddress, networkOf, readProxies } from '../../src/http/server/caller-address.ts'

const proxies = readProxies('10.0.0.0/8, 192.0.2.1, 2001:db8:1::/48')

const cases: [what: string, peer: string, headers: Record<string, string>, caller: string][] = [
  ['nobody else', '203.0.113.9', {}, '203.0.113.9'],
  ['whoever is no proxy, whatever they say', '203.0.113.9', { 'x-forwarded-for': '198.51.100.7' }, '203.0.113.9'],
  ['a proxy that says nothing', '10.0.0.1', {}, '10.0.0.1'],
  ['whom a proxy names', '10.0.0.1', { 'x-forwarded-for': '198.51.100.7' }, '198.51.100.7'],
  [
    'the last that is no proxy',
    '10.0.0.1',
    { 'x-forwarded-for': '8.8.8.8, 198.51.100.7, 192.0.2.1,10.1.1.1' },
    '198.51.100.7',
  ],
  ['the first of nothing but proxies', '10.0.0.1', { 'x-forwarded-for': '10.0.0.3, 10.0.0.2' }, '10.0.0.3'],
  ['a proxy in IPv6’s clothes', '::ffff:10.0.0.1', { 'x-forwarded-for': '198.51.100.7' }, '198.51.100.7'],
  ['a caller in IPv6’s clothes', '::ffff:203.0.113.9', {}, '203.0.113.9'],
  ['an IPv6 proxy', '2001:db8:1::5', { 'x-forwarded-for': '2001:db8:2::7' }, '2001:db8:2::7'],
  ['an address with a port', '10.0.0.1', { 'x-forwarded-for': '198.51.100.7:4711' }, '198.51.100.7'],
  ['an address in brackets', '10.0.0.1', { 'x-forwarded-for': '[2001:db8:2::7]:4711' }, '2001:db8:2::7'],
  ['nonsense: the proxy', '10.0.0.1', { 'x-forwarded-for': '8.8.8.8, <script>' }, '10.0.0.1'],
  ['nonsense before a proxy: that proxy', '10.0.0.1', { 'x-forwarded-for': 'unknown, 10.0.0.2' }, '10.0.0.2'],
  ['an empty header: the proxy', '10.0.0.1', { 'x-forwarded-for': '' }, '10.0.0.1'],
  ['Forwarded', '10.0.0.1', { forwarded: 'for=198.51.100.7;proto=https;by=10.0.0.1' }, '198.51.100.7'],
  [
    'Forwarded, quoted, last',
    '10.0.0.1',
    { forwarded: 'for=8.8.8.8, For="[2001:db8:2::7]:4711", for=10.0.0.2' },
    '2001:db8:2::7',
  ],
  ['Forwarded after other fields', '10.0.0.1', { forwarded: 'proto=http; for=198.51.100.7' }, '198.51.100.7'],
  ['Forwarded by an unknown', '10.0.0.1', { forwarded: 'for=8.8.8.8, for=unknown' }, '10.0.0.1'],
  ['Forwarded by somebody hidden', '10.0.0.1', { forwarded: 'for=8.8.8.8, for=_gazonk' }, '10.0.0.1'],
  ['Forwarded without for', '10.0.0.1', { forwarded: 'proto=https' }, '10.0.0.1'],
  ['Forwarded after an open quote', '10.0.0.1', { forwarded: 'for=", for=198.51.100.7' }, '198.51.100.7'],
  [
    'both headers that agree',
    '10.0.0.1',
    { 'x-forwarded-for': '198.51.100.7', forwarded: 'for=198.51.100.7' },
    '198.51.100.7',
  ],
  [
    'the proxy, where the headers differ',
    '10.0.0.1',
    { 'x-forwarded-for': '198.51.100.7', forwarded: 'for=8.8.8.8' },
    '10.0.0.1',
  ],
]
for (const [what, peer, headers, caller] of cases) {
  test(`who calls is ${what}`, () => expect(callerAddress(peer, headers, proxies)).toBe(caller))
}

test('without trusted proxies nobody is believed', () => {
  expect(callerAddress('10.0.0.1', { 'x-forwarded-for': '198.51.100.7' }, undefined)).toBe('10.0.0.1')
})

test('an IPv4 address counts by itself, and an IPv6 address by its first 64 bits', () => {
  expect(networkOf('198.51.100.7')).toBe('198.51.100.7')
  expect(networkOf('::ffff:198.51.100.7')).toBe('198.51.100.7')
  const one = '2001:db8:0:7::/64'
  for (const address of ['2001:db8:0:7::1', '2001:DB8:0:7:ffff:ffff:ffff:ffff', '2001:0db8:0000:0007:1::']) {
    expect(networkOf(address)).toBe(one)
  }
  for (const address of ['2001:db8:0:8::1', '2001:db8::7', '::1']) expect(networkOf(address)).not.toBe(one)
  expect(networkOf('::1')).toBe('0:0:0:0::/64')
})

test('what is neither an address nor a range is no proxy', () => {
  for (const text of [
    '',
    'localhost',
    '10.0.0.0/33',
    '10.0.0.0/',
    '2001:db8::/129',
    '10.0.0.1 10.0.0.2',
    '10.0.0.1,,',
  ]) {
    expect(() => readProxies(text), text).toThrow()
  }
})
