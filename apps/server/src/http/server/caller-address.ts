import { BlockList, isIP } from 'node:net'

/** The proxies whose forwarding headers are trusted. */
export type TrustedProxies = { has(address: string): boolean }

type Headers = NodeJS.Dict<string | string[]>

/** Parses addresses and ranges, separated by commas. Throws if one is neither. */
export const readProxies = (text: string): TrustedProxies => {
  const list = new BlockList()
  for (const one of text.split(',')) {
    const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(one.trim()) ?? []
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return { has: (address) => isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4') }
}

/** The prefix of IPv4 addresses on a listener that accepts IPv6, too. */
const mapped = '::ffff:'
const unmapped = (peer: string): string => (peer.startsWith(mapped) ? peer.slice(mapped.length) : peer)

/** Tells whether the other end of a connection is a proxy whose headers are trusted. */
export const isBelieved = (peer: string, proxies: TrustedProxies): boolean => proxies.has(unmapped(peer))

/**
 * The caller's address: the other end of the connection or, if that is a trusted proxy, the last address in its header
 * that is not one. Anybody may have written the addresses before that. If a proxy sends both headers and they differ,
 * one came from the caller, and nobody can tell which: then it is the proxy's address.
 */
export const callerAddress = (peer: string, headers: Headers, proxies: TrustedProxies | undefined): string => {
  const end = unmapped(peer)
  if (!proxies?.has(end)) return end
  const told = [
    ...callersIn(headers['x-forwarded-for'], end, proxies, (one) => one),
    ...callersIn(headers.forwarded, end, proxies, forwardedFor),
  ]
  const [first = end, second = first] = told
  return first === second ? first : end
}

const callersIn = (
  header: string | string[] | undefined,
  peer: string,
  proxies: TrustedProxies,
  nodeIn: (element: string) => string,
): string[] => {
  if (header === undefined) return []
  let caller = peer
  for (const element of String(header).split(',').reverse()) {
    const address = plainAddress(nodeIn(element.trim()))
    // "unknown", an obfuscated name or nonsense: the hop before it is the last known address.
    if (address === undefined) break
    caller = address
    if (!proxies.has(address)) break
  }
  return [caller]
}

/** RFC 7239: `for=192.0.2.1;proto=https`, `for="[2001:db8::1]:443"`. */
const forwardedFor = (element: string): string => /(?:^|;) *for="?([^";]*)/i.exec(element)?.[1] ?? ''

/** An address without brackets, port and zone; an IPv4 address if it is one mapped to IPv6. */
const plainAddress = (text: string): string | undefined => {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text
  const address = bare.replace(/^::ffff:(?=[\d.]+$)/i, '').replace(/%.*$/, '')
  return isIP(address) === 0 ? undefined : address
}

/**
 * The network that rate limits count as one caller: an IPv4 address, or the first 64 bits of an IPv6 address, which
 * providers give to a single household.
 */
export const networkOf = (peer: string): string => {
  const address = unmapped(peer)
  if (!address.includes(':')) return address
  const [before = '', after] = address.toLowerCase().split('::', 2)
  const head = before === '' ? [] : before.split(':')
  const tail = after === undefined || after === '' ? [] : after.split(':')
  const zeros = after === undefined ? 0 : Math.max(0, 8 - head.length - tail.length)
  const groups = [...head, ...Array<string>(zeros).fill('0'), ...tail].slice(0, 4)
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`
}
