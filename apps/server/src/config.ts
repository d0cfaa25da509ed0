import { limits, nearest, type Plan, plans, roles } from '@bunting/contract'
import { CannotStart } from './cannot-start.ts'
import { readProxies, type TrustedProxies } from './http/caller-address.ts'
import { isLoopback } from './http/loopback.ts'
import type { Limit } from './http/rate-limit.ts'
import { groupRolePattern, type OAuthConfig, readOAuth } from './oauth-config.ts'
import type { AskedStreams } from './rules/connections.ts'
import type { Approvals } from './rules/permissions.ts'

type Role = 'all' | 'management' | 'delivery'

export type Config = {
  role: Role
  host: string
  managementPort: number
  deliveryPort: number
  /** From host and port, where it is not set. */
  publicUrl: string | undefined
  dataDir: string
  databaseUrl: string | undefined
  redisUrl: string | undefined
  limits: Record<'server' | 'client' | 'management' | 'failed', Limit | undefined>
  /** Where one is not set, it follows from how many files the process may open. */
  streams: AskedStreams
  trustedProxies: TrustedProxies | undefined
  countryHeader: string | undefined
  analytics: boolean
  recordEvaluations: 'none' | 'ofrep' | 'all'
  eventRetentionDays: number
  /** Of events that an environment may be sent in a day. */
  eventBytesPerDay: number
  /** Different values of a flag that a day's figures name. */
  eventValuesPerDay: number
  deliveryWorkers: number
  adminTokens: readonly string[]
  metricsToken: string | undefined
  securityContact: string | undefined
  approvals: Approvals
  bootstrapPlan: Plan
  bootstrapServerKey: string | undefined
  oauth: OAuthConfig | undefined
}

type Setting = {
  parse: (text: string) => string | number
  allowed: string
  /** Not to be repeated to anybody. */
  secret?: boolean
}

const text: Setting = { parse: (value) => value, allowed: 'any text' }
const port: Setting = {
  parse: (value) => (/^\d{1,5}$/.test(value) && Number(value) <= 65_535 ? Number(value) : bad()),
  allowed: 'a port from 0 to 65535',
}
const url = (...protocols: string[]): Setting => ({
  parse: (value) => (URL.canParse(value) && protocols.includes(new URL(value).protocol) ? value : bad()),
  allowed: `an address that begins with ${protocols.map((one) => `${one}//`).join(' or ')}`,
})
const oneOf = (values: readonly string[]): Setting => ({
  parse: (value) => (values.includes(value) ? value : bad()),
  allowed: values.join(', '),
})
const matching = (pattern: RegExp, allowed: string): Setting => ({
  parse: (value) => (pattern.test(value) ? value : bad()),
  allowed,
})

/** Secrets go there: over plain HTTP only on this machine. */
const providerUrl: Setting = {
  parse: (value) => {
    const { protocol, hostname } = URL.canParse(value) ? new URL(value) : bad()
    return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname)) ? value : bad()
  },
  allowed: 'an address that begins with https:// (http:// on this machine alone)',
}
const listOf = (pattern: RegExp, allowed: string): Setting => ({
  parse: (value) => (value.split(',').every((one) => pattern.test(one.trim())) ? value : bad()),
  allowed,
})

const count: Setting = {
  parse: (value) => (/^[1-9]\d{0,6}$/.test(value) ? Number(value) : bad()),
  allowed: 'a whole number from 1 to 9999999',
}
const proxies: Setting = {
  parse: (value) => readProxies(value) && value,
  allowed: 'addresses and ranges such as 10.0.0.0/8 or 2001:db8::1, separated by commas',
}

/** `rate/burst`, or `off`. */
const limitPattern = /^(\d{1,9})\/(\d{1,9})$/
const limit = matching(/^(off|[1-9]\d{0,8}\/[1-9]\d{0,8})$/, 'rate/burst, such as 100/200, or off')

const toLimit = (text: string): Limit | undefined => {
  const [, rate, burst] = limitPattern.exec(text) ?? []
  return rate && burst ? { rate: Number(rate), burst: Number(burst) } : undefined
}

const bad = (): never => {
  throw new Error()
}

const secret = (setting: Setting): Setting => ({ ...setting, secret: true })

