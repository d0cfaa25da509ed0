import { BlockList, isIPv4, isIPv6 } from 'node:net'

/**
 * Addresses that are not public, by IANA's registry of special addresses. They are listed here because the table of a
 * package would change with each of its releases; Node's `BlockList` compares them.
 */
const special = new BlockList()
for (const range of [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // shared behind a carrier; some clouds' metadata
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // public by number, and in Azure the machine's own host
  '169.254.0.0/16', // link-local; most clouds' metadata
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocols
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
  '2001::/23', // protocols: Teredo, ORCHID, benchmarks
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4, which has any IPv4 address in it
  '3fff::/20', // documentation
]) {
  const [network = '', bits] = range.split('/')
  special.addSubnet(network, Number(bits), network.includes(':') ? 'ipv6' : 'ipv4')
}

/** All global IPv6 addresses. Loopback, link-local, unique-local, multicast and mapped IPv4 addresses are outside. */
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')

/** The prefix by which an IPv6-only network reaches IPv4. */
const nat64 = new BlockList()
nat64.addSubnet('64:ff9b::', 96, 'ipv6')

/** Tells whether an address is public on the Internet. */
export const isPublic = (address: string): boolean => {
  if (isIPv4(address)) return !special.check(address, 'ipv4')
  if (!isIPv6(address) || address.includes('%')) return false
  if (nat64.check(address, 'ipv6')) return isPublic(lastFour(address))
  return global6.check(address, 'ipv6') && !special.check(address, 'ipv6')
}

/** The IPv4 address at the end of an IPv6 one. */
const lastFour = (address: string): string => {
  // A URL writes the address without dots, and shortens one run of zeros to `::`, so the last groups may be missing.
  const groups = new URL(`http://[${address}]`).hostname.slice(1, -1).split(':')
  const [high = 0, low = 0] = groups.slice(-2).map((group) => Number.parseInt(group || '0', 16))
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}
