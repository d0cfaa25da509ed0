import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeHome } from './support/bunting.ts'
import { openProxy } from './support/proxy.ts'
import { useServer } from './support/server.ts'

const cli = useServer()
const dev = 'development'

/** A project with a segment that has no config yet. */
const openSegment = async (key = 'beta') => {
  const project = await cli.newProject()
  await project.run(`segments create ${key}`)
  const envIdOf = (slug: string) => project.environments.find((environment) => environment.slug === slug)?.id ?? ''
  const paramsIn = (env: string) => ({ projectId: project.id, envId: envIdOf(env), segmentKey: key })
  return { ...project, paramsIn }
}

const fileOf = (content: string): string => {
  const file = join(makeHome(), 'input')
  writeFileSync(file, content)
  return file
}

test('ids are put into a segment, kept out of it and taken off its lists, each as a new version', async () => {
  const { run, runIn } = await openSegment()
  expect((await runIn(dev, 'segments include beta ada bob eve')).stderr).toBe(
    'Changed (included +3) beta in development (version 1): 3 ids included.\n',
  )
  expect((await runIn(dev, 'segments exclude beta eve mallory')).stderr).toBe(
    'Changed (included −1, excluded +2) beta in development (version 2): 2 ids included; 2 ids excluded.\n',
  )
  expect((await runIn(dev, 'segments include beta ada')).stderr).toContain('Nothing to change')
  expect((await runIn(dev, 'segments remove beta ada mallory')).stderr).toContain(
    '(included −1, excluded −1) beta in development (version 3): 1 id included; 1 id excluded.',
  )
  expect((await runIn(dev, 'segments restore beta 1')).stderr).toContain('(version 4): 3 ids included')

  const { stdout } = await runIn(dev, 'segments history beta')
  const changed = stdout.split('\n').map((line) => line.replace(/ {2,}/g, '|').split('|').at(-1))
  expect(changed.slice(0, 5)).toEqual([
    'COMMENT',
    'included +2, excluded −1',
    'included −1, excluded −1',
    'included −1, excluded +2',
    'first version',
  ])
  expect((await run('segments list')).stdout).toMatch(/^beta +user +\+3 +– +– +Beta$/m)
  const shown = (await run('segments get beta')).stdout
  expect(shown).toContain('beta  Beta  by user\n')
  expect(shown).toContain('  included ada, bob, eve\n')
})

test('ids come from a file or from standard input, one a line', async () => {
  const { run, runIn } = await openSegment()
  await runIn(dev, `segments include beta ada --file ${fileOf('bob\r\n\n eve \nbob\n')}`)
  await run(`segments include beta --file - --env ${dev}`, { input: 'mallory\n' })
  const { versions } = JSON.parse((await run('segments get beta --json')).stdout)
  const [latest] = Object.values(versions) as { config: { included: string[] } }[]
  expect(latest?.config?.included).toEqual(['ada', 'bob', 'eve', 'mallory'])
  expect(await runIn(dev, 'segments include beta')).toMatchObject({ code: 2, stdout: '' })
})

test('rules are saved from a file and field by field, and explained in words', async () => {
  const { run, runIn } = await openSegment('big')
  await run('segments create staff --unit companyId')
  await runIn(dev, 'segments include staff acme')
  const rules = [
    {
      name: 'Payers',
      conditions: [
        {
          any: [
            { attribute: 'plan', operator: 'equals', value: 'pro', ignoreCase: true },
            { none: [{ attribute: 'seats', operator: 'lt', value: 9 }] },
          ],
        },
        { operator: 'in_segment', value: ['staff'] },
      ],
    },
  ]
  expect((await runIn(dev, `segments save big --file ${fileOf(JSON.stringify({ rules }))}`)).stderr).toContain(
    '(version 1): (any of: plan is "pro" in any case, (none of: seats is less than 9)) AND is in the segment staff.',
  )
  const set = await runIn(dev, 'segments save big rules[0].conditions[0].any[0].value=team rules[0].enabled=true')
  expect(set.stderr).toContain('plan is "team" in any case')

  const { stdout } = await runIn(dev, 'segments explain big --user ada --attr plan=Team --attr companyId=other')
  expect(stdout.split('\n')).toEqual([
    'big in development (version 2): not in, in none of its lists, and no rule holds',
    '✗ 1 Payers: not matched',
    '    ✓ any of',
    '        ✓ plan is "team" in any case  is "Team"',
    '        ✓ none of',
    '            ✗ seats is less than 9  is not set',
    '    ✗ is in the segment staff  staff: in none of its lists, and no rule holds',
    '',
  ])
  const inside = await runIn(dev, 'segments explain big --attr plan=team --attr companyId=acme')
  expect(inside.stdout).toMatch(/: in, by its rule rule_\w+\n/)
  expect(inside.stdout).toContain('staff: included by its id')
  expect((await run('segments usages staff')).stdout).toMatch(/^development +segment +big$/m)
  expect(await run('segments archive staff')).toMatchObject({ code: 1, stderr: expect.stringContaining('big') })
  await runIn(dev, 'segments save big --unset rules[0]')
  expect(await run('segments archive staff')).toMatchObject({ code: 0 })
  expect((await run('segments list --archived true')).stdout).toContain('staff (archived)')
  expect(await run('segments unarchive staff')).toMatchObject({ code: 0 })
})