/** Every setting, with what it may be. */
const settings = {
  BUNTING_ROLE: oneOf(['all', 'management', 'delivery']),
  BUNTING_HOST: text,
  BUNTING_MANAGEMENT_PORT: port,
  BUNTING_DELIVERY_PORT: port,
  BUNTING_PUBLIC_URL: url('http:', 'https:'),
  BUNTING_DATA_DIR: text,
  DATABASE_URL: secret(url('postgres:', 'postgresql:')),
  REDIS_URL: secret(
    url('redis:', 'rediss:', 'redis+sentinel:', 'redis+cluster:', 'rediss+sentinel:', 'rediss+cluster:'),
  ),
  BUNTING_RATE_LIMIT_SERVER: limit,
  BUNTING_RATE_LIMIT_CLIENT: limit,
  BUNTING_RATE_LIMIT_MANAGEMENT: limit,
  BUNTING_RATE_LIMIT_FAILED: limit,
  BUNTING_MAX_STREAMS: count,
  BUNTING_MAX_STREAMS_PER_KEY: count,
  BUNTING_MAX_STREAMS_PER_ADDRESS: count,
  BUNTING_TRUSTED_PROXIES: proxies,
  BUNTING_DELIVERY_WORKERS: {
    parse: (value) => (/^[1-9]\d?$/.test(value) ? Number(value) : bad()),
    allowed: 'a whole number from 1 to 99',
  },
  BUNTING_ANALYTICS: oneOf(['on', 'off']),
  BUNTING_RECORD_EVALUATIONS: oneOf(['none', 'ofrep', 'all']),
  BUNTING_EVENT_RETENTION_DAYS: {
    // Events may be 30 days old when they come.
    parse: (value) => (/^\d{2,4}$/.test(value) && Number(value) >= 31 ? Number(value) : bad()),
    allowed: 'a whole number from 31 to 9999',
  },
  BUNTING_EVENT_MEGABYTES_PER_DAY: {
    parse: (value) => (/^[1-9]\d{0,6}$/.test(value) ? Number(value) : bad()),
    allowed: 'a whole number from 1 to 9999999',
  },
  BUNTING_EVENT_VALUES_PER_DAY: {
    parse: (value) =>
      /^\d{1,5}$/.test(value) && Number(value) >= 2 && Number(value) <= 10_000 ? Number(value) : bad(),
    allowed: 'a whole number from 2 to 10000',
  },
  BUNTING_COUNTRY_HEADER: matching(/^[A-Za-z0-9-]+$/, 'the name of a header'),
  BUNTING_ADMIN_TOKEN: secret(
    listOf(/^[^\s,]{32,}$/, 'at least 32 characters without spaces; several are separated by commas'),
  ),
  BUNTING_METRICS_TOKEN: secret(matching(/^\S{16,}$/, 'at least 16 characters without spaces')),
  BUNTING_SECURITY_CONTACT: matching(
    /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+|tel:\+?[\d().-]+|[^\s@:]+@[^\s@]+)$/i,
    'an e-mail address, or an address that begins with mailto:, https:// or tel:',
  ),
  BUNTING_APPROVALS: oneOf(['actors', 'people']),
  BUNTING_BOOTSTRAP_PLAN: oneOf(plans),
  BUNTING_BOOTSTRAP_SERVER_KEY: secret(
    matching(/^sk_[A-Za-z0-9_-]{32,125}$/, 'sk_ and 32 or more letters, digits, - or _'),
  ),
  BUNTING_OAUTH_ISSUER: providerUrl,
  BUNTING_OAUTH_AUTHORIZE_URL: providerUrl,
  BUNTING_OAUTH_TOKEN_URL: providerUrl,
  BUNTING_OAUTH_USERINFO_URL: providerUrl,
  BUNTING_OAUTH_CLIENT_ID: text,
  BUNTING_OAUTH_CLIENT_SECRET: secret(text),
  BUNTING_OAUTH_SCOPES: text,
  BUNTING_OAUTH_ADMINS: listOf(/^[^\s@]+@[^\s@]+$/, 'e-mail addresses, separated by commas'),
  BUNTING_OAUTH_DOMAINS: listOf(/^[^\s@]+$/, 'domains such as example.com, separated by commas'),
  BUNTING_OAUTH_TRUST_EMAIL: oneOf(['on', 'off']),
  BUNTING_OAUTH_GROUPS_CLAIM: matching(/^\S.{0,199}$/, 'the name of a claim, such as groups'),
  BUNTING_OAUTH_GROUP_ROLES: listOf(
    groupRolePattern,
    `a role (${roles.join(', ')}) for each group, such as flag-admins=admin,everybody=viewer`,
  ),
} satisfies Record<string, Setting>

type Name = keyof typeof settings

