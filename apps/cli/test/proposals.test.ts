import { expect, test } from 'vitest'
import { useServer } from './support/server.ts'

const cli = useServer()

/** A project with a flag that is on in production, which is protected. */
const openProtected = async () => {
  const project = await cli.newProject()
  const params = {
    projectId: project.id,
    envId: project.environments.find(({ slug }) => slug === 'production')?.id ?? '',
  }
  await cli.api.createFlag({ params, body: { key: 'a', name: 'A', type: 'boolean' } })
  const body = { version: 1, enabled: true, defaultValue: false, rules: [] }
  await cli.api.createFlagVersion({ params: { ...params, flagKey: 'a' }, body })
  await cli.api.updateEnvironment({ params, body: { protected: true } })
  const { key } = await cli.api.createApiKey({ params, body: { type: 'server', description: 'The reviewer' } })
  return { ...project, params, reviewer: { variables: { BUNTING_KEY: key } } }
}

const idIn = (text: string): string => /prop_\w+/.exec(text)?.[0] ?? ''

test('a protected environment refuses, and says how to propose', async () => {
  const { runIn } = await openProtected()
  const { code, stdout, stderr } = await runIn('production', 'flags off a')
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toContain('production is protected')
  expect(stderr).toContain('--propose, or use bunting proposals create')
  expect(stderr).toMatch(/request [0-9a-f-]{36}/)
})

test('a proposal is made, shown with its difference, and approved by another', async () => {
  const { run, runIn, params, reviewer } = await openProtected()
  const proposed = await runIn('production', 'flags rollout a 20 --propose')
  const id = idIn(proposed.stderr)
  const shown = await run(`proposals show ${id}`)
  expect(shown.stdout).toContain('a in production: pending')
  expect(shown.stdout).toContain('+ rules[Rollout] 20 % of everyone → true')
  expect(await cli.run(`proposals approve ${id}`)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/SELF_APPROVAL_FORBIDDEN[\s\S]*Somebody else has to approve it/),
  })
  expect(await cli.run(`proposals approve ${id} --expected-version 7`, reviewer)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('VERSION_CONFLICT'),
  })
  expect(await cli.run(`proposals approve ${id} --note "Go on"`, reviewer)).toMatchObject({ code: 0 })
  const listed = await run('proposals list --status approved')
  expect(listed.stdout).toContain('The reviewer  Go on')
  const flag = await cli.api.getFlag({ params: { ...params, flagKey: 'a' } })
  expect(flag.versions[params.envId]).toMatchObject({ version: 2, config: { rules: [{ rolloutPercentage: 20 }] } })
})

test('a config is proposed field by field, and rejected', async () => {
  const { run, runIn } = await openProtected()
  const id = idIn((await runIn('production', 'proposals create a enabled=false')).stderr)
  const again = await runIn('production', 'flags off a --propose')
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('PROPOSAL_ALREADY_PENDING') })
  expect((await cli.run(`proposals reject ${id}`)).stderr).toContain('Rejected')
  expect(JSON.parse((await run('proposals list --json')).stdout).items).toMatchObject([{ id, status: 'rejected' }])
  expect(await cli.run(`proposals reject ${id}`)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('PROPOSAL_NOT_PENDING'),
  })
})

test('what waits for somebody is listed for them alone, and replaced by its proposer', async () => {
  const { run, runIn, slug, reviewer } = await openProtected()
  const first = idIn((await runIn('production', 'proposals create a enabled=false')).stderr)
  const changed = await runIn('production', `flags rollout a 20 --replaces ${first} --comment "Only some"`)
  const second = idIn(changed.stderr)
  expect(changed).toMatchObject({ code: 0, stderr: expect.stringContaining('Proposed a in production') })
  expect((await run('proposals list --waiting')).stdout).not.toContain(second)
  const { stdout } = await run('proposals list --waiting', reviewer)
  expect(stdout).toMatch(new RegExp(`^${second} +${slug} +a +production +config .*Only some`, 'm'))
  expect(stdout).not.toContain(first)
  expect((await run('proposals list --status rejected')).stdout).toContain(`Replaced by ${second}`)
  expect(await run('proposals list --waiting --status approved')).toMatchObject({ code: 2 })
})

