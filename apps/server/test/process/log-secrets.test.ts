import { Redis } from 'ioredis'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { startHere } from '../../src/testing/servers/start-here.ts'
import { startRedis } from '../../src/testing/services.ts'
import { config } from '../../src/testing/test-organization.ts'
import { databases, makeDataDir } from './support/databases.ts'
import { openOrganization } from './support/organization.ts'
import { refusalHere } from './support/refusal.ts'

test('a password that Redis refuses is not in the log', async () => {
  const wrong = inject('redisUrl').replace(/:[^:@/]+@/, ':hush-hush@')
  await using database = await databases.SQLite()
  await using server = await startHere({ ...database.settings, REDIS_URL: wrong })
  await vi.waitFor(() => expect(server.logged.join('')).toMatch(/WRONGPASS|NOAUTH/))
  expect(server.logged.join('')).not.toContain('hush-hush')
})

test('what a failed command was to write is not in the log', async () => {
  const redis = await startRedis()
  onTestFinished(() => redis.stop())
  const operator = new Redis(redis.url)
  await operator.call('ACL', 'SETUSER', 'flags', 'on', '>password', '~*', '&*', '+@all', '-eval')
  operator.disconnect()
  const url = redis.url.replace(`:${redis.password}@`, 'flags:password@')
  await using database = await databases.SQLite()
  await using server = await startHere({ ...database.settings, REDIS_URL: url })
  const organization = await openOrganization(server.firstKey ?? '', server)
  const flag = await organization.createFlag({ type: 'string' })
  const { status } = await organization.put(organization.at(flag.key), config({ defaultValue: 'hush-hush' }))
  expect(status).toBe(207)
  await vi.waitFor(() => expect(server.logged.join('')).toContain('NOPERM'))
  expect(server.logged.join('')).not.toContain('hush-hush')
  expect(server.logged.join('')).not.toContain('"args"')
})

test('a start that fails does not repeat how it signs in at PostgreSQL', async () => {
  const wrong = inject('postgresUrl').replace(/:[^:@]+@/, ':hush-hush@')
  expect(await refusalHere({ DATABASE_URL: wrong, BUNTING_DATA_DIR: await makeDataDir() })).not.toContain('hush-hush')
})
