import { describe, expect, test } from 'vitest'
import { startHere } from '../../src/testing/servers/start-here.ts'
import { config } from '../../src/testing/test-organization.ts'
import { databases } from './support/databases.ts'
import { evaluate, openOrganization } from './support/organization.ts'

/** A pattern that every user matches, with over a thousand instructions. */
const slow = '^(?:.?){501}$'
const conditions = [{ attribute: 'userId', operator: 'regex', value: 'b+' }]

for (const [name, open] of Object.entries(databases)) {
  describe(`on ${name}`, () => {
    test('a start names a config that was saved before and is refused now, and serves it', async () => {
      await using database = await open()
      const server = await startHere(database.settings)
      const key = server.firstKey ?? ''
      const organization = await openOrganization(key, server)
      const flag = await organization.createFlag()
      await organization.put(organization.at(flag.key), config({ rules: [{ id: 'r', value: true, conditions }] }))
      await server.stop()
      await database.write(`insert into flag_versions
        (id, flag_id, environment_id, version, config, created_by, proposal_id, created_us)
        select 'fv_before', flag_id, environment_id, 2, replace(config, 'b+', '${slow}'), created_by, null, created_us + 1
        from flag_versions`)

      await using again = await startHere(database.settings)
      const warning = () => again.logged.find((line) => line.includes('costs too much to be saved now'))
      await expect.poll(warning).toBeDefined()
      expect(JSON.parse(warning() ?? '')).toMatchObject({
        project: 'default',
        environment: 'development',
        flagKey: flag.key,
        path: 'rules[0].conditions[0].value',
      })
      const { body } = await evaluate(again, key, flag.key)
      expect(body).toMatchObject({ value: true, ruleId: 'r' })
    })
  })
}
