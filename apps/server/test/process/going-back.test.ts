import { expect, test, vi } from 'vitest'
import { deliveryClient } from '../../src/testing/clients/delivery-client.ts'
import { launchServer, type ServerProcess, startServer } from '../../src/testing/servers/server-process.ts'
import { config, ruleIn } from '../../src/testing/test-organization.ts'
import { databases } from './support/databases.ts'
import { openOrganization } from './support/organization.ts'
import { programOf } from './support/program-of.ts'

for (const [name, open] of Object.entries(databases)) {
  test(`${name}: the minor version before starts on what this one left, both answer the same, and what it saved stays`, async () => {
    await using database = await open()
    const answerOf = async (organization: Awaited<ReturnType<typeof openOrganization>>) => {
      const { body } = await organization.get(`${organization.base}/flags/kept`)
      return Object.values<{ config: { defaultValue: number } }>(body.versions)[0]?.config.defaultValue
    }
    let key = ''
    {
      await using server = await startServer(database.settings)
      key = server.firstKey ?? ''
      const organization = await openOrganization(key, server)
      await organization.createFlag({ key: 'kept', type: 'number' })
      await organization.put(organization.at('kept'), config({ version: 1, defaultValue: 1 }))
      await server.stop()
    }
    {
      await using before = await startServer(database.settings, await programOf('0.4.0'))
      const organization = await openOrganization(key, before)
      expect(await answerOf(organization)).toBe(1)
      await organization.put(organization.at('kept'), config({ version: 2, defaultValue: 2 }))
      await before.stop()
    }
    await using again = await startServer(database.settings)
    expect(await answerOf(await openOrganization(key, again))).toBe(2)
    await again.stop()
  })

  test(`${name}: the release before takes nobody for "not in" a list that it does not know, and leaves it as it is`, async () => {
    await using database = await open()
    const reasonOf = async (server: ServerProcess, key: string, userId: string) =>
      (await deliveryClient(server.deliveryUrl, key).evaluate('listed', { userId })).body.reason
    let key = ''
    {
      await using server = await startServer(database.settings)
      key = server.firstKey ?? ''
      const organization = await openOrganization(key, server)
      const segment = await organization.uploadSegment('ada\nbob')
      await organization.createFlag({ key: 'listed' })
      await organization.put(organization.at('listed'), config({ rules: [ruleIn(segment.key, { value: true })] }))
      await vi.waitFor(async () => expect(await reasonOf(server, key, 'ada')).toBe('RULE_MATCH'))
      await server.stop()
    }
    {
      await using before = await startServer(database.settings, await programOf('0.5.0'))
      expect(await reasonOf(before, key, 'ada')).toBe('ERROR')
      expect(await reasonOf(before, key, 'eve')).toBe('ERROR')
      await before.stop()
    }
    await using again = await startServer(database.settings)
    await vi.waitFor(async () => expect(await reasonOf(again, key, 'ada')).toBe('RULE_MATCH'))
    expect(await reasonOf(again, key, 'eve')).toBe('DEFAULT')
    await again.stop()
  })

  test(`${name}: an earlier one than that is refused, by the name of what it does not know`, async () => {
    await using database = await open()
    await using server = await startServer(database.settings)
    await server.stop()
    const launched = launchServer(database.settings, await programOf('0.1.0'))
    expect(await launched.exited).toEqual({ code: 1, signal: null })
    expect(launched.stderr()).toMatch(/newer release of Bunting \(it has 0011-segments/)
  })
}
