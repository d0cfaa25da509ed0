import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { makeHome } from './support/bunting.ts'
import { useServer } from './support/server.ts'

const cli = useServer()

const fileOf = (name: string, content: string | Uint8Array): string => {
  const file = join(makeHome(), name)
  writeFileSync(file, content)
  return file
}

test('ids are added, removed, replaced and asked for, by files of every kind', async () => {
  const { run, runIn } = await cli.newProject()
  await run('segments create buyers --large')
  const ids = async (args: string) => (await runIn('development', `segments ids ${args}`)).stderr
  const [txt, csv] = [fileOf('a.txt', 'ada\nbob\n'), fileOf('b.csv', 'id,email\n1,cleo@x.org\n')]
  expect(await ids(`add buyers ${txt} --dry-run`)).toContain('Would change buyers in development: 2 added')
  expect(await ids(`add buyers ${txt}`)).toContain('2 added, 0 removed, 0 unchanged; 2 ids in version 1')
  expect(await ids(`add buyers ${csv} --column email`)).toContain('1 added')
  expect(await ids(`remove buyers ${fileOf('c.ndjson', '"ada"\n')}`)).toContain('1 removed')
  expect((await runIn('development', 'segments ids contains buyers cleo@x.org')).stdout).toContain('is in')
  expect(await ids(`replace buyers ${fileOf('d.txt.gz', gzipSync('eve'))}`)).toContain('1 added, 2 removed')
  expect(await ids(`add buyers ${fileOf('e.txt', 'ada\n\n')}`)).toContain('line 2')
  expect((await runIn('development', 'segments ids add buyers nowhere.txt')).stderr).toContain('There is no file')
})

test('a project file names a large segment without its ids, and says what is missing where it is imported', async () => {
  const { run, runIn } = await cli.newProject()
  await run('segments create buyers --large')
  await runIn('development', `segments ids add buyers ${fileOf('a.txt', 'ada\n')}`)
  await run('flags create sale --type boolean')
  const rule = '{"value":true,"conditions":[{"operator":"in_segment","value":"buyers"}]}'
  const config = fileOf('config.json', `{"enabled":true,"defaultValue":false,"rules":[${rule}]}`)
  expect(await runIn('development', `flags set sale --file ${config}`)).toMatchObject({ code: 0 })
  const { stdout } = await run('export')
  expect(JSON.parse(stdout).segments.buyers).toMatchObject({ large: true, keepIds: false, environments: {} })
  const file = fileOf('project.json', stdout)
  expect(await run(`import ${file} --dry-run`)).toMatchObject({ code: 0 })

  const other = await cli.newProject()
  expect(await other.run(`import ${file}`)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('bunting segments ids replace buyers <file> --env development'),
  })
  await other.run('segments create buyers --large')
  await other.runIn('development', `segments ids add buyers ${fileOf('b.txt', 'bob\n')}`)
  expect(await other.run(`import ${file}`)).toMatchObject({ code: 0 })
})
