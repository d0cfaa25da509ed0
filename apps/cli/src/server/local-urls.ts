import type { Environment } from '../core/environment.ts'
import { wrongUse } from '../core/failure.ts'
import { checkUrl } from './check-url.ts'

/** The addresses of a server with default settings. */
export const defaultUrls = { management: 'http://127.0.0.1:4000', delivery: 'http://127.0.0.1:4001' }

type Role = keyof typeof defaultUrls
const roles = Object.keys(defaultUrls) as Role[]

/** The addresses on which a server with these settings listens, as seen from its own machine. */
export const listenersOf = (server: Environment['server']): string[] => {
  const { role = 'all' } = server
  const served = roles.filter((one) => role === 'all' || role === one)
  if (served.length === 0) wrongUse(`BUNTING_ROLE is "${role}", but must be: all, management, delivery.`)
  return served.map((one) => {
    if (server[`${one}Port`] === '0') {
      wrongUse(`The port of the role ${one} is 0: the server took any.`, 'Name it with --url.')
    }
    return localUrl(server, one)
  })
}

/** The address of one of the two APIs by the server's settings. Port 0 (any free one) counts as the default port. */
export const localUrl = ({ host = '127.0.0.1', ...ports }: Environment['server'], api: Role): string => {
  const port = ports[`${api}Port`]
  return checkUrl(
    `http://${reachable(host)}:${port === undefined || port === '0' ? new URL(defaultUrls[api]).port : port}`,
  )
}

/** A server that listens on all addresses is reached over loopback. */
const reachable = (host: string): string => {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}
