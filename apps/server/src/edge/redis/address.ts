import { isIPv6 } from 'node:net'
import { StartupError } from '../../base/startup-error.ts'

export type Host = { host: string; port: number }

/** The parts of a REDIS_URL. */
export type RedisAddress = { tls: boolean; login: Login; hosts: readonly Host[] } & (
  | { kind: 'single'; db: number }
  | { kind: 'sentinel'; name: string; sentinelLogin: Login }
  | { kind: 'cluster' }
)

type Login = { username?: string; password?: string }

const must =
  'must be: an address that begins with redis:// or rediss://, redis+sentinel:// or redis+cluster:// (with TLS: rediss+…)'

/**
 * One Redis: `redis://[user:password@]host:port/db` (`rediss://` for TLS).
 * Sentinel: `redis+sentinel://[user:password@]host:port,host:port/name[?sentinelUsername=…&sentinelPassword=…]`.
 * Cluster: `redis+cluster://[user:password@]host:port,host:port`.
 * Throws an error that says what is wrong, without any part of the address: the mistake may be in a password.
 */
export const readRedisAddress = (url: string): RedisAddress => {
  const [, tls, kind = 'single', rest = ''] = /^redis(s)?(?:\+(sentinel|cluster))?:\/\/(.*)$/.exec(url) ?? wrong(must)
  // Splits at the last @: an @ in a password need not be encoded.
  const [, userInfo, addresses = '', path = '', query] =
    /^(?:(.*)@)?([^/?]*)(?:\/([^?]*))?(?:\?(.*))?$/.exec(rest) ?? wrong(must)
  const common = { tls: tls !== undefined, login: loginIn(userInfo), hosts: hostsIn(addresses, kind) }
  if (query !== undefined && kind !== 'sentinel') wrong('has parameters (?…), which only redis+sentinel:// takes')
  if (kind === 'sentinel') return { ...common, kind, name: nameIn(path), sentinelLogin: parametersIn(query ?? '') }
  if (kind === 'cluster') {
    return path === '' ? { ...common, kind } : wrong('has a path, but a cluster has no databases to choose from')
  }
  if (common.hosts.length > 1) wrong('names several hosts, which only redis+sentinel:// and redis+cluster:// take')
  if (!/^\d{0,5}$/.test(path)) wrong('has a path that is not the number of a database: redis://host:6379/0')
  return { ...common, kind: 'single', db: Number(path) }
}

const wrong = (problem: string): never => {
  throw new StartupError(`REDIS_URL is set, but ${problem}.`)
}

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return wrong('has a % in a user name or password that encodes nothing: write %25 for it')
  }
}

const loginIn = (userInfo = ''): Login => {
  if (/[/?#]/.test(userInfo)) wrong('has /, ? or # in its user name or password: write %2F, %3F and %23 for them')
  const [, username = '', password = ''] = /^([^:]*):?(.*)$/.exec(userInfo) ?? []
  return { ...(username && { username: decode(username) }), ...(password && { password: decode(password) }) }
}

const hostsIn = (addresses: string, kind: string): Host[] =>
  addresses.split(',').map((address, at, { length }) => {
    const which = length === 1 ? 'its host' : `host ${at + 1} of ${length}`
    if (address === '') wrong(length === 1 ? 'names no host' : `has nothing as ${which}`)
    if (isIPv6(address)) wrong(`has an IPv6 address as ${which} that is not in brackets: [::1]:6379`)
    const [, inBrackets, name, port] = /^(?:\[(.*)\]|([^\s:[\]#]*))(?::(.*))?$/.exec(address) ?? []
    const host = inBrackets ?? name
    if (!host || (inBrackets !== undefined && !isIPv6(inBrackets))) return wrong(`has no address as ${which}`)
    if (port !== undefined && !isPort(port)) wrong(`has no port from 1 to 65535 after the : of ${which}`)
    return { host, port: Number(port ?? (kind === 'sentinel' ? 26_379 : 6_379)) }
  })

const isPort = (text: string): boolean => /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535

/** The name of the master, in the form that Sentinel allows. */
const nameIn = (path: string): string => {
  if (path === '') wrong('lacks the name of the master after its hosts: redis+sentinel://host:26379,host:26379/name')
  return /^[\w.-]+$/.test(path) ? path : wrong('has a name of the master with more than letters, digits, ., - and _')
}

const parametersIn = (query: string): Login => {
  const login: Login = {}
  for (const one of query.split('&').filter((text) => text !== '')) {
    const [, parameter, value = ''] = /^sentinel(Username|Password)=(.+)$/.exec(one) ?? []
    if (parameter === undefined)
      wrong('has a parameter other than sentinelUsername and sentinelPassword, or an empty one')
    login[parameter === 'Username' ? 'username' : 'password'] = decode(value)
  }
  return login
}
