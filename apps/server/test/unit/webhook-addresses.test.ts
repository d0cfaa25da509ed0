import { expect, test } from 'vitest'
import { readAllowedHosts } from '../../src/base/allowed-hosts.ts'
import { findDestination } from '../../src/webhooks/destination.ts'
import { isPublic } from '../../src/webhooks/public-address.ts'

const { signal } = new AbortController()

/** The addresses of names, in place of DNS. */
const names: Record<string, string[]> = {
  'hooks.example': ['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'],
  'xn--bcher-kva.example': ['93.184.215.14'],
  'inner.example': ['10.1.2.3'],
  'half.example': ['93.184.215.14', '10.1.2.3'],
  'mapped.example': ['::ffff:10.1.2.3'],
  'nowhere.example': [],
}

const find = (url: string, allow?: string) => {
  const allowed = allow === undefined ? undefined : readAllowedHosts(allow)
  return findDestination({ allowed, resolve: async (name) => names[name] ?? [] }, url, signal)
}

test.each([
  ['0.0.0.0', 'this network'],
  ['0.1.2.3', 'this network'],
  ['10.0.0.1', 'private'],
  ['172.16.0.1', 'private'],
  ['172.31.255.255', 'private'],
  ['192.168.1.1', 'private'],
  ['127.0.0.1', 'loopback'],
  ['127.255.255.254', 'loopback'],
  ['169.254.169.254', 'the metadata of clouds'],
  ['100.64.0.1', 'behind a carrier'],
  ['100.100.100.200', 'the metadata of a cloud'],
  ['168.63.129.16', 'the host of a cloud’s machine'],
  ['192.0.0.192', 'the metadata of a cloud'],
  ['192.0.2.1', 'documentation'],
  ['198.51.100.1', 'documentation'],
  ['203.0.113.1', 'documentation'],
  ['198.18.0.1', 'benchmarks'],
  ['198.19.255.255', 'benchmarks'],
  ['192.88.99.1', '6to4'],
  ['224.0.0.1', 'multicast'],
  ['239.255.255.255', 'multicast'],
  ['240.0.0.1', 'reserved'],
  ['255.255.255.255', 'broadcast'],
  ['::', 'no address'],
  ['::1', 'loopback'],
  ['::127.0.0.1', 'IPv4-compatible'],
  ['::ffff:127.0.0.1', 'IPv4-mapped'],
  ['::ffff:7f00:1', 'IPv4-mapped'],
  ['::ffff:0:127.0.0.1', 'IPv4-translated'],
  ['64:ff9b::127.0.0.1', 'NAT64'],
  ['64:ff9b::a9fe:a9fe', 'NAT64'],
  ['64:ff9b:1::7f00:1', 'NAT64 of one’s own'],
  ['2002:7f00:1::', '6to4'],
  ['2001::1', 'Teredo'],
  ['2001:2::1', 'benchmarks'],
  ['2001:db8::1', 'documentation'],
  ['3fff::1', 'documentation'],
  ['100::1', 'discarded'],
  ['5f00::1', 'segments of routes'],
  ['fc00::1', 'unique-local'],
  ['fd00:ec2::254', 'the metadata of a cloud'],
  ['fe80::1', 'link-local'],
  ['fe80::1%eth0', 'link-local with a zone'],
  ['2606:4700::1111%eth0', 'with a zone'],
  ['fec0::1', 'site-local'],
  ['ff02::1', 'multicast'],
  ['hooks.example', 'no address'],
])('%s (%s) is not public', (address) => {
  expect(isPublic(address)).toBe(false)
})

test.each([
  '1.1.1.1',
  '9.255.255.255',
  '11.0.0.1',
  '93.184.215.14',
  '100.63.255.255',
  '100.128.0.1',
  '126.255.255.255',
  '128.0.0.1',
  '172.15.255.255',
  '172.32.0.1',
  '192.0.1.1',
  '198.17.255.255',
  '198.20.0.1',
  '223.255.255.255',
  '2001:4860:4860::8888',
  '2606:4700:4700::1111',
  '2a00:1450:4001:830::200e',
  '64:ff9b::808:808',
])('%s is public', (address) => {
  expect(isPublic(address)).toBe(true)
})