/** The only reader of the environment. An unknown `BUNTING_*` or a bad value stops the start. */
export const readConfig = (environment: Record<string, string | undefined> = process.env): Config => {
  refuseUnknown(Object.keys(environment))
  const get = (name: Name): string | number | undefined => {
    const value = environment[name]
    if (value === undefined || value === '') return undefined
    try {
      return settings[name].parse(value)
    } catch {
      const { allowed, secret: hidden = false }: Setting = settings[name]
      throw new CannotStart(`${name} ${hidden ? 'is set, but' : `is "${value}", but`} must be: ${allowed}.`)
    }
  }
  const limitOf = (name: Name, otherwise: string) => toLimit((get(name) as string | undefined) ?? otherwise)
  const role = (get('BUNTING_ROLE') as Role | undefined) ?? 'all'
  const redisUrl = get('REDIS_URL') as string | undefined
  if (role !== 'all' && redisUrl === undefined) {
    throw new CannotStart(`BUNTING_ROLE is "${role}", which needs a REDIS_URL: it is how the two roles meet.`)
  }
  const host = (get('BUNTING_HOST') as string | undefined) ?? '127.0.0.1'
  const managementPort = (get('BUNTING_MANAGEMENT_PORT') as number | undefined) ?? 4000
  const publicUrl = get('BUNTING_PUBLIC_URL') as string | undefined
  const trusted = get('BUNTING_TRUSTED_PROXIES') as string | undefined
  const oauth = readOAuth((name) => get(name) as string | undefined)
  if (oauth && publicUrl === undefined && ['0.0.0.0', '::'].includes(host)) {
    throw new CannotStart(
      `With BUNTING_HOST ${host} a provider needs a BUNTING_PUBLIC_URL: it is where people are sent back to.`,
    )
  }
  return {
    role,
    host,
    managementPort,
    deliveryPort: (get('BUNTING_DELIVERY_PORT') as number | undefined) ?? 4001,
    publicUrl,
    dataDir: (get('BUNTING_DATA_DIR') as string | undefined) ?? '.bunting',
    databaseUrl: get('DATABASE_URL') as string | undefined,
    redisUrl,
    limits: {
      server: limitOf('BUNTING_RATE_LIMIT_SERVER', '5000/10000'),
      client: limitOf('BUNTING_RATE_LIMIT_CLIENT', '100/200'),
      management: limitOf('BUNTING_RATE_LIMIT_MANAGEMENT', '100/500'),
      failed: limitOf('BUNTING_RATE_LIMIT_FAILED', '10/50'),
    },
    deliveryWorkers: (get('BUNTING_DELIVERY_WORKERS') as number | undefined) ?? 1,
    analytics: get('BUNTING_ANALYTICS') !== 'off',
    recordEvaluations: (get('BUNTING_RECORD_EVALUATIONS') as Config['recordEvaluations'] | undefined) ?? 'ofrep',
    eventRetentionDays: (get('BUNTING_EVENT_RETENTION_DAYS') as number | undefined) ?? 100,
    streams: {
      total: get('BUNTING_MAX_STREAMS') as number | undefined,
      perKey: get('BUNTING_MAX_STREAMS_PER_KEY') as number | undefined,
      perAddress: get('BUNTING_MAX_STREAMS_PER_ADDRESS') as number | undefined,
    },
    trustedProxies: trusted === undefined ? undefined : readProxies(trusted),
    eventBytesPerDay: ((get('BUNTING_EVENT_MEGABYTES_PER_DAY') as number | undefined) ?? 2_048) * 1024 * 1024,
    eventValuesPerDay: (get('BUNTING_EVENT_VALUES_PER_DAY') as number | undefined) ?? limits.usageValues,
    countryHeader: (get('BUNTING_COUNTRY_HEADER') as string | undefined)?.toLowerCase(),
    adminTokens: ((get('BUNTING_ADMIN_TOKEN') as string | undefined) ?? '')
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== ''),
    metricsToken: get('BUNTING_METRICS_TOKEN') as string | undefined,
    securityContact: get('BUNTING_SECURITY_CONTACT') as string | undefined,
    approvals: (get('BUNTING_APPROVALS') as Approvals | undefined) ?? 'actors',
    bootstrapPlan: (get('BUNTING_BOOTSTRAP_PLAN') as Plan | undefined) ?? 'enterprise',
    bootstrapServerKey: get('BUNTING_BOOTSTRAP_SERVER_KEY') as string | undefined,
    oauth,
  }
}

export const httpUrl = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`

const prefix = 'BUNTING_'
/** The command line's: whoever uses both from one shell has them here too. */
const ofCommands = ['BUNTING_URL', 'BUNTING_DELIVERY_URL', 'BUNTING_KEY', 'BUNTING_PROFILE']

const refuseUnknown = (names: readonly string[]): void => {
  for (const name of names) {
    if (!name.startsWith(prefix) || name in settings || ofCommands.includes(name)) continue
    const near = nearest(
      name.slice(prefix.length),
      Object.keys(settings).map((one) => one.slice(prefix.length)),
    )
    const known = Object.keys(settings).join(', ')
    throw new CannotStart(`${name} is no setting. ${near ? `Did you mean ${prefix}${near}?` : `There are: ${known}.`}`)
  }
}
