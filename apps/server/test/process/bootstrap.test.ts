import { describe, expect, test } from 'vitest'
import { startServer } from '../../src/testing/servers/server-process.ts'
import { startHere } from '../../src/testing/servers/start-here.ts'
import { config } from '../../src/testing/test-organization.ts'
import { databases } from './support/databases.ts'
import { evaluate, openOrganization, sendJson } from './support/organization.ts'

const chosen = `sk_${'chosen-by-the-operator_'.repeat(2)}`

for (const [name, open] of Object.entries(databases)) {
  describe(`on ${name}`, () => {
    test('a chosen server key is the first key, and starting again with it changes nothing', async () => {
      await using database = await open()
      const settings = { ...database.settings, BUNTING_BOOTSTRAP_SERVER_KEY: chosen }
      for (let start = 1; start <= 2; start++) {
        await using server = await startHere(settings)
        expect(server.firstKey, 'whoever chose it knows it').toBeUndefined()
        const organization = await openOrganization(chosen, server)
        const keys = `${organization.base}/environments/${organization.environmentId('development')}/api-keys`
        expect(await organization.walk(keys)).toMatchObject([{ type: 'server', keyPrefix: chosen.slice(0, 10) }])
        const entries = await organization.walk(`${organization.base}/audit-log`)
        expect(entries.map(({ action }) => action)).toEqual(['member.joined', 'api_key.created', 'project.created'])
        expect((await evaluate(server, chosen, 'x')).status).toBe(200)
        await server.stop()
      }
    })

    test('a chosen server key is added to a database that started without it, once', async () => {
      await using database = await open()
      await using before = await startHere(database.settings)
      await before.stop()
      for (let start = 1; start <= 2; start++) {
        await using server = await startHere({ ...database.settings, BUNTING_BOOTSTRAP_SERVER_KEY: chosen })
        expect(server.firstKey).toBeUndefined()
        const organization = await openOrganization(chosen, server)
        const keys = `${organization.base}/environments/${organization.environmentId('development')}/api-keys`
        expect(await organization.walk(keys)).toHaveLength(2)
        expect(await organization.walk(`${organization.base}/audit-log?resourceType=api_key`)).toHaveLength(2)
        expect((await evaluate(server, chosen, 'x')).status).toBe(200)
        expect((await evaluate(server, before.firstKey ?? '', 'x')).status).toBe(200)
        await server.stop()
      }
    })

    test('a chosen server key that was revoked stays revoked', async () => {
      await using database = await open()
      const settings = { ...database.settings, BUNTING_BOOTSTRAP_SERVER_KEY: chosen }
      await using first = await startHere(settings)
      const organization = await openOrganization(chosen, first)
      const { key: other } = await organization.createKey()
      const keys = `${organization.base}/environments/${organization.environmentId('development')}/api-keys`
      const [, chosenKey] = await organization.walk(keys)
      expect((await organization.delete(`${keys}/${chosenKey.id}`, other)).status).toBe(200)
      await first.stop()
      await using again = await startHere(settings)
      const refused = { status: 401, body: { error: { code: 'INVALID_API_KEY' } } }
      expect(await sendJson(again.managementUrl, 'GET', '/v1/projects', { key: chosen })).toMatchObject(refused)
      expect(await evaluate(again, chosen, 'x')).toMatchObject(refused)
      const later = await openOrganization(other, again)
      expect(await later.walk(keys)).toHaveLength(2)
    })

    test('a chosen server key whose secret was rotated away stays so', async () => {
      await using database = await open()
      const settings = { ...database.settings, BUNTING_BOOTSTRAP_SERVER_KEY: chosen }
      await using first = await startHere(settings)
      const organization = await openOrganization(chosen, first)
      const keys = `${organization.base}/environments/${organization.environmentId('development')}/api-keys`
      const [{ id }] = await organization.walk(keys)
      const { body: rotated } = await organization.post(`${keys}/${id}/rotate`, { overlapSeconds: 0 })
      await first.stop()
      await using again = await startHere(settings)
      const refused = { status: 401, body: { error: { code: 'INVALID_API_KEY' } } }
      expect(await sendJson(again.managementUrl, 'GET', '/v1/projects', { key: chosen })).toMatchObject(refused)
      expect(await evaluate(again, chosen, 'x')).toMatchObject(refused)
      const later = await openOrganization(rotated.key, again)
      expect(await later.walk(keys)).toHaveLength(1)
    })

    test('the first organization has the plan that the operator chose, and keeps it', async () => {
      await using database = await open()
      const gated = config({ rules: [{ value: true, rolloutPercentage: 50 }] })
      await using free = await startHere({ ...database.settings, BUNTING_BOOTSTRAP_PLAN: 'free' })
      const key = free.firstKey ?? ''
      const organization = await openOrganization(key, free)
      const flag = await organization.createFlag()
      expect(await organization.put(organization.at(flag.key), gated)).toMatchObject({
        status: 403,
        body: { error: { code: 'UPGRADE_REQUIRED' } },
      })
      await free.stop()
      await using later = await startHere({ ...database.settings, BUNTING_BOOTSTRAP_PLAN: 'enterprise' })
      const answer = await (await openOrganization(key, later)).put(organization.at(flag.key), gated)
      expect(answer.status).toBe(403)
    })
  })
}

test('a chosen server key is printed by no start: whoever chose it knows it', async () => {
  await using database = await databases.SQLite()
  for (let start = 1; start <= 2; start++) {
    await using server = await startServer({ ...database.settings, BUNTING_BOOTSTRAP_SERVER_KEY: chosen })
    expect(server.stdout()).not.toContain('sk_')
    await server.stop()
  }
})

test('without a chosen plan the first organization has all of them', async () => {
  await using database = await databases.SQLite()
  await using server = await startHere(database.settings)
  const organization = await openOrganization(server.firstKey ?? '', server)
  const flag = await organization.createFlag()
  await organization.protect('production')
  const path = `${organization.at(flag.key, 'production')}/proposals`
  expect((await organization.post(path, config({ version: 0 }))).status).toBe(202)
})
