import { plans, type Role, roles } from '@bunting/contract'
import { type AllowedHosts, readAllowedHosts } from '../base/allowed-hosts.ts'
import { StartupError } from '../base/startup-error.ts'
import { readRedisAddress } from '../edge/redis/address.ts'
import type { Limit } from '../http/auth/rate-limit.ts'
import { readProxies, type TrustedProxies } from '../http/server/caller-address.ts'
import { isLoopback } from '../http/server/loopback.ts'

export type Setting<Value = unknown> = {
  /** Parses a value; throws `StartupError` if there is more to say than which values are allowed. */
  parse: (text: string) => Value
  expected: string
  /** The value is never shown. */
  secret?: boolean
}

const text: Setting<string> = { parse: (value) => value, expected: 'any text' }
const port: Setting<number> = {
  parse: (value) => (/^\d{1,5}$/.test(value) && Number(value) <= 65_535 ? Number(value) : bad()),
  expected: 'a port from 0 to 65535',
}
const url = (...protocols: string[]): Setting<string> => ({
  parse: (value) => (URL.canParse(value) && protocols.includes(new URL(value).protocol) ? value : bad()),
  expected: `an address that begins with ${protocols.map((one) => `${one}//`).join(' or ')}`,
})
const redisUrl: Setting<string> = {
  parse: (value) => (readRedisAddress(value) ? value : bad()),
  expected: 'the address of a Redis',
}
/**
 * The first path segments of our own addresses. With one of them as a prefix it would be unclear whether a proxy has removed
 * the prefix.
 */
const ours = [
  'v1',
  'api',
  'admin',
  'ofrep',
  'projects',
  'sign-in',
  'docs',
  'assets',
  'healthz',
  'readyz',
  'metrics',
  'mcp',
  'openfeature',
]
const publicUrl: Setting<string> = {
  parse: (value) => {
    const { protocol, origin, pathname, href } = URL.canParse(value) ? new URL(value) : bad()
    const isPlain = ['http:', 'https:'].includes(protocol) && href === `${origin}${pathname}`
    const path = pathname.replace(/\/$/, '')
    if (!isPlain || !/^(\/[\w.~-]+)*$/.test(path) || ours.includes(path.split('/')[1] ?? '')) return bad()
    return `${origin}${path}`
  },
  expected: `an address that begins with http:// or https://, maybe with a path that does not begin with ${ours.map((one) => `/${one}`).join(', ')}`,
}
const oneOf = <const Value extends string>(values: readonly Value[]): Setting<Value> => ({
  parse: (value) => values.find((one) => one === value) ?? bad(),
  expected: values.join(', '),
})
const matching = (pattern: RegExp, expected: string): Setting<string> => ({
  parse: (value) => (pattern.test(value) ? value : bad()),
  expected,
})

/** An address that receives secrets: plain HTTP is allowed only on this machine. */
const providerUrl: Setting<string> = {
  parse: (value) => {
    const { protocol, hostname } = URL.canParse(value) ? new URL(value) : bad()
    return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname)) ? value : bad()
  },
  expected: 'an address that begins with https:// (http:// on this machine alone)',
}
const listOf = (pattern: RegExp, expected: string): Setting<string[]> => ({
  parse: (value) => {
    const items = value.split(',').map((one) => one.trim())
    return items.every((one) => pattern.test(one)) ? items : bad()
  },
  expected,
})

/** Parses `group=role`. The name of a group may contain an equals sign, a role may not. */
const groupRole = new RegExp(`^(\\S.*?)\\s*=\\s*(${roles.join('|')})$`)
const groupRoles: Setting<[group: string, role: Role][]> = {
  parse: (value) =>
    value.split(',').map((one) => {
      const [, group = '', role] = groupRole.exec(one.trim()) ?? bad()
      return [group, role as Role]
    }),
  expected: `a role (${roles.join(', ')}) for each group, such as flag-admins=admin,everybody=viewer`,
}

const count: Setting<number> = {
  parse: (value) => (/^[1-9]\d{0,6}$/.test(value) ? Number(value) : bad()),
  expected: 'a whole number from 1 to 9999999',
}
const proxies: Setting<TrustedProxies> = {
  parse: readProxies,
  expected: 'addresses and ranges such as 10.0.0.0/8 or 2001:db8::1, separated by commas',
}

const hosts: Setting<AllowedHosts> = {
  parse: readAllowedHosts,
  expected: 'names of hosts and ranges such as hooks.internal or 10.0.0.0/8, separated by commas',
}

const limit: Setting<Limit | 'off'> = {
  parse: (value) => {
    if (value === 'off') return value
    const [, rate, burst] = /^([1-9]\d{0,8})\/([1-9]\d{0,8})$/.exec(value) ?? bad()
    return { rate: Number(rate), burst: Number(burst) }
  },
  expected: 'rate/burst, such as 100/200, or off',
}

const bad = (): never => {
  throw new Error()
}

const secret = <Value>(setting: Setting<Value>): Setting<Value> => ({ ...setting, secret: true })

const collector = secret(url('http:', 'https:'))
const otlpProtocols = oneOf(['http/protobuf', 'http/json'])
const otlpProtocol: typeof otlpProtocols = {
  ...otlpProtocols,
  parse: (value) => {
    if (value === 'grpc') {
      throw new StartupError(
        'OTLP over gRPC is not spoken here: set OTEL_EXPORTER_OTLP_PROTOCOL to http/protobuf or http/json, and the endpoint to the port that the collector has for HTTP (usually 4318).',
      )
    }
    return otlpProtocols.parse(value)
  },
}
const pairs = listOf(
  /^[^\s=,;]+ *=(%[0-9a-f]{2}|[^,%])*$/i,
  'name=value pairs, separated by commas, values percent-encoded',
)
const samplers = ['always_on', 'always_off', 'traceidratio'] as const
const share: Setting<number> = {
  parse: (value) => (/^(0(\.\d+)?|1(\.0+)?)$/.test(value) ? Number(value) : bad()),
  expected: 'a number from 0 to 1',
}

