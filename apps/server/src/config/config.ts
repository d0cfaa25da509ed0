import { limits, nearest, type Plan } from '@bunting/contract'
import type { AllowedHosts } from '../base/allowed-hosts.ts'
import { StartupError } from '../base/startup-error.ts'
import type { Limit } from '../http/auth/rate-limit.ts'
import type { TrustedProxies } from '../http/server/caller-address.ts'
import type { OtlpConfig } from '../otlp/config.ts'
import type { PrometheusConfig } from '../prometheus/config.ts'
import type { AskedStreams } from '../rules/access/connections.ts'
import type { Approvals } from '../rules/access/permissions.ts'
import type { OAuthConfig } from '../sign-in/provider/oauth-config.ts'
import { readOAuth } from './oauth-config.ts'
import { readOtlp } from './otlp-config.ts'
import { type GetSetting, type Setting, type SettingName, type SettingValue, settings } from './settings.ts'

type Role = 'all' | 'management' | 'delivery'

export type Config = {
  role: Role
  host: string
  managementPort: number
  deliveryPort: number
  /** Undefined if it follows from host and port. */
  publicUrl: string | undefined
  publicDeliveryUrl: string | undefined
  dataDir: string
  databaseUrl: string | undefined
  redisUrl: string | undefined
  limits: Record<'server' | 'client' | 'management' | 'failed', Limit | undefined>
  /** Limits that are not set follow from the number of files that the process may open. */
  streams: AskedStreams
  trustedProxies: TrustedProxies | undefined
  countryHeader: string | undefined
  analytics: boolean
  recordEvaluations: 'none' | 'ofrep' | 'all'
  /** Whether browsers that send `Sec-GPC: 1` are left alone. */
  respectGpc: boolean
  eventRetentionDays: number
  /** Bytes of events that an environment may receive in a day. */
  eventBytesPerDay: number
  /** Bytes of configs and proposals that each person or key may save in a day. */
  /** What large lists may take of a Delivery process's memory. */
  listsBytes: number
  savedBytesPerDay: number
  /** The most different values of a flag that a day's figures list. */
  eventValuesPerDay: number
  deliveryWorkers: number
  deliveryHttp: 'fast' | 'node'
  adminTokens: readonly string[]
  metricsToken: string | undefined
  securityContact: string | undefined
  /** Hosts to which webhooks are sent although they are not public. */
  webhookAllow: AllowedHosts | undefined
  approvals: Approvals
  strictReviewerHours: number
  bootstrapPlan: Plan
  bootstrapServerKey: string | undefined
  oauth: OAuthConfig | undefined
  /** The Prometheus that guardrails ask; without one schedules have no guardrails. */
  prometheus: PrometheusConfig | undefined
  /** The collector of traces and metrics; without one nothing is sent. */
  otlp: OtlpConfig | undefined
}