test('a wrong key suggests the near one', async () => {
  const { run, runIn } = await openSegment('beta-testers')
  await run('segments update beta-testers --name "The testers"')
  const answers = [
    await run('segments get beta-tester'),
    await run('segments update beta-tester --name x'),
    await runIn(dev, 'segments include beta-tester ada'),
    await runIn(dev, 'segments explain beta-tester'),
  ]
  for (const { code, stderr } of answers) {
    expect(code).toBe(1)
    expect(stderr).toContain('There is no segment "beta-tester"')
    expect(stderr).toContain('Did you mean "beta-testers"?')
  }
})

test('a protected environment takes proposals, which are shown in words and approved by another', async () => {
  const { run, runIn, paramsIn } = await openSegment()
  await runIn('production', 'segments include beta ada')
  const params = paramsIn('production')
  await cli.api.updateEnvironment({ params, body: { protected: true } })
  expect(await runIn('production', 'segments include beta bob')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/production is protected[\s\S]*--propose, or use bunting segments propose/),
  })
  const proposed = await runIn('production', 'segments exclude beta ada --propose')
  expect(proposed.stderr).toContain('nobody is in it')
  const id = /prop_\w+/.exec(proposed.stderr)?.[0] ?? ''
  expect((await run('proposals list')).stdout).toMatch(/pending +beta +production +segment /)
  const shown = (await run(`proposals show ${id}`)).stdout
  expect(shown).toContain('the segment beta in production: pending')
  expect(shown).toContain('- included ["ada"]\n+ excluded ["ada"]\n')
  const { key } = await cli.api.createApiKey({ params, body: { type: 'server', description: 'The reviewer' } })
  expect(await cli.run(`proposals approve ${id}`, { variables: { BUNTING_KEY: key } })).toMatchObject({ code: 0 })
  expect((await cli.api.getSegment({ params })).versions[params.envId]?.version).toBe(2)
})

test('what somebody else changed meanwhile is shown, and not written over', async () => {
  const { run, runIn, paramsIn } = await openSegment()
  await runIn(dev, 'segments include beta ada')
  const params = paramsIn(dev)
  await using proxy = await openProxy(cli.server.managementUrl, async (method) => {
    if (method === 'PUT') await cli.api.createSegmentVersion({ params, body: { version: 2, included: ['eve'] } })
  })
  const variables = { BUNTING_URL: proxy.url }
  const { code, stderr } = await run(`segments include beta bob --env ${dev}`, { variables })
  expect(code).toBe(1)
  expect(stderr).toContain('+ included ["eve"]')
  expect(stderr).toContain('Somebody else changed the segment first: nothing was written. (VERSION_CONFLICT)')
  expect((await cli.api.getSegment({ params })).versions[params.envId]?.config?.included).toEqual(['eve'])
})

test('a list of twenty thousand is saved, and told in few words', async () => {
  const { run, runIn } = await openSegment()
  const ids = Array.from({ length: 20_000 }, (_, at) => `user-${at}`).join('\n')
  expect((await runIn(dev, `segments include beta --file ${fileOf(ids)}`)).stderr).toContain('20,000 ids included')
  const { stdout } = await run('segments get beta')
  expect(stdout).toContain('user-4 and 19,995 more')
  expect(stdout).not.toContain('user-5,')
})
