import { otlpDocs } from './setting-docs-otlp.ts'
import type { SettingName } from './settings.ts'

/** The text of docs/settings.md on a setting, besides the allowed values from `settings.ts`. */
export type SettingDoc = {
  about: string
  /** The value that is used if it is unset … */
  default?: string
  /** … or a description of it, if it depends on something. */
  otherwise?: string
}

type Docs = Partial<Record<SettingName, SettingDoc>>

const listening = {
  BUNTING_ROLE: {
    default: 'all',
    about: 'Which APIs this process serves. `management` and `delivery` need `REDIS_URL`, through which they meet.',
  },
  BUNTING_HOST: { default: '127.0.0.1', about: 'The address to listen on.' },
  BUNTING_MANAGEMENT_PORT: {
    default: '4000',
    about: 'Management API, sign-in, dashboard and reference pages. `0` takes any free port.',
  },
  BUNTING_DELIVERY_PORT: { default: '4001', about: 'Delivery API. `0` takes any free port.' },
  BUNTING_PUBLIC_URL: {
    otherwise: 'from host and port',
    about:
      'The address people reach the Management API at. Redirects, links and cookies use it. It may have a path: [proxies](proxies.md#under-a-path).',
  },
  BUNTING_PUBLIC_DELIVERY_URL: {
    otherwise: 'from host and port',
    about: 'The address callers reach the Delivery API at. It may have a path.',
  },
  BUNTING_TRUSTED_PROXIES: {
    about: 'Proxies whose `X-Forwarded-For` or `Forwarded` says who calls. No other address is believed.',
  },
  BUNTING_COUNTRY_HEADER: {
    about: 'The header in which a trusted proxy sends the caller’s country, for the operator `geo_country`.',
  },
  BUNTING_DELIVERY_WORKERS: { default: '1', about: 'Processes that share the Delivery port.' },
  BUNTING_DELIVERY_HTTP: {
    default: 'fast',
    about:
      '`fast` answers plain evaluations straight on the connection and leaves every other request to Node’s HTTP server; `node` leaves it all of them. Answers are the same.',
  },
} satisfies Docs

const data = {
  BUNTING_DATA_DIR: {
    default: '.bunting',
    about:
      'Where the embedded database lives, and Delivery’s copy of what it serves. For one process at a time; only its owner can read it.',
  },
  DATABASE_URL: { about: 'A PostgreSQL server (15 or newer) instead of the embedded database.' },
  REDIS_URL: {
    about:
      'Redis or Valkey as the edge cache: `redis://user:password@host:6379/0`, `redis+sentinel://host:26379,host:26379/name` or `redis+cluster://host:6379,host:6379`; with TLS `rediss` instead of `redis`. Unset: the cache is in the process. [Several machines](several-machines.md#sentinel-and-cluster).',
  },
} satisfies Docs

const access = {
  BUNTING_ADMIN_TOKEN: {
    about:
      'Opens the operator API (`/admin/v1/organizations`, `/admin/v1/backup`). Give several to replace one with another. Unset: there is no operator API.',
  },
  BUNTING_METRICS_TOKEN: { about: 'If set, `/metrics` requires it as `Authorization: Bearer`.' },
  BUNTING_APPROVALS: {
    default: 'actors',
    about: 'Who can approve proposals: `actors` (any other person or key) or `people` (signed-in people only).',
  },
  BUNTING_STRICT_REVIEWER_HOURS: {
    default: '24',
    about:
      'How long after joining, coming back or getting a higher role somebody does not approve in strict environments, nor do their keys: an admin could invite a second self. `0` turns it off.',
  },
  BUNTING_WEBHOOK_ALLOW: {
    about:
      'Hosts that webhooks may be sent to although their address is not public, and over plain HTTP: names, and ranges that names may lead into. Listed names are looked up as the system does (`/etc/hosts`, search domains), all others in DNS. Unset: only `https://` and public addresses.',
  },
  BUNTING_SECURITY_CONTACT: {
    about: 'Where to report vulnerabilities of this installation; published at `/.well-known/security.txt`.',
  },
  BUNTING_BOOTSTRAP_PLAN: {
    default: 'enterprise',
    about: 'The plan of the organization that the first start creates.',
  },
  BUNTING_BOOTSTRAP_SERVER_KEY: {
    about: 'The first server key; it is not printed. Unset: the first start creates one and prints it once.',
  },
} satisfies Docs

const signIn = {
  BUNTING_OAUTH_ISSUER: { about: 'An OpenID Connect provider. Its other addresses are discovered from this one.' },
  BUNTING_OAUTH_AUTHORIZE_URL: {
    about: 'For a plain OAuth 2.0 provider, instead of an issuer: where people are sent to sign in.',
  },
  BUNTING_OAUTH_TOKEN_URL: { about: 'For a plain OAuth 2.0 provider: where tokens come from.' },
  BUNTING_OAUTH_USERINFO_URL: { about: 'For a plain OAuth 2.0 provider: where it says who somebody is.' },
  BUNTING_OAUTH_CLIENT_ID: { about: 'The client id of this service at the provider.' },
  BUNTING_OAUTH_CLIENT_SECRET: { about: 'Its client secret. Without one it is a public client, protected by PKCE.' },
  BUNTING_OAUTH_SCOPES: {
    otherwise: '`openid profile email`; for a plain provider `read:user user:email`',
    about: 'What to request from the provider.',
  },
  BUNTING_OAUTH_ADMINS: { about: 'People who are admins whenever they sign in.' },
  BUNTING_OAUTH_DOMAINS: { about: 'Domains whose people may sign in. They start as viewers.' },
  BUNTING_OAUTH_TRUST_EMAIL: {
    default: 'off',
    about: '`on` accepts an e-mail if the issuer does not say whether it is verified.',
  },
  BUNTING_OAUTH_GROUPS_CLAIM: {
    about: 'The claim that lists a person’s groups. Dots reach into nested claims: `realm_access.roles`.',
  },
  BUNTING_OAUTH_GROUP_ROLES: {
    about: 'People in these groups may sign in, with that role. Every sign-in sets it again.',
  },
} satisfies Docs

