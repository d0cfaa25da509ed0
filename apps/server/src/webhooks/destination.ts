import { isIP } from 'node:net'
import type { AllowedHosts } from '../base/allowed-hosts.ts'
import { isPublic } from './public-address.ts'
import type { Resolve } from './resolve.ts'
import { Undeliverable } from './undeliverable.ts'

/** Where a message goes: the address that was looked at is the one that is connected to. */
export type Destination = {
  url: URL
  /** As certificates name it. */
  host: string
  addresses: readonly string[]
}

export type SsrfGuard = { allowed: AllowedHosts | undefined; resolve: Resolve }

/** Fails with `Undeliverable` where one of its addresses is not public and the operator does not allow it. */
export const findDestination = async (
  { allowed, resolve }: SsrfGuard,
  address: string,
  signal: AbortSignal,
): Promise<Destination> => {
  const url = new URL(address)
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  const isNamed = allowed?.names.has(host) ?? false
  const addresses = isNamed || !isOwn(host) ? await addressesOf(host, resolve, { asSystem: isNamed, signal }) : own
  const isAllowed = isNamed || (allowed !== undefined && addresses.every(allowed.has))
  if (!isAllowed && url.protocol !== 'https:') throw new Undeliverable('forbidden', plainHttp)
  if (!isAllowed && !addresses.every((one) => isPublic(one) || allowed?.has(one)))
    throw new Undeliverable('forbidden', inner)
  return { url, host, addresses }
}

const plainHttp = 'Only addresses that begin with https:// are sent to.'
const inner = 'The address is not public, or the name leads to one that is not.'

/** By its name a machine's own, whatever a name server says. */
const isOwn = (host: string): boolean => /(^|\.)localhost$/.test(host)
const own = ['127.0.0.1', '::1']

const addressesOf = async (host: string, resolve: Resolve, options: Parameters<Resolve>[1]): Promise<string[]> => {
  if (isIP(host) !== 0) return [host]
  const addresses = await orAborted(resolve(host, options), options.signal).catch(() => {
    throw new Undeliverable('unreachable', 'The name could not be looked up.')
  })
  if (addresses.length === 0) throw new Undeliverable('unreachable', 'The name was not found.')
  return addresses
}

/** The system's way of looking names up cannot be stopped, only left. */
const orAborted = <Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> => {
  const { promise, reject } = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  return Promise.race([work, promise])
}
