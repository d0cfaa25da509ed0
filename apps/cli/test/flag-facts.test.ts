import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeAll, expect, test } from 'vitest'
import { startHere } from '../../server/src/testing/servers/start-here.ts'
import { makeHome } from './support/bunting.ts'
import { useServer } from './support/server.ts'

const dataDir = makeHome()
let key = ''
/** Adds people to the data, since otherwise they only join through an identity provider. */
beforeAll(async () => {
  const service = await startHere({ BUNTING_DATA_DIR: dataDir })
  key = service.firstKey ?? ''
  await service.stop()
  const database = new DatabaseSync(join(dataDir, 'bunting.db'))
  const [{ id: orgId } = {}] = database.prepare('select id from organizations').all()
  const add = database.prepare(
    `insert into users (id, org_id, identity, name, email, role, role_from_groups, created_us)
     values ('user_' || ?1, ?2, ?1, ?1, ?3, 'editor', 0, ?4)`,
  )
  add.run('ada', orgId ?? null, 'Ada@example.com', 1)
  add.run('ben', orgId ?? null, 'ben@example.com', 2)
  database.close()
})
const cli = useServer({ BUNTING_DATA_DIR: dataDir }, () => key)

const cells = (line: string | undefined) => line?.trim().split(/ {2,}/)

test('a flag is created with what helps to find it, which is shown, changed and taken away', async () => {
  const { run } = await cli.newProject()
  await run('flags create plain')
  expect((await run('flags list')).stdout).not.toMatch(/TAGS|OWNER|KIND|END/)
  const facts = '--tag checkout --tag "q3 launch" --owner ada@EXAMPLE.com --kind release --expected-end 2027-01-31'
  expect(await run(`flags create new-checkout ${facts}`)).toMatchObject({ code: 0 })
  const { stdout } = await run('flags get new-checkout')
  expect(stdout.split('\n').slice(0, 4)).toEqual([
    'new-checkout  New checkout  boolean, release',
    'owner ada',
    'tags checkout, q3 launch',
    'should be gone by 2027-01-31',
  ])
  const [head, row] = (await run('flags list --tag checkout')).stdout.split('\n')
  expect(cells(head)?.slice(-5)).toEqual(['KIND', 'OWNER', 'TAGS', 'END', 'NAME'])
  expect(cells(row)?.slice(-5)).toEqual(['release', 'ada', 'checkout, q3 launch', '2027-01-31', 'New checkout'])

  await run('flags update new-checkout --tag web --kind experiment --owner user_ben')
  expect(JSON.parse((await run('flags get new-checkout --json')).stdout)).toMatchObject({
    ...{ tags: ['web'], kind: 'experiment', ownerId: 'user_ben', expectedEnd: '2027-01-31' },
  })
  await run('flags update new-checkout --no-tag --no-owner --no-kind --no-expected-end')
  const cleared = JSON.parse((await run('flags get new-checkout --json')).stdout)
  expect(['tags', 'ownerId', 'kind', 'expectedEnd'].filter((name) => name in cleared)).toEqual([])
})

test('flags are listed by tag, owner and kind', async () => {
  const { run } = await cli.newProject()
  await run('flags create one --tag web --owner ben@example.com')
  await run('flags create two --tag web --kind operational')
  const keys = async (options: string) =>
    JSON.parse((await run(`flags list ${options} --json`)).stdout).items.map(({ key }: { key: string }) => key)
  expect(await keys('--tag web')).toEqual(['two', 'one'])
  expect(await keys('--owner BEN@example.com')).toEqual(['one'])
  expect(await keys('--kind operational --tag web')).toEqual(['two'])
})

test('an owner whom nobody knows, and a kind that there is not, are refused', async () => {
  const { run } = await cli.newProject()
  expect(await run('flags create x --owner bem@example.com')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('No member has the e-mail "bem@example.com". Did you mean "ben@example.com"?'),
  })
  expect((await run('flags create x')).code).toBe(0)
  expect(await run('flags update x --kind toggle')).toMatchObject({ code: 2, stderr: expect.stringMatching(/release/) })
  expect(await run('flags update x --owner user_nobody')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('must be a member of the organization'),
  })
})

