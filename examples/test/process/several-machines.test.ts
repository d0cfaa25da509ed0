import { randomBytes } from 'node:crypto'
import { expect, inject, onTestFinished, test } from 'vitest'
import { createDatabase, startRedis } from '../../../apps/server/src/testing/services.ts'
import { ownPorts } from './pages/own-ports.ts'
import { runPage } from './pages/run-page.ts'

test('what docs/several-machines.md says can be done, word for word, and gives what it shows', async () => {
  const database = await createDatabase(inject('postgresUrl'))
  onTestFinished(() => database.drop())
  const redis = await startRedis()
  onTestFinished(() => redis.stop())
  const { env, ...urls } = await ownPorts()
  const key = `sk_${randomBytes(32).toString('hex')}`
  const services = { DATABASE_URL: database.url, REDIS_URL: redis.url, BUNTING_BOOTSTRAP_SERVER_KEY: key }
  await runPage('docs/several-machines.md', { ...urls, key, env: { ...env, ...services }, atEnd: onTestFinished })
  expect.hasAssertions()
})
