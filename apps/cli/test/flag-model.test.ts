import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeHome } from './support/bunting.ts'
import { useServer } from './support/server.ts'

const cli = useServer()
const dev = 'development'

const fileOf = (content: unknown): string => {
  const file = join(makeHome(), 'input.json')
  writeFileSync(file, JSON.stringify(content))
  return file
}

const schema = { type: 'object', required: ['title'], properties: { title: { type: 'string' } } }

test('a json flag has a schema, and values from the command line and from files', async () => {
  const { run, runIn } = await cli.newProject()
  expect(await run(`flags create banner --type json --schema ${fileOf(schema)}`)).toMatchObject({ code: 0 })
  expect((await run('flags get banner')).stdout).toContain('banner  Banner  json, with a schema')
  expect(await runIn(dev, 'flags on banner')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('an object or'),
  })
  expect((await runIn(dev, `flags on banner --default '{"title":"Hello"}'`)).stderr).toContain(
    'everyone gets {"title":"Hello"}',
  )
  expect(await runIn(dev, `flags set banner 'defaultValue={"title":1}'`)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('defaultValue.title'),
  })
  const document = fileOf({ title: 'From a file', lines: [1, 2] })
  await runIn(dev, `flags set banner defaultValue=@${document} 'defaultValue.lines[1]=3'`)
  await runIn(dev, `flags rollout banner 50 --value '{"title":"Half"}'`)
  expect((await runIn(dev, 'flags diff banner 1 2')).stdout).toBe(
    '~ defaultValue.title "Hello" → "From a file"\n+ defaultValue.lines [1,3]\n',
  )
  expect((await run('flags get banner')).stdout).toContain('50 % of everyone → {"title":"Half"}')
  for (const wrong of ['on banner --default 25', 'on banner --default {', 'on banner --default @/nowhere.json']) {
    expect(await runIn('staging', `flags ${wrong}`)).toMatchObject({ code: 2 })
  }
})

test('a schema is replaced and taken away', async () => {
  const { run, runIn } = await cli.newProject()
  await run('flags create banner --type json')
  await runIn(dev, `flags on banner --default '{"lines":[]}'`)
  expect(await run(`flags update banner --schema ${fileOf(schema)}`)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('CONFLICT'),
  })
  expect(await run(`flags update banner --schema ${fileOf({ type: 'object' })}`)).toMatchObject({ code: 0 })
  expect(JSON.parse((await run('flags get banner --json')).stdout).schema).toEqual({ type: 'object' })
  expect(await run('flags update banner --no-schema')).toMatchObject({ code: 0 })
  expect(JSON.parse((await run('flags get banner --json')).stdout)).not.toHaveProperty('schema')
})

test('a flag depends on others, is off because of one, and no longer depends on it', async () => {
  const { id, run, runIn, environments } = await cli.newProject()
  await run('flags create payments')
  await run('flags create theme --type string')
  await run('flags create checkout')
  expect(await runIn(dev, 'flags require checkout payments=true')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('checkout has no config in development yet'),
  })
  await runIn(dev, 'flags on checkout')
  await runIn(dev, 'flags on theme --default dark')
  const required = await runIn(dev, 'flags require checkout payments=true theme=dark theme=light')
  expect(required.stderr).toContain('while payments is true and theme is "dark" or "light": everyone → true')
  expect((await run('flags get checkout')).stdout).toContain('  while theme is "dark" or "light"\n')
  expect((await run('flags get theme')).stdout).toContain(
    '  needed by checkout, to be "dark" or "light"; else checkout is off: false\n',
  )
  expect(JSON.parse((await run('flags get theme --json')).stdout)).not.toHaveProperty('dependents')

  const unmade = await runIn(dev, 'explain checkout --user ada')
  expect(unmade.stdout.split('\n').slice(0, 4)).toEqual([
    'checkout in development (version 2) answers false: DISABLED, off because payments has no config here',
    '✗ needs payments to be true  it has no config here',
    '✓ needs theme to be "dark" or "light"  it is "dark"',
    '· 1 Everyone: not reached',
  ])
  await runIn(dev, 'flags off payments')
  expect((await runIn(dev, 'explain checkout')).stdout).toContain('off because payments is off (false)')
  const envId = environments.find(({ slug }) => slug === dev)?.id ?? ''
  const params = { projectId: id, envId }
  const { key } = await cli.api.createApiKey({ params, body: { type: 'server', description: 'Shop' } })
  const evaluated = await cli.run('evaluate checkout --user ada', { variables: { BUNTING_KEY: key } })
  expect(evaluated.stdout).toMatch(/checkout +false +DISABLED by payments/)

  expect(await runIn(dev, 'flags require checkout checkout=true')).toMatchObject({ code: 1 })
  expect(await runIn(dev, 'flags require checkout payments=yes')).toMatchObject({ code: 2 })
  expect(await runIn(dev, 'flags require checkout --remove nothing')).toMatchObject({ code: 2 })
  const diff = () => runIn(dev, 'flags diff checkout')
  await runIn(dev, 'flags require checkout theme=dark --remove payments')
  expect((await diff()).stdout).toBe(
    '- prerequisites[payments] payments is true\n~ prerequisites[theme].values ["dark","light"] → ["dark"]\n',
  )
  const none = await runIn(dev, 'flags require checkout --remove theme')
  expect(none.stderr).toContain('(version 4): everyone → true')
})

test('rules with groups, lists and segments are told and explained in words', async () => {
  const { run, runIn } = await cli.newProject()
  await run('segments create beta')
  await runIn(dev, 'segments include beta ada')
  await run('flags create search')
  const conditions = [
    {
      any: [
        { attribute: 'plan', operator: 'equals', value: 'pro' },
        { operator: 'in_segment', value: 'beta' },
      ],
    },
  ]
  const config = { enabled: true, defaultValue: false, rules: [{ name: 'Early', conditions, value: true }] }
  const saved = await runIn(dev, `flags set search --file ${fileOf(config)}`)
  expect(saved.stderr).toContain('any of: plan is "pro", is in the segment beta → true; otherwise false')
  const { stdout } = await runIn(dev, 'explain search --user ada --attr plan=free --attr plan=team')
  expect(stdout.split('\n')).toEqual([
    'search in development (version 1) answers true: RULE_MATCH',
    '✓ 1 Early: matched',
    '    ✓ any of',
    '        ✗ plan is "pro"  is ["free","team"]',
    '        ✓ is in the segment beta  beta: included by its id',
    '',
  ])
  expect((await run('segments usages beta')).stdout).toMatch(/^development +flag +search$/m)
  await runIn(dev, 'flags set search --unset rules[0].conditions[0].any[0]')
  expect((await runIn(dev, 'flags diff search')).stdout).toBe(
    '~ rules[Early].conditions (any of: plan is "pro", is in the segment beta) → (any of: is in the segment beta)\n',
  )
})
