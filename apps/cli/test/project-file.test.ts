import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeHome } from './support/bunting.ts'
import { useServer } from './support/server.ts'

const cli = useServer()

/** A project with some of everything, exported to a file. */
const openExported = async () => {
  const project = await cli.newProject()
  const idOf = (slug: string) => project.environments.find((environment) => environment.slug === slug)?.id ?? ''
  const params = { projectId: project.id }
  const conditions = [{ attribute: 'country', operator: 'in' as const, value: ['DE', 'FR'] }]
  for (const key of ['constructor', 'b', 'archived']) {
    await cli.api.createFlag({ params, body: { key, name: key, type: 'boolean' } })
    await cli.api.createFlagVersion({
      params: { ...params, envId: idOf('development'), flagKey: key },
      body: {
        version: 1,
        enabled: true,
        defaultValue: false,
        rules: [{ value: true, conditions, rolloutPercentage: 10 }],
      },
    })
  }
  await cli.api.updateFlag({ params: { ...params, flagKey: 'archived' }, body: { archived: true } })
  const file = join(makeHome(), 'project.json')
  await project.run(`export --output ${file}`)
  const read = () => JSON.parse(readFileSync(file, 'utf8'))
  const edit = (change: (content: ReturnType<typeof read>) => void) => {
    const content = read()
    change(content)
    writeFileSync(file, JSON.stringify(content))
  }
  return { ...project, file, read, edit, params, idOf }
}

test('an export is the same text each time, and importing it changes nothing', async () => {
  const { run, file, slug, read } = await openExported()
  expect((await run('export')).stdout).toBe(readFileSync(file, 'utf8'))
  expect(Object.keys(read().flags)).toEqual(['archived', 'b', 'constructor'])
  expect(await cli.run(`import ${file} --dry-run`)).toMatchObject({ code: 0, stdout: '' })
  expect((await cli.run(`import ${file}`)).stderr).toBe(`Nothing to change: ${slug} is like ${file}.\n`)
})

test('a file makes a copy of a project that is not there, and then is no different', async () => {
  const { file, slug } = await openExported()
  expect(await cli.run(`import ${file} --project ${slug}-copy`)).toMatchObject({ code: 0 })
  expect(await cli.run(`import ${file} --project ${slug}-copy --dry-run`)).toMatchObject({ code: 0, stdout: '' })
  const { stdout } = await cli.run(`export --project ${slug}-copy`)
  expect(stdout.replace(`${slug}-copy`, slug)).toBe(readFileSync(file, 'utf8'))
})

test('a dry run shows the difference and changes nothing; an import applies just that', async () => {
  const { file, edit, run } = await openExported()
  edit((content) => {
    content.flags.b.name = 'Bee'
    content.flags.b.environments.development.rules[0].rolloutPercentage = 50
    content.flags.new = { name: 'New', type: 'string' }
    content.environments.staging.protected = true
    content.flags.archived.archived = false
  })
  const dry = await cli.run(`import ${file} --dry-run`)
  expect(dry.code).toBe(1)
  expect(dry.stdout.split('\n')).toEqual([
    'update the flag archived',
    '  ~ archived true → false',
    'update the flag b',
    '  ~ name "b" → "Bee"',
    'create the string flag new',
    'write b in development, version 2',
    expect.stringMatching(/^ {2}~ rules\[rule_\w+\]\.rolloutPercentage 10 → 50$/),
    'update the environment staging',
    '  ~ protected false → true',
    '',
  ])
  expect((await run('flags list')).stdout).not.toContain('Bee')
  expect((await cli.run(`import ${file}`)).stderr).toContain('5 changes')
  expect(await cli.run(`import ${file} --dry-run`)).toMatchObject({ code: 0, stdout: '' })
})

test('rules without ids in a file keep the ones they have, so nobody changes sides', async () => {
  const { file, edit } = await openExported()
  edit((content) => {
    for (const rule of content.flags.b.environments.development.rules) delete rule.id
  })
  expect(await cli.run(`import ${file} --dry-run`)).toMatchObject({ code: 0, stdout: '' })
})

