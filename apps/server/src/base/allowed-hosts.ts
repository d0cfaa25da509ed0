import { BlockList, isIP } from 'node:net'
import { domainToASCII } from 'node:url'

/** Hosts to which requests may go without TLS, and although their address is not public. */
export type AllowedHosts = {
  names: ReadonlySet<string>
  /** Tells whether an address is in one of the ranges. */
  has(address: string): boolean
}

/** Parses names of hosts, addresses and ranges, separated by commas. Throws if one is invalid. */
export const readAllowedHosts = (text: string): AllowedHosts => {
  const names = new Set<string>()
  const ranges = new BlockList()
  for (const one of text.split(',').map((part) => part.trim())) {
    const [, address = '', bits] = /^\[?([^/\]]+)\]?(?:\/(\d{1,3}))?$/.exec(one) ?? []
    const family = isIP(address)
    if (family !== 0) ranges.addSubnet(address, Number(bits ?? (family === 6 ? 128 : 32)), familyName(family))
    else if (bits === undefined && isName(address)) names.add(plainName(address))
    else throw new Error(`${one} is neither a name nor a range`)
  }
  return { names, has: (address) => ranges.check(address, familyName(isIP(address))) }
}

/** Normalizes a name as URLs do, so that names can be compared. */
const plainName = (name: string): string => domainToASCII(name).replace(/\.$/, '')

/** A text that looks like an address but is none is refused, since it would never match. */
const isName = (text: string): boolean => {
  const name = plainName(text)
  return /^[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?$/.test(name) && isIP(name) === 0 && !/(^|\.)(\d+|0x[0-9a-f]*)$/.test(name)
}

const familyName = (family: number): 'ipv4' | 'ipv6' => (family === 6 ? 'ipv6' : 'ipv4')
