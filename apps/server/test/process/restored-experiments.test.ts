import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compileSplit } from '@bunting/engine'
import { expect, test, vi } from 'vitest'
import { restore } from '../../src/restore.ts'
import { experimentsOf, split } from '../../src/testing/experiments.ts'
import { startHere } from '../../src/testing/servers/start-here.ts'
import { databases, makeDataDir } from './support/databases.ts'
import { openOrganization } from './support/organization.ts'

const token = 'the-operator-of-the-tests-and-nobody-else'
const lookNow = "update due set at_us = 0 where kind = 'experiment'"

test('a backup that is restored elsewhere stops experiments, since it has no units', async () => {
  await using database = await databases.SQLite()
  const settings = { ...database.settings, BUNTING_ADMIN_TOKEN: token }
  await using first = await startHere(settings)
  const apiKey = first.firstKey ?? ''
  const org = await openOrganization(apiKey, first)
  const { id, key: flagKey } = await experimentsOf(org).run()
  const { variantOf } = compileSplit(flagKey, split())
  const exposures = ['ada', 'bob'].map((userId) => ({
    flagKey,
    ruleId: 'rule_split',
    variant: variantOf(userId),
    context: { userId },
  }))
  expect((await org.post('/v1/track', { exposures })).status).toBe(202)
  await first.stop()
  await database.write(lookNow)

  await using again = await startHere(settings)
  const backUp = async () => {
    const headers = { authorization: `Bearer ${token}` }
    const response = await fetch(`${again.managementUrl}/admin/v1/backup`, { headers })
    const file = join(await makeDataDir(), 'backup.db')
    await writeFile(file, new Uint8Array(await response.arrayBuffer()))
    return file
  }
  await using elsewhere = await databases.SQLite()
  await vi.waitFor(async () => {
    await restore(await backUp(), elsewhere.settings)
    const [[row]] = (await elsewhere.read('select evidence from experiments')) as [[{ evidence: string }]]
    expect(JSON.parse(row.evidence)).toMatchObject({ units: 2 })
  })
  const after = await openOrganization(apiKey, again)
  expect((await after.get(`/v1/experiments/${id}`)).body).toMatchObject({ status: 'running' })
  await elsewhere.write(lookNow)
  await using restored = await startHere({ ...elsewhere.settings, BUNTING_ADMIN_TOKEN: token })
  const there = await openOrganization(apiKey, restored)
  await vi.waitFor(async () =>
    expect((await there.get(`/v1/experiments/${id}`)).body).toMatchObject({
      status: 'stopped',
      reason: 'The database was restored, and what units did was not.',
    }),
  )
})