test('a protected environment gets proposals, once', async () => {
  const { file, edit, params, idOf, run } = await openExported()
  await cli.api.updateEnvironment({ params: { ...params, envId: idOf('development') }, body: { protected: true } })
  edit((content) => {
    content.environments.development.protected = true
    content.flags.b.environments.development.enabled = false
  })
  expect(await cli.run(`import ${file}`)).toMatchObject({ code: 1, stderr: expect.stringContaining('say --propose') })
  expect(await cli.run(`import ${file} --propose`)).toMatchObject({ code: 0 })
  expect((await cli.run(`import ${file} --propose`)).stderr).toContain('is proposed already')
  expect(JSON.parse((await run('proposals list --status pending --json')).stdout).items).toHaveLength(1)
})

test('what an archived flag would answer in a protected environment is left alone', async () => {
  const { file, edit, params, idOf } = await openExported()
  await cli.api.updateEnvironment({ params: { ...params, envId: idOf('development') }, body: { protected: true } })
  edit((content) => {
    content.environments.development.protected = true
    content.flags.archived.environments.development.enabled = false
  })
  const { code, stderr } = await cli.run(`import ${file} --dry-run`)
  expect(code).toBe(0)
  expect(stderr).toContain('archived in development stays as it is')
})

test('with a problem nothing at all is changed', async () => {
  const { file, edit, params, idOf, run } = await openExported()
  await cli.api.updateEnvironment({ params: { ...params, envId: idOf('production') }, body: { protected: true } })
  edit((content) => {
    content.flags.b.name = 'Bee'
    content.flags.b.type = 'string'
    content.flags.b.environments = { developmnt: content.flags.b.environments.development }
    content.flags.b.environments.developmnt.defaultValue = 'x'
  })
  const { code, stderr } = await cli.run(`import ${file}`)
  expect(code).toBe(1)
  expect(stderr).toContain('takes the protection off production')
  expect(stderr).toContain('its type cannot become string')
  expect(stderr).toContain('Did you mean "development"?')
  expect((await run('flags get b')).stdout).not.toContain('Bee')
})

test('flags that a file does not have stay, unless it is told to archive them', async () => {
  const { file, edit, run } = await openExported()
  edit((content) => {
    delete content.flags.b
  })
  const kept = await cli.run(`import ${file}`)
  expect(kept.stderr).toContain('Not in the file, and left as they are: b')
  expect(await cli.run(`import ${file} --prune`)).toMatchObject({ code: 0 })
  expect((await run('flags list')).stdout).toContain('b (archived)')
})

test('what is no file of a project is wrong use, and says all that is wrong', async () => {
  const { file, edit } = await openExported()
  edit((content) => {
    content.flags.b.nmae = 'x'
    content.flags.b.environments.development.rules[0].value = undefined
    content.flags.b.environments.development.rules[0].conditions[0].operator = 'equls'
  })
  const { code, stderr } = await cli.run(`import ${file}`)
  expect(code).toBe(2)
  expect(stderr).toContain('flags.b.nmae')
  expect(stderr).toContain('did you mean "equals"?')
  expect(await cli.run('import /nowhere.json')).toMatchObject({ code: 2, stderr: expect.stringContaining('no file') })
})

test('an import says which SDKs in use do not know what it writes', async () => {
  const { file, edit, idOf, params } = await openExported()
  const { id: flagId, orgId } = await cli.api.getFlag({ params: { ...params, flagKey: 'b' } })
  const of = { flagKey: 'b', flagId, orgId, environmentId: idOf('development'), reason: 'DEFAULT' as const }
  const told = { ...of, value: false, sdkType: 'server' as const, evaluatedAt: Date.now() }
  await cli.api.recordEvents({ body: { events: ['0.5.0', '0.6.0'].map((sdkVersion) => ({ ...told, sdkVersion })) } })
  const listed = async () => (await cli.api.getSdks({ params: { ...params, envId: of.environmentId } })).items.length
  await expect.poll(listed).toBe(2)
  edit((content) => {
    content.flags.b.environments.development.rules[0].rolloutPercentage = 20
  })
  expect((await cli.run(`import ${file} --dry-run`)).stderr).not.toContain('SDK')
  edit((content) => {
    content.flags.b.environments.development.rules[0].conditions = [
      { attribute: 'userId', operator: 'in_share', value: { from: 0, to: 10, salt: 'layer' } },
    ]
  })
  expect((await cli.run(`import ${file} --dry-run`)).stderr).toMatch(
    /Note: In development, 0\.5\.0 of the server SDK, last seen on [\d-]{10}, does not know in_share: it answers with the fallback in the code\. Update to 0\.6\.0 first\./,
  )
})
