import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { startServer } from '../../src/testing/server-process.ts'
import { databases, makeDataDir } from './support/databases.ts'
import { evaluate } from './support/organization.ts'
import { refusal } from './support/refusal.ts'

const takePort = async () => {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  return { port: (holder.address() as AddressInfo).port, [Symbol.asyncDispose]: async () => void holder.close() }
}

const badValues: [name: string, value: string, allowed: RegExp][] = [
  ['BUNTING_ROLE', 'everything', /all, management, delivery/],
  ['BUNTING_ROLE', 'delivery', /REDIS_URL/],
  ['BUNTING_MANAGEMENT_PORT', 'four thousand', /a port from 0 to 65535/],
  ['BUNTING_MANAGEMENT_PORT', '65536', /a port from 0 to 65535/],
  ['BUNTING_DELIVERY_PORT', '-1', /a port from 0 to 65535/],
  ['BUNTING_DELIVERY_PORT', '40.5', /a port from 0 to 65535/],
  ['BUNTING_PUBLIC_URL', 'flags.example.com', /http:\/\/ or https:\/\//],
  ['BUNTING_PUBLIC_URL', 'ftp://flags.example.com', /http:\/\/ or https:\/\//],
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
  ['BUNTING_APPROVALS', 'nobody', /actors, people/],
  ['BUNTING_BOOTSTRAP_PLAN', 'gold', /free, pro, enterprise/],
  ['BUNTING_BOOTSTRAP_SERVER_KEY', 'sk_short', /sk_ and 32 or more/],
  ['BUNTING_BOOTSTRAP_SERVER_KEY', `pk_${'x'.repeat(43)}`, /sk_ and 32 or more/],
  ['BUNTING_OAUTH_ISSUER', 'id.example.com', /https:\/\//],
  ['BUNTING_OAUTH_ADMINS', 'grace', /e-mail addresses, separated by commas/],
  ['BUNTING_OAUTH_CLIENT_ID', 'bunting', /needs BUNTING_OAUTH_ISSUER/],
]
for (const [name, value, allowed] of badValues) {
  test(`${name} "${value}" stops the start with a line that says what is allowed`, async () => {
    const line = await refusal({ [name]: value })
    expect(line).toContain(name)
    expect(line).toMatch(allowed)
  })
}

/** A data directory in which this file is something else. */
const noDatabaseAs = async (name: string): Promise<string> => {
  const directory = await makeDataDir()
  writeFileSync(join(directory, name), 'not a database '.repeat(1_000))
  return directory
}

const badPlaces: [what: string, name: string, value: () => Promise<string>][] = [
  ['an address that is nobody’s', 'BUNTING_HOST', async () => 'nobody.invalid'],
  ['an address that is another machine’s', 'BUNTING_HOST', async () => '192.0.2.1'],
  [
    'a data directory that is a file',
    'BUNTING_DATA_DIR',
    async () => {
      const file = join(await makeDataDir(), 'file')
      writeFileSync(file, '')
      return file
    },
  ],
  [
    'a data directory with something else in the database’s place',
    'BUNTING_DATA_DIR',
    () => noDatabaseAs('bunting.db'),
  ],
  [
    'a data directory with something else in the place of the events',
    'BUNTING_DATA_DIR',
    () => noDatabaseAs('events.db'),
  ],
  ['a PostgreSQL that is not there', 'DATABASE_URL', async () => 'postgres://localhost:1/flags'],
  ['a PostgreSQL on an unknown host', 'DATABASE_URL', async () => 'postgres://nobody.invalid/flags'],
  [
    'a PostgreSQL that refuses the password',
    'DATABASE_URL',
    async () => inject('postgresUrl').replace(/:[^:@]+@/, ':wrong-password@'),
  ],
  ['a database that does not exist', 'DATABASE_URL', async () => `${inject('postgresUrl')}_nobody`],
]
for (const [what, name, value] of badPlaces) {
  test(`${what} stops the start with one line that names ${name}`, async () => {
    expect(await refusal({ [name]: await value() })).toContain(name)
  })
}

test('a line about a secret does not repeat it', async () => {
  const secrets = {
    BUNTING_ADMIN_TOKEN: 'hush hush hush hush',
    BUNTING_METRICS_TOKEN: 'hush',
    BUNTING_BOOTSTRAP_SERVER_KEY: 'hush',
    DATABASE_URL: 'mysql://flags:hush@db.example.com/flags',
    REDIS_URL: 'http://flags:hush@cache.example.com',
  }
  for (const [name, value] of Object.entries(secrets)) expect(await refusal({ [name]: value })).not.toContain('hush')
})

test('variables of the command line do not keep it from starting', async () => {
  await using database = await databases.SQLite()
  await using server = await startServer({ ...database.settings, BUNTING_KEY: 'sk_x', BUNTING_URL: 'http://x' })
  expect((await fetch(`${server.managementUrl}/readyz`)).status).toBe(200)
})

test('an unknown setting stops the start, with the one it is near to', async () => {
  expect(await refusal({ BUNTING_MANAGMENT_PORT: '4000' })).toMatch(
    /BUNTING_MANAGMENT_PORT.*Did you mean BUNTING_MANAGEMENT_PORT\?/,
  )
  const line = await refusal({ BUNTING_COFFEE: 'black' })
  expect(line).toMatch(/BUNTING_COFFEE.*BUNTING_HOST.*BUNTING_DATA_DIR/)
  expect(line).not.toContain('Did you mean')
})

for (const name of ['BUNTING_MANAGEMENT_PORT', 'BUNTING_DELIVERY_PORT']) {
  test(`with the port of ${name} in use the start says so, and uses up nothing`, async () => {
    await using taken = await takePort()
    await using database = await databases.SQLite()
    const line = await refusal({ ...database.settings, [name]: String(taken.port) })
    expect(line).toContain(`127.0.0.1:${taken.port}`)
    expect(line).toContain(name)
    await using next = await startServer(database.settings)
    expect(next.firstKey, 'the key is shown when the service comes up for the first time').toMatch(/^sk_/)
  })
}

for (const [name, open] of Object.entries(databases)) {
  test(`a ${name} database that a newer release made is refused, and left as it is`, async () => {
    await using database = await open()
    await using first = await startServer(database.settings)
    await first.stop()
    await database.write(`insert into bunting_migrations (name, timestamp) values ('9999-future', '2099-01-01')`)
    const line = await refusal(database.settings)
    expect(line).toMatch(/newer release of Bunting.*9999-future/)
    await database.write(`delete from bunting_migrations where name = '9999-future'`)
    await using again = await startServer(database.settings)
    expect((await evaluate(again, first.firstKey ?? '', 'x')).status).toBe(200)
  })
}