const prometheusUrl: Setting<string> = {
  parse: (value) => {
    const { protocol, username, password, search, hash } = URL.canParse(value) ? new URL(value) : bad()
    if (username !== '' || password !== '') {
      throw new StartupError(
        'BUNTING_PROMETHEUS_URL has a user name or a password in it: what opens Prometheus is BUNTING_PROMETHEUS_TOKEN.',
      )
    }
    return ['http:', 'https:'].includes(protocol) && search === '' && hash === '' ? value : bad()
  },
  expected: 'an address that begins with http:// or https://, maybe with a path',
}

/** Every setting, with its allowed values. */
export const settings = {
  BUNTING_ROLE: oneOf(['all', 'management', 'delivery']),
  BUNTING_HOST: text,
  BUNTING_MANAGEMENT_PORT: port,
  BUNTING_DELIVERY_PORT: port,
  BUNTING_PUBLIC_URL: publicUrl,
  BUNTING_PUBLIC_DELIVERY_URL: publicUrl,
  BUNTING_DATA_DIR: text,
  DATABASE_URL: secret(url('postgres:', 'postgresql:')),
  REDIS_URL: secret(redisUrl),
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
    expected: 'a whole number from 1 to 99',
  },
  BUNTING_DELIVERY_HTTP: oneOf(['fast', 'node']),
  BUNTING_SAVED_MEGABYTES_PER_DAY: count,
  BUNTING_LISTS_MEGABYTES: count,
  BUNTING_ANALYTICS: oneOf(['on', 'off']),
  BUNTING_RESPECT_GPC: oneOf(['on', 'off']),
  BUNTING_RECORD_EVALUATIONS: oneOf(['none', 'ofrep', 'all']),
  BUNTING_EVENT_RETENTION_DAYS: {
    // Events may be 30 days old when they arrive.
    parse: (value) => (/^\d{2,4}$/.test(value) && Number(value) >= 31 ? Number(value) : bad()),
    expected: 'a whole number from 31 to 9999',
  },
  BUNTING_EVENT_MEGABYTES_PER_DAY: count,
  BUNTING_EVENT_VALUES_PER_DAY: {
    parse: (value) =>
      /^\d{1,5}$/.test(value) && Number(value) >= 2 && Number(value) <= 10_000 ? Number(value) : bad(),
    expected: 'a whole number from 2 to 10000',
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
  BUNTING_WEBHOOK_ALLOW: hosts,
  BUNTING_APPROVALS: oneOf(['actors', 'people']),
  BUNTING_STRICT_REVIEWER_HOURS: {
    parse: (value) => (/^\d{1,4}$/.test(value) ? Number(value) : bad()),
    expected: 'a whole number from 0 to 9999',
  },
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
  BUNTING_OAUTH_GROUP_ROLES: groupRoles,
  BUNTING_PROMETHEUS_URL: prometheusUrl,
  BUNTING_PROMETHEUS_TOKEN: secret(matching(/^[!-~]+$/, 'letters, digits and signs without spaces')),
  OTEL_SDK_DISABLED: matching(/^(true|false)$/i, 'true, false'),
  OTEL_EXPORTER_OTLP_ENDPOINT: collector,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: collector,
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: collector,
  OTEL_EXPORTER_OTLP_PROTOCOL: otlpProtocol,
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: otlpProtocol,
  OTEL_EXPORTER_OTLP_METRICS_PROTOCOL: otlpProtocol,
  OTEL_EXPORTER_OTLP_HEADERS: secret(pairs),
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: secret(pairs),
  OTEL_EXPORTER_OTLP_METRICS_HEADERS: secret(pairs),
  OTEL_EXPORTER_OTLP_TIMEOUT: count,
  OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: count,
  OTEL_EXPORTER_OTLP_METRICS_TIMEOUT: count,
  OTEL_EXPORTER_OTLP_COMPRESSION: oneOf(['gzip', 'none']),
  OTEL_EXPORTER_OTLP_TRACES_COMPRESSION: oneOf(['gzip', 'none']),
  OTEL_EXPORTER_OTLP_METRICS_COMPRESSION: oneOf(['gzip', 'none']),
  OTEL_TRACES_EXPORTER: oneOf(['otlp', 'none']),
  OTEL_METRICS_EXPORTER: oneOf(['otlp', 'none']),
  OTEL_SERVICE_NAME: text,
  OTEL_RESOURCE_ATTRIBUTES: pairs,
  OTEL_TRACES_SAMPLER: oneOf([...samplers, ...samplers.map((one) => `parentbased_${one}` as const)]),
  OTEL_TRACES_SAMPLER_ARG: share,
  OTEL_BSP_SCHEDULE_DELAY: count,
  OTEL_BSP_MAX_QUEUE_SIZE: count,
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: count,
  OTEL_METRIC_EXPORT_INTERVAL: count,
} satisfies Record<string, Setting>

export type SettingName = keyof typeof settings

export type SettingValue<Name extends SettingName> = ReturnType<(typeof settings)[Name]['parse']>

/** The value of a setting; undefined if it is not set. */
export type GetSetting = <Name extends SettingName>(name: Name) => SettingValue<Name> | undefined