/** Reads the environment, which no other code does. An unknown `BUNTING_*` variable or an invalid value stops the start. */
export const readConfig = (environment: Record<string, string | undefined> = process.env): Config => {
  refuseUnknown(Object.keys(environment))
  const get: GetSetting = (name) => {
    const value = environment[name]
    if (value === undefined || value === '') return undefined
    const { parse, expected, secret: hidden = false } = settings[name] as Setting<SettingValue<typeof name>>
    try {
      return parse(value)
    } catch (error) {
      if (error instanceof StartupError) throw error
      throw new StartupError(`${name} ${hidden ? 'is set, but' : `is "${value}", but`} must be: ${expected}.`)
    }
  }
  const limitOf = (name: `BUNTING_RATE_LIMIT_${string}` & SettingName, rate: number, burst: number) => {
    const limit = get(name) ?? { rate, burst }
    return limit === 'off' ? undefined : limit
  }
  const role = get('BUNTING_ROLE') ?? 'all'
  const redisUrl = get('REDIS_URL')
  if (role !== 'all' && redisUrl === undefined) {
    throw new StartupError(`BUNTING_ROLE is "${role}", which needs a REDIS_URL: it is how the two roles meet.`)
  }
  const host = get('BUNTING_HOST') ?? '127.0.0.1'
  const managementPort = get('BUNTING_MANAGEMENT_PORT') ?? 4000
  const publicUrl = get('BUNTING_PUBLIC_URL')
  const oauth = readOAuth(get)
  if (oauth && publicUrl === undefined && ['0.0.0.0', '::'].includes(host)) {
    throw new StartupError(
      `With BUNTING_HOST ${host} a provider needs a BUNTING_PUBLIC_URL: it is where people are sent back to.`,
    )
  }
  return {
    role,
    host,
    managementPort,
    deliveryPort: get('BUNTING_DELIVERY_PORT') ?? 4001,
    publicUrl,
    publicDeliveryUrl: get('BUNTING_PUBLIC_DELIVERY_URL'),
    dataDir: get('BUNTING_DATA_DIR') ?? '.bunting',
    databaseUrl: get('DATABASE_URL'),
    redisUrl,
    limits: {
      server: limitOf('BUNTING_RATE_LIMIT_SERVER', 5_000, 10_000),
      client: limitOf('BUNTING_RATE_LIMIT_CLIENT', 100, 200),
      management: limitOf('BUNTING_RATE_LIMIT_MANAGEMENT', 100, 500),
      failed: limitOf('BUNTING_RATE_LIMIT_FAILED', 10, 50),
    },
    deliveryWorkers: get('BUNTING_DELIVERY_WORKERS') ?? 1,
    deliveryHttp: get('BUNTING_DELIVERY_HTTP') ?? 'fast',
    analytics: get('BUNTING_ANALYTICS') !== 'off',
    recordEvaluations: get('BUNTING_RECORD_EVALUATIONS') ?? 'ofrep',
    respectGpc: get('BUNTING_RESPECT_GPC') === 'on',
    eventRetentionDays: get('BUNTING_EVENT_RETENTION_DAYS') ?? 100,
    streams: {
      total: get('BUNTING_MAX_STREAMS'),
      perKey: get('BUNTING_MAX_STREAMS_PER_KEY'),
      perAddress: get('BUNTING_MAX_STREAMS_PER_ADDRESS'),
    },
    trustedProxies: get('BUNTING_TRUSTED_PROXIES'),
    savedBytesPerDay: (get('BUNTING_SAVED_MEGABYTES_PER_DAY') ?? 256) * 1024 * 1024,
    listsBytes: (get('BUNTING_LISTS_MEGABYTES') ?? 1_024) * 1024 * 1024,
    eventBytesPerDay: (get('BUNTING_EVENT_MEGABYTES_PER_DAY') ?? 2_048) * 1024 * 1024,
    eventValuesPerDay: get('BUNTING_EVENT_VALUES_PER_DAY') ?? limits.usageValues,
    countryHeader: get('BUNTING_COUNTRY_HEADER')?.toLowerCase(),
    adminTokens: get('BUNTING_ADMIN_TOKEN') ?? [],
    metricsToken: get('BUNTING_METRICS_TOKEN'),
    securityContact: get('BUNTING_SECURITY_CONTACT'),
    webhookAllow: get('BUNTING_WEBHOOK_ALLOW'),
    approvals: get('BUNTING_APPROVALS') ?? 'actors',
    strictReviewerHours: get('BUNTING_STRICT_REVIEWER_HOURS') ?? 24,
    bootstrapPlan: get('BUNTING_BOOTSTRAP_PLAN') ?? 'enterprise',
    bootstrapServerKey: get('BUNTING_BOOTSTRAP_SERVER_KEY'),
    oauth,
    prometheus: readPrometheus(get),
    otlp: readOtlp(get),
  }
}

const readPrometheus = (get: GetSetting): PrometheusConfig | undefined => {
  const url = get('BUNTING_PROMETHEUS_URL')
  const token = get('BUNTING_PROMETHEUS_TOKEN')
  if (url !== undefined) return { url, token }
  if (token !== undefined) {
    throw new StartupError('BUNTING_PROMETHEUS_TOKEN is set, and needs BUNTING_PROMETHEUS_URL too.')
  }
  return undefined
}

export const httpUrl = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`

const prefix = 'BUNTING_'
/** Variables of the command line, which may be set in the same shell. */
const ofCommands = ['BUNTING_URL', 'BUNTING_DELIVERY_URL', 'BUNTING_KEY', 'BUNTING_PROFILE']

const refuseUnknown = (names: readonly string[]): void => {
  for (const name of names) {
    if (!name.startsWith(prefix) || name in settings || ofCommands.includes(name)) continue
    const near = nearest(
      name.slice(prefix.length),
      Object.keys(settings).map((one) => one.slice(prefix.length)),
    )
    const known = Object.keys(settings).join(', ')
    throw new StartupError(
      `${name} is not a setting. ${near ? `Did you mean ${prefix}${near}?` : `There are: ${known}.`}`,
    )
  }
}
