import { lookup, Resolver } from 'node:dns/promises'
import { coalesce } from '../base/coalesce.ts'

/** Resolves a name to all its addresses; empty if it has none. */
export type Resolve = (name: string, options: { asSystem: boolean; signal: AbortSignal }) => Promise<string[]>

type ResolverSettings = { /** In place of the system's. */ servers?: readonly string[]; timeoutMs?: number }

/**
 * The system's own lookup (`/etc/hosts`, search domains) occupies one of few threads until it is answered, and a name server
 * that never answers would block everybody. So it is used only for names that the operator listed. All others are resolved
 * by DNS queries, which need no thread.
 */
export const openResolver = ({ servers, timeoutMs = 1_500 }: ResolverSettings = {}): Resolve => {
  const askSystem = coalesce(async (name: string) => (await lookup(name, { all: true })).map(({ address }) => address))

  const askServers = async (name: string, signal: AbortSignal): Promise<string[]> => {
    const resolver = new Resolver({ timeout: timeoutMs, tries: 3 })
    if (servers) resolver.setServers(servers)
    signal.addEventListener('abort', () => resolver.cancel(), { once: true })
    const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    const addresses = found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
    const failed = found.find((one) => one.status === 'rejected' && !isEmpty(one.reason))
    if (addresses.length === 0 && failed) throw (failed as PromiseRejectedResult).reason
    return addresses
  }

  return (name, { asSystem, signal }) => (asSystem ? askSystem(name).catch(orNone) : askServers(name, signal))
}

const isEmpty = (error: unknown): boolean => ['ENOTFOUND', 'ENODATA'].includes((error as { code?: string }).code ?? '')

const orNone = (error: unknown): string[] => {
  if (isEmpty(error)) return []
  throw error
}