test('a file carries them, the owner by e-mail, and the same file changes nothing', async () => {
  const { run, slug } = await cli.newProject()
  await run('flags create one --tag web --owner ada@example.com --kind release --expected-end 2027-01-31')
  await run('flags create two')
  const file = JSON.parse((await run('export')).stdout)
  expect(file.flags.one).toMatchObject({
    ...{ tags: ['web'], owner: 'Ada@example.com', kind: 'release', expectedEnd: '2027-01-31' },
  })
  expect(Object.keys(file.flags.two)).not.toContain('tags')
  expect(JSON.stringify(file)).not.toContain('user_')
  const importInto = (project: string, content: object, options = '') =>
    cli.run(`import - --project ${project} ${options}`.trim(), { input: JSON.stringify(content) })
  expect((await importInto(slug, file)).stderr).toContain('Nothing to change')

  expect((await importInto('elsewhere', file)).code).toBe(0)
  const copied = JSON.parse((await cli.run('export --project elsewhere')).stdout)
  expect(copied.flags).toEqual(file.flags)

  const { owner: _, tags: __, ...less } = file.flags.one
  const changed = { ...file, flags: { one: less, two: { ...file.flags.two, tags: ['ios'], owner: 'ben@example.com' } } }
  expect((await importInto(slug, changed, '--dry-run')).stdout).toMatch(/update the flag one\n.*tags.*\n.*owner/)
  expect((await importInto(slug, changed)).code).toBe(0)
  expect(JSON.parse((await run('export')).stdout).flags).toEqual(changed.flags)
})

test('an owner whom nobody here knows is told and stays as it is, and a file from before says nothing', async () => {
  const { run, slug } = await cli.newProject()
  await run('flags create one --tag web --owner ada@example.com')
  const file = JSON.parse((await run('export')).stdout)
  const importing = (one: object) =>
    cli.run(`import - --project ${slug}`, {
      input: JSON.stringify({ ...file, flags: { one, new: { ...one, name: 'New' } } }),
    })
  expect(await importing({ ...file.flags.one, tags: ['ios'], owner: 'zoe@elsewhere.example' })).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('No member has the e-mail zoe@elsewhere.example: the owner of one stays as it is.'),
  })
  const { flags } = JSON.parse((await run('export')).stdout)
  expect(flags).toMatchObject({ one: { tags: ['ios'], owner: 'Ada@example.com' }, new: { tags: ['ios'] } })
  expect(flags.new).not.toHaveProperty('owner')

  const { tags: _, owner: __, ...before } = file.flags.one
  expect((await importing({ ...before, name: 'Older' })).code).toBe(0)
  expect(JSON.parse((await run('export')).stdout).flags.one).toMatchObject({ name: 'Older', tags: ['ios'] })
})

test('environments are listed in the order of their project, and one starts as a copy of another', async () => {
  const { run, runIn } = await cli.newProject()
  await run('flags create one')
  await runIn('staging', 'flags on one')
  expect((await run('environments create qa --copy-from staging')).stderr).toMatch(
    /Created qa in .* as a copy of staging\./,
  )
  expect((await runIn('qa', 'flags history one')).stdout).toMatch(/first version/)
  await run('projects update --name "The shop" --environment-order qa,production')
  const slugs = async () =>
    (await run('environments list')).stdout
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => cells(line)?.[0])
  expect(await slugs()).toEqual(['qa', 'production', 'development', 'staging'])
  expect(cells((await run('flags list')).stdout.split('\n')[0])).toEqual([
    ...['KEY', 'TYPE', 'QA', 'PRODUCTION', 'DEVELOPMENT', 'STAGING', 'NAME'],
  ])
  await run('projects update --no-environment-order')
  expect((await slugs())[0]).toBe('qa')
  expect(await run('projects update --environment-order prodcution')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Did you mean "production"?'),
  })
  expect((await run('projects update')).code).toBe(2)
})
