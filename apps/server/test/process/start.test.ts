import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { startServer } from '../../src/testing/servers/server-process.ts'
import { startHere } from '../../src/testing/servers/start-here.ts'
import { databases, emptyDatabases, makeDataDir } from './support/databases.ts'
import { evaluate, openOrganization } from './support/organization.ts'
import { refusal } from './support/refusal.ts'

/** Runs a printed command in a shell, as a person would, and returns the body and the status that curl saw. */
const runAsPrinted = async (command: string) => {
  const home = await makeDataDir()
  writeFileSync(join(home, '.curlrc'), 'silent\nwrite-out = "\\n%{http_code}"\n')
  const { stdout } = await promisify(execFile)('sh', ['-c', command], {
    env: { PATH: process.env.PATH, CURL_HOME: home },
  })
  const [body, status] = stdout.split('\n')
  return { status, body: JSON.parse(body ?? '') }
}

for (const name of ['SQLite', 'PostgreSQL'] as const) {
  describe(`on ${name}`, () => {
    test('the first start prints both addresses, a key that works, and a line that evaluates', async () => {
      await using database = await emptyDatabases[name]()
      await using server = await startServer(database.settings)
      const key = server.firstKey ?? ''
      expect(key).toMatch(/^sk_[A-Za-z0-9]{43}$/)
      const printed = server.stdout()
      expect(printed.match(/^ +sk_\w+$/gm)).toHaveLength(1)

      const organization = await openOrganization(key, server)
      expect(organization.project.slug).toBe('default')
      expect(organization.project.environments.map(({ slug }) => slug).sort()).toEqual([
        'development',
        'production',
        'staging',
      ])
      const [, reference = ''] = /\(reference: (\S+)\)/.exec(printed) ?? []
      expect((await fetch(reference)).status).toBe(200)

      const [command = ''] = /curl (?:.*\\\n)*.*$/m.exec(printed) ?? []
      expect(await runAsPrinted(command)).toEqual({
        status: '200',
        body: { flagKey: 'my-first-flag', value: null, reason: 'FLAG_NOT_FOUND', requestId: expect.any(String) },
      })
    })

    test('a later start prints the addresses and no key, and what was made is there', async () => {
      await using database = await databases[name]()
      await using first = await startHere(database.settings)
      const key = first.firstKey ?? ''
      const flag = await (await openOrganization(key, first)).createFlag()
      await first.stop()
      await using later = await startServer(database.settings)
      expect(later.stdout()).toContain(later.managementUrl)
      expect(later.stdout()).toContain(later.deliveryUrl)
      expect(later.stdout()).not.toMatch(/sk_|curl|shown this once/)
      const organization = await openOrganization(key, later)
      const flags = await organization.walk(`${organization.base}/flags`)
      expect(flags.map(({ id }) => id)).toEqual([flag.id])
      expect(await evaluate(later, key, flag.key)).toMatchObject({ status: 200, body: { reason: 'FLAG_NOT_FOUND' } })
    })
  })
}

test('a second process on the same data directory is refused, and the first is not disturbed', async () => {
  await using database = await databases.SQLite()
  await using first = await startHere(database.settings)
  const organization = await openOrganization(first.firstKey ?? '', first)
  expect(await refusal(database.settings)).toMatch(
    /Another Bunting process uses the data directory .*BUNTING_DATA_DIR.*DATABASE_URL/,
  )
  const flag = await organization.createFlag()
  expect((await organization.get(`${organization.base}/flags/${flag.key}`)).status).toBe(200)
  await first.stop()
  await using next = await startHere(database.settings)
  expect(next.firstKey).toBeUndefined()
})
