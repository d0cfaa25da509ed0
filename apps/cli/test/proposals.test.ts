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
    stderr: expect.stringContaining('SELF_APPROVAL_FORBIDDEN'),
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
