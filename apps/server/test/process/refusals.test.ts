import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { startHere } from '../../src/testing/servers/start-here.ts'
import { databases, makeDataDir } from './support/databases.ts'
import { evaluate } from './support/organization.ts'
import { refusal, refusalHere } from './support/refusal.ts'

const takePort = async () => {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  return { port: (holder.address() as AddressInfo).port, [Symbol.asyncDispose]: async () => void holder.close() }
}

test('a setting that is wrong stops the start with one line that says what is allowed', async () => {
  expect(await refusal({ BUNTING_ROLE: 'everything' })).toMatch(/BUNTING_ROLE.*all, management, delivery/)
})

/** A data directory in which this file is not a database. */
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
    expect(await refusalHere({ BUNTING_DATA_DIR: await makeDataDir(), [name]: await value() })).toContain(name)
  })
}

test('variables of the command line do not keep it from starting', async () => {
  await using database = await databases.SQLite()
  await using server = await startHere({ ...database.settings, BUNTING_KEY: 'sk_x', BUNTING_URL: 'http://x' })
  expect((await fetch(`${server.managementUrl}/readyz`)).status).toBe(200)
})

for (const name of ['BUNTING_MANAGEMENT_PORT', 'BUNTING_DELIVERY_PORT']) {
  test(`with the port of ${name} in use the start says so, and uses up nothing`, async () => {
    await using taken = await takePort()
    await using database = await databases.SQLite()
    const line = await refusalHere({ ...database.settings, [name]: String(taken.port) })
    expect(line).toContain(`127.0.0.1:${taken.port}`)
    expect(line).toContain(name)
    await using next = await startHere(database.settings)
    expect(next.firstKey, 'the key is shown when the service comes up for the first time').toMatch(/^sk_/)
  })
}

for (const [name, open] of Object.entries(databases)) {
  test(`a ${name} database that a newer release made is refused, and left as it is`, async () => {
    await using database = await open()
    await using first = await startHere(database.settings)
    await first.stop()
    await database.write(`insert into bunting_migrations (name, timestamp) values ('9999-future', '2099-01-01')`)
    const line = await refusalHere(database.settings)
    expect(line).toMatch(/newer release of Bunting.*9999-future/)
    await database.write(`delete from bunting_migrations where name = '9999-future'`)
    await using again = await startHere(database.settings)
    expect((await evaluate(again, first.firstKey ?? '', 'x')).status).toBe(200)
  })
}
