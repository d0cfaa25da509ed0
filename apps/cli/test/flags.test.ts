import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeHome } from './support/bunting.ts'
import { openProxy } from './support/proxy.ts'
import { useServer } from './support/server.ts'

const cli = useServer()
const dev = 'development'

test('a flag is created, turned on, rolled out and turned off, each as a new version', async () => {
  const { run, runIn } = await cli.newProject()
  expect(await run('flags create new-checkout')).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('Created the boolean flag new-checkout'),
  })
  expect((await runIn(dev, 'flags on new-checkout')).stderr).toContain('(version 1): everyone → true; otherwise false')
  expect((await runIn(dev, 'flags rollout new-checkout 12.5')).stderr).toContain(
    '(version 2): 12.5 % of everyone → true',
  )
  expect((await runIn(dev, 'flags off new-checkout')).stderr).toContain('(version 3): everyone gets false')
  expect((await runIn(dev, 'flags off new-checkout')).stderr).toContain('Nothing to change')

  const { stdout } = await runIn(dev, 'flags history new-checkout')
  const changed = stdout.split('\n').map((line) => line.replace(/ {2,}/g, '|').split('|').at(-1))
  expect(changed.slice(0, 4)).toEqual(['COMMENT', 'enabled', 'rules[Everyone].rolloutPercentage', 'first version'])
})

test('the timeline of a flag has the versions of every environment, with what each changed there', async () => {
  const { run, runIn } = await cli.newProject()
  await run('flags create new-checkout')
  await runIn(dev, 'flags on new-checkout')
  await runIn('staging', 'flags on new-checkout --comment "After the demo"')
  await runIn(dev, 'flags rollout new-checkout 10')
  const { stdout } = await run('flags timeline new-checkout')
  const rows = stdout.split('\n').map((line) => line.replace(/ {2,}/g, '|').split('|'))
  expect(rows.slice(0, 4).map(([, ...row]) => row.filter((cell) => !cell.startsWith('key_')))).toEqual([
    ['ENVIRONMENT', 'VERSION', 'WHO', 'BY WAY OF', 'CHANGED', 'COMMENT'],
    ['development', '2', expect.any(String), 'rules[Everyone].rolloutPercentage'],
    ['staging', '1', expect.any(String), 'first version', 'After the demo'],
    ['development', '1', expect.any(String), 'first version'],
  ])
  expect(await run('flags timeline new-chekout')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Did you mean "new-checkout"?'),
  })
})

test('a wrong flag key suggests the near one', async () => {
  const { run, runIn } = await cli.newProject()
  await run('flags create new-checkout')
  const wrong = ['flags get new-chekout', 'flags archive new-chekout', 'flags update new-chekout --name x']
  const answers = [
    ...(await Promise.all(wrong.map((args) => run(args)))),
    await runIn(dev, 'flags on new-chekout'),
    await runIn(dev, 'explain new-chekout'),
  ]
  for (const { code, stdout, stderr } of answers) {
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain('There is no flag "new-chekout"')
    expect(stderr).toContain('Did you mean "new-checkout"?')
    expect(stderr).toMatch(/request [0-9a-f-]{36}/)
  }
})

test('the near one is found among any number of flags, without reading all of them', async () => {
  const { id, run } = await cli.newProject()
  await run('flags create new-checkout')
  const more = Array.from({ length: 101 }, (_, at) => `flag-${at}`)
  await Promise.all(
    more.map((key) => cli.api.createFlag({ params: { projectId: id }, body: { key, name: key, type: 'boolean' } })),
  )
  const asked: string[] = []
  await using proxy = await openProxy(cli.server.managementUrl, async (_, path) => void asked.push(path))
  const variables = { BUNTING_URL: proxy.url }
  const answers = [
    await run('flags get new-chckeout', { variables }),
    await cli.run('evaluate nwe-checkout', { variables }),
  ]
  for (const { stderr } of answers) expect(stderr).toContain('Did you mean "new-checkout"?')
  expect(asked.filter((path) => path.includes('cursor'))).toEqual([])
})

test('wrong projects and environments suggest the near ones too', async () => {
  const { slug, run, runIn } = await cli.newProject()
  await run('flags create a')
  expect((await cli.run(`flags list --project ${slug}x`)).stderr).toContain(`Did you mean "${slug}"?`)
  expect(await runIn('prodution', 'flags on a')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Did you mean "production"?'),
  })
})

