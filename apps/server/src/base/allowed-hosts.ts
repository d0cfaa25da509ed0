import { BlockList, isIP } from 'node:net'
import { domainToASCII } from 'node:url'

/** Hosts that requests may go to although their address is not public, and without TLS. */
export type AllowedHosts = {
  names: ReadonlySet<string>
  /** Whether an address is in one of the ranges. */
  has(address: string): boolean
}

/** Names of hosts, addresses and ranges, separated by commas. Fails where one is none of them. */
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

/** A name in the one way of writing it that addresses are compared in. */
const plainName = (name: string): string => domainToASCII(name).replace(/\.$/, '')

/** What looks like an address but is none would never be found. */
const isName = (text: string): boolean => {
  const name = plainName(text)
  return /^[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?$/.test(name) && isIP(name) === 0 && !/(^|\.)(\d+|0x[0-9a-f]*)$/.test(name)
}

const familyName = (family: number): 'ipv4' | 'ipv6' => (family === 6 ? 'ipv6' : 'ipv4')
