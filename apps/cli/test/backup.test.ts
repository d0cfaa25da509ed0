import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { startServer } from '../../server/src/testing/servers/server-process.ts'
import { makeHome, runBunting, spawnBunting } from './support/bunting.ts'
import { adminToken, useServer } from './support/server.ts'

const cli = useServer()
const asOperator = { variables: { BUNTING_ADMIN_TOKEN: adminToken } }

const backUp = async (): Promise<string> => {
  const file = join(makeHome(), 'backup.db')
  expect(await cli.run(`backup ${file}`, asOperator)).toMatchObject({ code: 0, stdout: '' })
  return file
}

const inDatabase = <Result>(file: string, work: (database: DatabaseSync) => Result): Result => {
  const database = new DatabaseSync(file)
  try {
    return work(database)
  } finally {
    database.close()
  }
}

const change = (file: string, statement: string): string => {
  const changed = join(makeHome(), 'changed.db')
  copyFileSync(file, changed)
  inDatabase(changed, (database) => database.exec(statement))
  return changed
}

test('a backup is a new file for its owner alone, or standard output, and takes nobody else’s place', async () => {
  const file = await backUp()
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(await cli.run(`backup ${file}`, asOperator)).toMatchObject({ code: 2, stderr: /is there already/ })
  expect(readdirSync(join(file, '..'))).toEqual(['backup.db'])
  expect(await cli.run(`backup ${join(file, 'x.db')}`, asOperator)).toMatchObject({ code: 2 })
  expect(await cli.run('backup -', asOperator)).toMatchObject({ code: 0, stdout: /^SQLite format 3/ })
  expect(await cli.run('backup x.db')).toMatchObject({ code: 2, stderr: /BUNTING_ADMIN_TOKEN/ })
})

test('what was backed up is restored whole, and what was there is kept beside it', async () => {
  const file = await backUp()
  const dataDir = join(makeHome(), 'data')
  const settings = { BUNTING_DATA_DIR: dataDir }
  expect(await spawnBunting(['restore', file, '--data-dir', dataDir])).toMatchObject({ code: 0, stdout: '' })
  expect(readdirSync(dataDir)).toEqual(['bunting.db'])
  // The keys are those of the server that was backed up.
  const key = cli.variables.BUNTING_KEY ?? ''
  await using server = await startServer(settings)
  expect(server.firstKey).toBeUndefined()
  const variables = { BUNTING_URL: server.managementUrl, BUNTING_KEY: key }
  expect((await runBunting(['projects', 'create', 'later'], { variables })).code).toBe(0)
  expect(await runBunting(['restore', file], { variables: settings })).toMatchObject({
    code: 1,
    stderr: /A Bunting process uses the data directory/,
  })
  await server.stop()
  const events = join(dataDir, 'events.db')
  inDatabase(events, (database) => database.exec(`insert into settled_days values ('2026-01-31')`))
  const before = readdirSync(dataDir)
  const { code, stderr } = await runBunting(['restore', file], { variables: settings })
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/kept at .*bunting\.db\.before-/) })
  const [aside = ''] = /\/\S+before-\w+/.exec(stderr) ?? []
  const slugsIn = (path: string) =>
    inDatabase(path, (database) => database.prepare('select slug from projects').all()).map(({ slug }) => slug)
  expect(readdirSync(dataDir)).toEqual([...before, basename(aside)].sort())
  expect(slugsIn(aside)).toContain('later')
  expect(slugsIn(join(dataDir, 'bunting.db'))).not.toContain('later')
  expect(statSync(join(dataDir, 'bunting.db')).mode & 0o777).toBe(0o600)
  // The figures of that day may be newer than the backup, so the day is aggregated again.
  expect(inDatabase(events, (database) => database.prepare('select * from settled_days').all())).toEqual([])
})

test('a database that cannot be read any more is replaced too, and kept', async () => {
  const dataDir = makeHome()
  writeFileSync(join(dataDir, 'bunting.db'), 'it was one once, but the disk is broken')
  expect((await runBunting(['restore', await backUp(), '--data-dir', dataDir])).code).toBe(0)
  const [kept = ''] = readdirSync(dataDir).filter((name) => name.includes('.before-'))
  expect(readFileSync(join(dataDir, kept), 'utf8')).toContain('broken')
})

test('whatever is no backup of Bunting, or of a newer one, is refused, and nothing is changed', async () => {
  const file = await backUp()
  const text = join(makeHome(), 'text.db')
  writeFileSync(text, 'SQLite format 4 and more')
  const empty = join(makeHome(), 'empty.db')
  inDatabase(empty, (database) => database.exec('create table flags (id)'))
  const damaged = join(makeHome(), 'damaged.db')
  const bytes = readFileSync(file)
  writeFileSync(damaged, bytes.fill(0xff, 8_192, 40_960))
  const folder = join(makeHome(), 'folder.db')
  mkdirSync(folder)
  const hostile = `create trigger spy after insert on sessions begin update users set role = 'admin'; end`
  const refusals: [string, RegExp][] = [
    [text, /is not a backup of Bunting: it is not an SQLite database/],
    [empty, /is not a backup of Bunting: it has none of its tables/],
    [damaged, /is damaged/],
    [folder, /cannot be read/],
    [join(folder, 'nowhere'), /cannot be read/],
    [change(file, `insert into bunting_migrations values ('9999-future', '2099')`), /newer release.*9999-future/],
    [change(file, hostile), /is not a backup of Bunting: it has a trigger spy/],
    [change(file, 'drop trigger audit_log_no_delete'), /it lacks the trigger/],
    [change(file, 'drop table sessions'), /it lacks the table sessions/],
  ]
  const dataDir = makeHome()
  for (const [bad, words] of refusals) {
    const { code, stderr } = await runBunting(['restore', bad, '--data-dir', dataDir])
    expect({ bad, code, stderr }).toEqual({ bad, code: 1, stderr: expect.stringMatching(words) })
    expect(readdirSync(dataDir)).toEqual([])
  }
  const postgres = { variables: { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' } }
  expect(await runBunting(['restore', file], postgres)).toMatchObject({ code: 1, stderr: /pg_restore/ })
  expect(existsSync(join(dataDir, 'bunting.db'))).toBe(false)
})
