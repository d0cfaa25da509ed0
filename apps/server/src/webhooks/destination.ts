import { isIP } from 'node:net'
import type { AllowedHosts } from '../base/allowed-hosts.ts'
import { isPublic } from './public-address.ts'
import type { Resolve } from './resolve.ts'
import { Undeliverable } from './undeliverable.ts'

/** The destination of a message. The connection goes to exactly the addresses that were checked. */
export type Destination = {
  url: URL
  /** The host name, for the check of the certificate. */
  host: string
  addresses: readonly string[]
}

export type SsrfGuard = { allowed: AllowedHosts | undefined; resolve: Resolve }

/** Resolves an address; throws `Undeliverable` if any result is neither public nor allowed by the operator. */
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

/** Tells whether a name always means this machine, whatever a name server answers. */
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

/** Stops waiting on abort: a lookup by the system itself cannot be cancelled. */
const orAborted = <Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> => {
  const { promise, reject } = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  return Promise.race([work, promise])
}
