import { expect, test } from 'vitest'
import { StartupError } from '../../src/base/startup-error.ts'
import { readConfig } from '../../src/config/config.ts'

/** The message for settings that are refused. */
const refusal = (settings: Record<string, string>): string => {
  try {
    readConfig(settings)
  } catch (error) {
    if (error instanceof StartupError) return error.message
    throw error
  }
  throw new Error('they are taken')
}

const badValues: [name: string, value: string, expected: RegExp][] = [
  ['BUNTING_ROLE', 'everything', /all, management, delivery/],
  ['BUNTING_ROLE', 'delivery', /REDIS_URL/],
  ['BUNTING_MANAGEMENT_PORT', 'four thousand', /a port from 0 to 65535/],
  ['BUNTING_MANAGEMENT_PORT', '65536', /a port from 0 to 65535/],
  ['BUNTING_DELIVERY_PORT', '-1', /a port from 0 to 65535/],
  ['BUNTING_DELIVERY_PORT', '40.5', /a port from 0 to 65535/],
  ['BUNTING_PUBLIC_URL', 'flags.example.com', /http:\/\/ or https:\/\//],
  ['BUNTING_PUBLIC_URL', 'ftp://flags.example.com', /http:\/\/ or https:\/\//],
  ['BUNTING_PUBLIC_URL', 'https://flags.example.com/mcp', /does not begin with .*\/mcp/],
  ['BUNTING_PUBLIC_URL', 'https://flags.example.com/openfeature', /does not begin with .*\/openfeature/],
  ['BUNTING_PUBLIC_URL', 'https://example.com/?x=1', /http:\/\/ or https:\/\//],
  ['BUNTING_PUBLIC_URL', 'https://example.com/api', /a path that does not begin with .*\/api,/],
  ['BUNTING_PUBLIC_DELIVERY_URL', 'https://example.com/v1/flags', /a path that does not begin with \/v1,/],
  ['DATABASE_URL', 'mysql://db.example.com/flags', /postgres:\/\/ or postgresql:\/\//],
  ['DATABASE_URL', 'db.example.com', /postgres:\/\/ or postgresql:\/\//],
  ['REDIS_URL', 'http://cache.example.com', /redis:\/\/ or rediss:\/\//],
  ['REDIS_URL', 'redis+sentinel://a:26379,b:26379', /lacks the name of the master/],
  ['BUNTING_RATE_LIMIT_MANAGEMENT', '100', /rate\/burst.*or off/],
  ['BUNTING_DELIVERY_WORKERS', '0', /a whole number from 1/],
  ['BUNTING_ANALYTICS', 'maybe', /on, off/],
  ['BUNTING_RECORD_EVALUATIONS', 'some', /none, ofrep, all/],
  ['BUNTING_EVENT_RETENTION_DAYS', '30', /a whole number from 31/],
  ['BUNTING_COUNTRY_HEADER', 'not a header', /the name of a header/],
  ['BUNTING_MAX_STREAMS', '0', /a whole number from 1/],
  ['BUNTING_MAX_STREAMS_PER_KEY', 'many', /a whole number from 1/],
  ['BUNTING_MAX_STREAMS_PER_ADDRESS', '1.5', /a whole number from 1/],
  ['BUNTING_TRUSTED_PROXIES', 'proxy.example.com', /addresses and ranges/],
  ['BUNTING_TRUSTED_PROXIES', '10.0.0.0/33', /addresses and ranges/],
  ['BUNTING_TRUSTED_PROXIES', '10.0.0.1,', /addresses and ranges/],
  ['BUNTING_ADMIN_TOKEN', 'x'.repeat(31), /at least 32 characters without spaces/],
  ['BUNTING_ADMIN_TOKEN', `${'x'.repeat(32)},too-short`, /at least 32 characters without spaces/],
  ['BUNTING_METRICS_TOKEN', 'too short', /at least 16 characters without spaces/],
  ['BUNTING_SECURITY_CONTACT', 'http://example.com', /an e-mail address, .* mailto:, https:\/\/ or tel:/],
  ['BUNTING_SECURITY_CONTACT', 'somebody', /an e-mail address/],
  ['BUNTING_WEBHOOK_ALLOW', 'https://hooks.internal', /names of hosts and ranges such as/],
  ['BUNTING_WEBHOOK_ALLOW', '10.0.0.0/8,', /names of hosts and ranges such as/],
  ['BUNTING_APPROVALS', 'nobody', /actors, people/],
  ['BUNTING_STRICT_REVIEWER_HOURS', '-1', /a whole number from 0 to 9999/],
  ['BUNTING_BOOTSTRAP_PLAN', 'gold', /free, pro, enterprise/],
  ['BUNTING_BOOTSTRAP_SERVER_KEY', 'sk_short', /sk_ and 32 or more/],
  ['BUNTING_BOOTSTRAP_SERVER_KEY', `pk_${'x'.repeat(43)}`, /sk_ and 32 or more/],
  ['BUNTING_PROMETHEUS_URL', 'prometheus:9090', /http:\/\/ or https:\/\//],
  ['BUNTING_PROMETHEUS_URL', 'http://prometheus:9090/?x=1', /http:\/\/ or https:\/\//],
  ['BUNTING_PROMETHEUS_URL', 'http://ada:hush@prometheus:9090', /BUNTING_PROMETHEUS_TOKEN/],
  ['BUNTING_PROMETHEUS_TOKEN', 'a-token', /needs BUNTING_PROMETHEUS_URL/],
  ['BUNTING_OAUTH_ISSUER', 'id.example.com', /https:\/\//],
  ['BUNTING_OAUTH_ADMINS', 'grace', /e-mail addresses, separated by commas/],
  ['BUNTING_OAUTH_CLIENT_ID', 'bunting', /needs BUNTING_OAUTH_ISSUER/],
]
for (const [name, value, expected] of badValues) {
  test(`${name} "${value}" is refused in one line that says what is allowed`, () => {
    const line = refusal({ [name]: value })
    expect(line).toContain(name)
    expect(line).toMatch(expected)
    expect(line).not.toContain('\n')
  })
}

test('a line about a secret does not repeat it', () => {
  const secrets = {
    BUNTING_ADMIN_TOKEN: 'hush hush hush hush',
    BUNTING_METRICS_TOKEN: 'hush',
    BUNTING_BOOTSTRAP_SERVER_KEY: 'hush',
    DATABASE_URL: 'mysql://flags:hush@db.example.com/flags',
    BUNTING_PROMETHEUS_URL: 'http://flags:hush@prometheus.example.com',
    BUNTING_PROMETHEUS_TOKEN: 'hush hush',
    REDIS_URL: 'http://flags:hush@cache.example.com',
  }
  for (const [name, value] of Object.entries(secrets)) expect(refusal({ [name]: value })).not.toContain('hush')
})

test('an unknown setting is refused, with the one it is near to', () => {
  expect(refusal({ BUNTING_MANAGMENT_PORT: '4000' })).toMatch(
    /BUNTING_MANAGMENT_PORT.*Did you mean BUNTING_MANAGEMENT_PORT\?/,
  )
  const line = refusal({ BUNTING_COFFEE: 'black' })
  expect(line).toMatch(/BUNTING_COFFEE.*BUNTING_HOST.*BUNTING_DATA_DIR/)
  expect(line).not.toContain('Did you mean')
})