test('a name is sent to where all its addresses are public, and only at these', async () => {
  const { host, addresses } = await find('https://Hooks.Example.:8443/a?b')
  expect({ host, addresses }).toEqual({ host: 'hooks.example', addresses: names['hooks.example'] })
  expect((await find('https://b%C3%BCcher.example/')).host).toBe('xn--bcher-kva.example')
})

const inner = 'The address is not public, or the name leads to one that is not.'

test.each([
  'https://inner.example/',
  'https://half.example/',
  'https://mapped.example/',
  'https://localhost/',
  'https://LOCALHOST./',
  'https://a.localhost/',
  'https://127.0.0.1/',
  'https://127.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0x7f.1/',
  'https://0177.0.0.1/',
  'https://127.0.0.1./',
  'https://%31%32%37.0.0.1/',
  'https://①②⑦.0.0.1/',
  'https://loc%61lhost/',
  'https://0/',
  'https://[::1]/',
  'https://[::ffff:7f00:1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[0:0:0:0:0:0:0:1]/',
  'https://[fe80::1]/',
  'https://169.254.169.254/latest/meta-data/',
])('%s is refused', async (url) => {
  await expect(find(url)).rejects.toThrow(inner)
})

test('what cannot be looked up is said without the reason, which may tell of a network', async () => {
  await expect(find('https://nowhere.example/')).rejects.toThrow(/^The name was not found\.$/)
  const resolve = () => Promise.reject(new Error('queryA ESERVFAIL at 10.0.0.53'))
  const found = findDestination({ allowed: undefined, resolve }, 'https://hooks.example/', signal)
  await expect(found).rejects.toThrow(/^The name could not be looked up\.$/)
})

test('plain HTTP is refused, whatever the address', async () => {
  await expect(find('http://hooks.example/')).rejects.toThrow('Only addresses that begin with https:// are sent to.')
  await expect(find('http://127.0.0.1/')).rejects.toThrow('https://')
})

test('a listed name is sent to whatever it leads to, with or without TLS, and no other name is', async () => {
  const allow = 'Inner.Example'
  expect((await find('https://inner.example/', allow)).addresses).toEqual(['10.1.2.3'])
  expect((await find('http://inner.example.:8080/', allow)).addresses).toEqual(['10.1.2.3'])
  await expect(find('https://10.1.2.3/', allow)).rejects.toThrow(inner)
  await expect(find('https://a.inner.example/', allow)).rejects.toThrow('The name was not found.')
  await expect(find('http://hooks.example/', allow)).rejects.toThrow('https://')
})

test('into a listed range every name may lead that leads nowhere else but to the public', async () => {
  const allow = '10.1.0.0/16, ::1'
  expect((await find('http://inner.example/', allow)).addresses).toEqual(['10.1.2.3'])
  expect((await find('http://10.1.2.3:9000/', allow)).addresses).toEqual(['10.1.2.3'])
  expect((await find('http://[::1]/', allow)).addresses).toEqual(['::1'])
  expect((await find('https://half.example/', allow)).addresses).toEqual(names['half.example'])
  await expect(find('http://half.example/', allow)).rejects.toThrow('https://')
  await expect(find('https://10.2.0.1/', allow)).rejects.toThrow(inner)
  await expect(find('https://localhost/', allow)).rejects.toThrow(inner)
})

test.each([
  '',
  'a b',
  '10.0.0.0/33',
  '127.1',
  '0x7f.1',
  'http://hooks.example',
  'hooks.example:80',
  '*.example',
  'a/8',
])('“%s” is no list of hosts', (text) => {
  expect(() => readAllowedHosts(text)).toThrow()
})
