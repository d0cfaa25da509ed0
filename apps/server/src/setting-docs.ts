import { otlpDocs } from './setting-docs-otlp.ts'
import type { SettingName } from './settings.ts'

/** What docs/settings.md says of a setting, besides what `settings.ts` allows. */
export type SettingDoc = {
  about: string
  /** What an unset one is the same as … */
  default?: string
  /** … or, where that depends on something, in words. */
  otherwise?: string
}

type Docs = Partial<Record<SettingName, SettingDoc>>

const listening = {
  BUNTING_ROLE: {
    default: 'all',
    about: 'Which APIs this process serves. Anything but `all` needs `REDIS_URL`: it is how the two roles meet.',
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
    about: 'Proxies whose `X-Forwarded-For` or `Forwarded` says who calls. Nobody else is believed.',
  },
  BUNTING_COUNTRY_HEADER: {
    about: 'A header in which a trusted proxy says the caller’s country, for the operator `geo_country`.',
  },
  BUNTING_DELIVERY_WORKERS: { default: '1', about: 'Processes that share the Delivery port.' },
} satisfies Docs

const data = {
  BUNTING_DATA_DIR: {
    default: '.bunting',
    about:
      'Where the embedded database lives, and Delivery’s copy of what it serves. One process at a time; readable by its owner alone.',
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
      'Opens the operator API (`/admin/v1/organizations`, `/admin/v1/backup`). Name several while one replaces another. Unset: that API is not there.',
  },
  BUNTING_METRICS_TOKEN: { about: 'Where set, `/metrics` needs it as `Authorization: Bearer`.' },
  BUNTING_APPROVALS: {
    default: 'actors',
    about: 'Who approves proposals: `actors` (any other person or key) or `people` (only who is signed in).',
  },
  BUNTING_SECURITY_CONTACT: { about: 'Whom to tell of a weakness: shown at `/.well-known/security.txt`.' },
  BUNTING_BOOTSTRAP_PLAN: { default: 'enterprise', about: 'The plan of the organization that the first start makes.' },
  BUNTING_BOOTSTRAP_SERVER_KEY: {
    about: 'Installed as the first server key, and not printed. Unset: the first start makes one and prints it once.',
  },
} satisfies Docs

const signIn = {
  BUNTING_OAUTH_ISSUER: { about: 'An OpenID Connect provider. It says itself where everything else is.' },
  BUNTING_OAUTH_AUTHORIZE_URL: {
    about: 'A plain OAuth 2.0 provider instead of an issuer: where people are sent to sign in.',
  },
  BUNTING_OAUTH_TOKEN_URL: { about: 'Of a plain OAuth 2.0 provider: where tokens come from.' },
  BUNTING_OAUTH_USERINFO_URL: { about: 'Of a plain OAuth 2.0 provider: where it says who somebody is.' },
  BUNTING_OAUTH_CLIENT_ID: { about: 'What this service is called at the provider.' },
  BUNTING_OAUTH_CLIENT_SECRET: { about: 'Its secret there. Without one it is a public client, protected by PKCE.' },
  BUNTING_OAUTH_SCOPES: {
    otherwise: '`openid profile email`; of a plain provider `read:user user:email`',
    about: 'What is asked of the provider.',
  },
  BUNTING_OAUTH_ADMINS: { about: 'Who is an admin whenever they sign in.' },
  BUNTING_OAUTH_DOMAINS: { about: 'Domains whose people may come in, as viewers at first.' },
  BUNTING_OAUTH_TRUST_EMAIL: {
    default: 'off',
    about: '`on`: an e-mail of which the issuer does not say whether it is verified counts.',
  },
  BUNTING_OAUTH_GROUPS_CLAIM: {
    about: 'The claim that names somebody’s groups. Dots lead into a claim: `realm_access.roles`.',
  },
  BUNTING_OAUTH_GROUP_ROLES: {
    about: 'Who is in such a group may come in, with that role, which each sign-in sets again.',
  },
} satisfies Docs

const bounds = {
  BUNTING_RATE_LIMIT_SERVER: {
    default: '5000/10000',
    about: 'Requests to Delivery per server key: so many a second / so many at once.',
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
  BUNTING_MAX_STREAMS: {
    otherwise: 'from `ulimit -n`',
    about: 'Streams that an instance keeps open, of all keys together. One more is a 503.',
  },
  BUNTING_MAX_STREAMS_PER_KEY: { otherwise: 'half of all', about: 'The same per client key. One more is a 429.' },
  BUNTING_MAX_STREAMS_PER_ADDRESS: {
    otherwise: 'a tenth of all',
    about: 'The same per address, of client keys. One more is a 429.',
  },
} satisfies Docs

const usage = {
  BUNTING_ANALYTICS: {
    default: 'on',
    about: '`off`: no event log and no nightly run; sending events and backfilling answer 503.',
  },
  BUNTING_RECORD_EVALUATIONS: {
    default: 'ofrep',
    about: 'Which evaluations Delivery counts itself. The SDKs tell of theirs; OFREP’s callers cannot.',
  },
  BUNTING_EVENT_RETENTION_DAYS: { default: '100', about: 'How long single events are kept. Daily figures stay.' },
  BUNTING_EVENT_MEGABYTES_PER_DAY: {
    default: '2048',
    about: 'Megabytes of events that an environment takes in a day (UTC).',
  },
  BUNTING_EVENT_VALUES_PER_DAY: {
    default: '1000',
    about: 'Different values of a flag that a day’s figures name. Ten times as many are written down.',
  },
} satisfies Docs

/** The page, part by part. */
export const settingParts: readonly { title: string; about: string; docs: Docs }[] = [
  { title: 'Addresses', about: 'Where it listens, and how others reach it: [proxies](proxies.md).', docs: listening },
  {
    title: 'Data',
    about: 'With none of these set everything is in one folder: [one machine](one-machine.md).',
    docs: data,
  },
  { title: 'Access', about: 'Tokens, approvals and the first start: [security](security.md).', docs: access },
  { title: 'Sign-in', about: 'An identity provider for people: [sign-in](sign-in.md).', docs: signIn },
  {
    title: 'Limits',
    about: 'Each instance counts for itself: [limits](limits.md). `off` is no limit at all.',
    docs: bounds,
  },
  { title: 'Usage', about: 'What is kept of evaluations: [usage](usage.md).', docs: usage },
  {
    title: 'OpenTelemetry',
    about:
      'The standard’s own variables: [observability](observability.md#opentelemetry). Without an endpoint none of them is read. `OTEL_EXPORTER_OTLP_TRACES_…` and `…_METRICS_…` are for one signal, and win over those for both.',
    docs: otlpDocs,
  },
]

/** The compiler asks here for a setting that nobody described. */
export const settingDocs: Record<SettingName, SettingDoc> = {
  ...listening,
  ...data,
  ...access,
  ...signIn,
  ...bounds,
  ...usage,
  ...otlpDocs,
}