const bounds = {
  BUNTING_RATE_LIMIT_SERVER: {
    default: '5000/10000',
    about: 'Requests to Delivery per server key: rate per second / burst.',
  },
  BUNTING_RATE_LIMIT_CLIENT: { default: '100/200', about: 'The same per client key and address.' },
  BUNTING_RATE_LIMIT_MANAGEMENT: {
    default: '100/500',
    about: 'The same per actor (key or person) on the Management API.',
  },
  BUNTING_RATE_LIMIT_FAILED: {
    default: '10/50',
    about: 'The same per address, for sign-in and for requests without a valid key, token or session.',
  },
  BUNTING_SAVED_MEGABYTES_PER_DAY: {
    default: '256',
    about: 'Megabytes of configs and proposals that a person or key may save in a day. More is a 429.',
  },
  BUNTING_LISTS_MEGABYTES: {
    default: '1024',
    about:
      'Megabytes of memory that large segments may take in each process of Delivery: 8 for a million ids. Flags that need a list for which there is no room answer `ERROR`, and the log names it.',
  },
  BUNTING_MAX_STREAMS: {
    otherwise: 'from `ulimit -n`',
    about:
      'Streams that an instance keeps open, for all keys together. One more is a 503. Where they need more open files than the limit allows, the process raises it if it may.',
  },
  BUNTING_MAX_STREAMS_PER_KEY: { otherwise: 'half of all', about: 'The same per client key. One more is a 429.' },
  BUNTING_MAX_STREAMS_PER_ADDRESS: {
    otherwise: 'a tenth of all',
    about: 'The same per address, for client keys. One more is a 429.',
  },
} satisfies Docs

const usage = {
  BUNTING_ANALYTICS: {
    default: 'on',
    about: '`off`: no event log, no experiments and no nightly run. Sending events and backfilling answer 503.',
  },
  BUNTING_RECORD_EVALUATIONS: {
    default: 'ofrep',
    about:
      'Which evaluations Delivery counts itself; `all` also takes `/v1/evaluate` as exposures of experiments. SDKs report theirs; OFREP clients cannot.',
  },
  BUNTING_RESPECT_GPC: {
    default: 'off',
    about: '`on`: what browsers track that send `Sec-GPC: 1` is only counted.',
  },
  BUNTING_EVENT_RETENTION_DAYS: { default: '100', about: 'How long single events are kept. Daily figures stay.' },
  BUNTING_EVENT_MEGABYTES_PER_DAY: {
    default: '2048',
    about: 'Megabytes of events that an environment accepts per day (UTC).',
  },
  BUNTING_EVENT_VALUES_PER_DAY: {
    default: '1000',
    about: 'Different values per flag in a day’s figures. Ten times as many are recorded.',
  },
} satisfies Docs

const guardrails = {
  BUNTING_PROMETHEUS_URL: {
    about:
      'A Prometheus, or what has its API: `http://prometheus:9090`, maybe with a path. Unset: creating a schedule with guardrails answers 503.',
  },
  BUNTING_PROMETHEUS_TOKEN: { about: 'If set, Prometheus gets it as `Authorization: Bearer`.' },
} satisfies Docs

/** The parts of the page. */
export const settingParts: readonly { title: string; about: string; docs: Docs }[] = [
  {
    title: 'Addresses',
    about: 'Where it listens, and how others reach it. See [proxies](proxies.md).',
    docs: listening,
  },
  {
    title: 'Data',
    about: 'If none of these is set, everything is in one folder. See [one machine](one-machine.md).',
    docs: data,
  },
  { title: 'Access', about: 'Tokens, approvals and the first start. See [security](security.md).', docs: access },
  { title: 'Sign-in', about: 'An identity provider for people. See [sign-in](sign-in.md).', docs: signIn },
  {
    title: 'Limits',
    about: 'Each instance counts for itself; `off` removes a limit. See [limits](limits.md#rates).',
    docs: bounds,
  },
  {
    title: 'Usage',
    about: 'What is kept of evaluations, and of what people do. See [usage](usage.md) and [tracking](tracking.md).',
    docs: usage,
  },
  {
    title: 'Guardrails',
    about: 'What schedules ask before they go on. See [guardrails](guardrails.md).',
    docs: guardrails,
  },
  {
    title: 'OpenTelemetry',
    about:
      'OpenTelemetry’s standard variables; none of them is read unless an endpoint is set. Those with `TRACES` or `METRICS` in their name are for one signal, and win over those for both. See [observability](observability.md#opentelemetry).',
    docs: otlpDocs,
  },
]

/** The descriptions of all settings. The compiler reports a missing one. */
export const settingDocs: Record<SettingName, SettingDoc> = {
  ...listening,
  ...data,
  ...access,
  ...signIn,
  ...bounds,
  ...usage,
  ...guardrails,
  ...otlpDocs,
}
