import { readRedisAddress } from '../edge/redis/address.ts'
import { isLoopback } from '../http/server/loopback.ts'
import type { Store } from '../store/store.ts'
import { type Config, httpUrl } from './config.ts'

/** Warnings about settings that work, but should be changed. */
export const startWarnings = (config: Config): string[] => [
  ...ofAddress(config),
  ...ofRedis(config),
  ...ofPrometheus(config),
]

/** Warnings about data in the database that should be corrected. */
export const storedWarnings = async (store: Pick<Store, 'users'>): Promise<string[]> => {
  const sharing = await store.users.countSharing()
  if (sharing === 0) return []
  const [who, they] = sharing === 1 ? ['1 member has', 'It'] : [`${sharing} members have`, 'They']
  return [
    `${who} an e-mail that is another account's, which now is one account's. ${they} cannot sign in any more: remove the account that is not used.`,
  ]
}

const ofAddress = ({ role, publicUrl, host, managementPort, oauth }: Config): string[] => {
  if (role === 'delivery') return []
  const { protocol, hostname, origin } = new URL(publicUrl ?? httpUrl(host, managementPort))
  if (protocol === 'https:' || isLoopback(hostname)) return []
  const what = oauth ? 'People sign in at' : 'Keys are sent to'
  const risk = oauth ? 'can take over their sessions' : 'can read and use them'
  return [
    `${what} ${origin} over plain HTTP: whoever is on the way ${risk}. Put a proxy with TLS before it, and set BUNTING_PUBLIC_URL to its https:// address.`,
  ]
}

const ofRedis = ({ redisUrl }: Config): string[] => {
  if (redisUrl === undefined) return []
  const { hosts, login } = readRedisAddress(redisUrl)
  if (login.password !== undefined || hosts.every(({ host }) => isLoopback(host))) return []
  return [
    'REDIS_URL has no password: whoever reaches that Redis decides what flags answer. Have it ask for one, and put it into REDIS_URL.',
  ]
}

const ofPrometheus = ({ prometheus }: Config): string[] => {
  if (prometheus?.token === undefined) return []
  const { protocol, hostname, origin } = new URL(prometheus.url)
  if (protocol === 'https:' || isLoopback(hostname)) return []
  return [
    `BUNTING_PROMETHEUS_TOKEN is sent to ${origin} over plain HTTP: whoever is on the way can read and use it. Set BUNTING_PROMETHEUS_URL to an https:// address.`,
  ]
}