test('fields are set, taken away and read from a file', async () => {
  const { run, runIn } = await cli.newProject()
  await run('flags create colour --type string')
  expect((await runIn(dev, 'flags set colour defaultValue=25')).code).toBe(0)
  const file = join(makeHome(), 'config.json')
  const rule = {
    name: 'Germans',
    value: 'red',
    conditions: [{ attribute: 'country', operator: 'equals', value: 'DE' }],
  }
  writeFileSync(
    file,
    JSON.stringify({ version: 7, enabled: true, defaultValue: 'grey', rules: [rule, { value: 'blue' }] }),
  )
  expect((await runIn(dev, `flags set colour --file ${file}`)).stderr).toContain('country is "DE" → "red"')
  const set = `flags set colour 'rules[0].conditions[0].value=FR' rules[0].value=true --unset rules[1]`
  expect((await runIn(dev, set)).stderr).toContain('(version 3): country is "FR" → "true"; otherwise "grey"')

  expect(await runIn(dev, 'flags set colour rules[5].value=x')).toMatchObject({ code: 2 })
  expect(await runIn(dev, 'flags set colour rules[0].valeu=x')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('did you mean "value"?'),
  })
})

test('versions are compared, and a difference is exit code 1', async () => {
  const { run, runIn } = await cli.newProject()
  await run('flags create a')
  await runIn(dev, 'flags on a')
  await runIn(dev, 'flags rollout a 30')
  const answer = await runIn(dev, 'flags diff a')
  expect(answer).toMatchObject({ code: 1, stdout: '+ rules[Everyone].rolloutPercentage 30\n' })
  expect(await runIn(dev, 'flags diff a 2 2')).toMatchObject({ code: 0, stdout: '' })
  expect(JSON.parse((await runIn(dev, 'flags diff a --json')).stdout)).toEqual([
    { path: 'rules[Everyone].rolloutPercentage', after: 30 },
  ])
})

test('an earlier version is restored, and a config copied, as new versions', async () => {
  const { run, runIn } = await cli.newProject()
  await run('flags create a')
  await runIn(dev, 'flags on a')
  await runIn(dev, 'flags off a')
  expect((await runIn(dev, 'flags restore a 1')).stderr).toContain('(version 3): everyone → true')
  expect((await runIn(dev, 'flags copy a staging')).stderr).toContain('a in staging (version 1)')
  expect(await runIn(dev, 'flags diff a --with staging')).toMatchObject({ code: 0 })
  expect(await runIn(dev, 'flags restore a 9')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('latest is 3'),
  })
})

test('an archived flag comes back', async () => {
  const { run, runIn } = await cli.newProject()
  await run('flags create a --client-safe')
  await run('flags archive a')
  expect((await run('flags list')).stdout).toContain('a (archived)')
  expect(await runIn(dev, 'flags on a')).toMatchObject({ code: 1, stderr: expect.stringContaining('CONFLICT') })
  await run('flags unarchive a')
  await run('flags update a --name "A flag" --no-client-safe')
  expect((await run('flags get a')).stdout).toMatch(/^a {2}A flag {2}boolean\n/)
})

test('what somebody else changed meanwhile is shown, and not written over', async () => {
  const { id, environments, run, runIn } = await cli.newProject()
  await run('flags create a')
  await runIn(dev, 'flags on a')
  const params = { projectId: id, envId: environments.find(({ slug }) => slug === dev)?.id ?? '', flagKey: 'a' }
  await using proxy = await openProxy(cli.server.managementUrl, async (method) => {
    if (method !== 'PUT') return
    await cli.api.createFlagVersion({ params, body: { version: 2, enabled: true, defaultValue: true, rules: [] } })
  })
  const { code, stdout, stderr } = await run(`flags off a --env ${dev}`, { variables: { BUNTING_URL: proxy.url } })
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toContain('~ defaultValue false → true')
  expect(stderr).toContain('nothing was written. (VERSION_CONFLICT)')
  const flag = await cli.api.getFlag({ params })
  expect(flag.versions[params.envId]?.version).toBe(2)
})