test('an environment loses its protection only with a yes', async () => {
  const { run } = await openProtected()
  expect(await run('environments unprotect production')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--yes'),
  })
  expect(await run('environments unprotect production --yes')).toMatchObject({ code: 0 })
  expect(await run('environments protect production')).toMatchObject({ code: 0 })
  expect((await run('environments list')).stdout).toMatch(/^production +yes /m)
})

test('in a strict environment what one person asks for is proposed, shown in words, and done by another', async () => {
  const { run, params, reviewer } = await openProtected()
  expect((await run('environments protect production --strict')).stderr).toContain('Protected production, strictly.')
  expect((await run('environments list')).stdout).toMatch(/^production +strictly /m)

  const asked = await run('flags archive a')
  expect(asked).toMatchObject({ code: 0, stderr: expect.stringContaining(': archive it.') })
  expect(asked.stderr).toContain('Nothing changed yet')
  const id = idIn(asked.stderr)
  expect((await run(`proposals show ${id}`)).stdout).toMatch(/a in production: pending[\s\S]*It says: archive it\./)
  expect((await run('proposals list')).stdout).toMatch(/pending +a +production +archive it /)
  const flag = () => cli.api.getFlag({ params: { ...params, flagKey: 'a' } })
  expect((await flag()).archivedAt).toBeNull()
  expect(await cli.run(`proposals approve ${id}`)).toMatchObject({ code: 1 })
  expect(await cli.run(`proposals approve ${id}`, reviewer)).toMatchObject({ code: 0 })
  expect((await flag()).archivedAt).not.toBeNull()

  const safe = await run('flags update a --client-safe --json')
  expect(JSON.parse(safe.stdout)).toMatchObject({ kind: 'clientSafe', change: { clientSafe: true }, status: 'pending' })
  const loose = await run('environments update production --no-strict')
  expect(loose.stderr).toContain(': make it strict no longer.')
  expect((await run(`proposals show ${idIn(loose.stderr)}`)).stdout).toContain('production: pending')
  const again = await run('environments unprotect production --yes')
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('PROPOSAL_ALREADY_PENDING') })
  await cli.run(`proposals approve ${idIn(loose.stderr)}`, reviewer)
  expect((await run('environments list')).stdout).toMatch(/^production +yes /m)
})

test('a file says that an environment is strict, and importing what it changes there proposes it', async () => {
  const { run, slug, params } = await openProtected()
  await run('environments update production --strict')
  const { stdout } = await run('export')
  const file = JSON.parse(stdout)
  expect(file.environments.production).toMatchObject({ protected: true, strict: true })
  expect(file.environments.staging).not.toHaveProperty('strict')
  const changed = JSON.stringify({
    ...file,
    environments: { ...file.environments, staging: { ...file.environments.staging, protected: true, strict: true } },
    flags: { a: { ...file.flags.a, name: 'New', clientSafe: true } },
  })
  const importIt = () => cli.run(`import - --project ${slug}`, { input: changed })
  const imported = await importIt()
  expect(imported).toMatchObject({ code: 0, stderr: expect.stringContaining('1 of them is proposed only') })
  const flag = await cli.api.getFlag({ params: { ...params, flagKey: 'a' } })
  expect(flag).toMatchObject({ name: 'New', clientSafe: false })
  expect((await run('environments list')).stdout).toMatch(/^staging +strictly /m)
  expect(await importIt()).toMatchObject({ code: 0, stderr: expect.stringContaining('waits for an approval') })
  const loosened = JSON.stringify({
    ...file,
    environments: { ...file.environments, production: { ...file.environments.production, strict: false } },
  })
  const refused = await cli.run(`import - --project ${slug}`, { input: loosened })
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('--no-strict') })
})
