import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeHome } from './support/bunting.ts'
import { adminToken, useServer } from './support/server.ts'

const cli = useServer()

/** A project with a flag for people at example.com, and a key of its development environment. */
const openFlag = async () => {
  const project = await cli.newProject()
  const envId = project.environments.find(({ slug }) => slug === 'development')?.id ?? ''
  const params = { projectId: project.id, envId, flagKey: 'new-checkout' }
  await cli.api.createFlag({ params, body: { key: 'new-checkout', name: 'New checkout', type: 'boolean' } })
  const conditions = [{ attribute: 'email', operator: 'ends_with' as const, value: '@example.com' }]
  const rules = [
    { name: 'Colleagues', value: true, conditions },
    { name: 'Nobody', value: true, rolloutPercentage: 0 },
  ]
  await cli.api.createFlagVersion({ params, body: { version: 1, enabled: true, defaultValue: false, rules } })
  const { key } = await cli.api.createApiKey({ params, body: { type: 'server', description: 'Checkout' } })
  return { ...project, as: { variables: { BUNTING_KEY: key } } }
}

test('flags are evaluated by the Delivery API, one or several, for a user', async () => {
  const { as } = await openFlag()
  const one = await cli.run('evaluate new-checkout --user ada --attr email=ada@example.com --json', as)
  expect(JSON.parse(one.stdout)).toMatchObject({ flagKey: 'new-checkout', value: true, reason: 'RULE_MATCH' })
  const file = join(makeHome(), 'context.json')
  writeFileSync(file, JSON.stringify({ userId: 'ada', attributes: { email: 'ada@example.org' } }))
  const table = await cli.run(`evaluate new-checkout --context ${file}`, as)
  expect(table.stdout).toMatch(/new-checkout +false +DEFAULT/)
  const bulk = await cli.run('evaluate new-checkout new-chekout --user ada --json', as)
  expect(bulk).toMatchObject({ code: 1, stderr: expect.stringContaining('Did you mean "new-checkout"?') })
  expect(JSON.parse(bulk.stdout)).toMatchObject({ results: { 'new-checkout': { value: false } } })
})

test('an explanation goes rule by rule and condition by condition', async () => {
  const { runIn } = await openFlag()
  const { stdout } = await runIn('development', 'explain new-checkout --user ada --attr email=ada@example.org')
  expect(stdout.split('\n')).toEqual([
    'new-checkout in development (version 1) answers false: DEFAULT',
    '✗ 1 Colleagues: not matched',
    '    ✗ email ends with "@example.com"  is "ada@example.org"',
    expect.stringMatching(/^○ 2 Nobody: outside the rollout, bucket \d+ is not below 0 \(0 %\)$/),
    '',
  ])
})

test('for one user every flag answers in every environment, and what differs is marked', async () => {
  const { id, slug, environments } = await openFlag()
  const envId = environments.find((environment) => environment.slug === 'staging')?.id ?? ''
  await cli.api.createFlagVersion({
    params: { projectId: id, envId, flagKey: 'new-checkout' },
    body: { version: 1, enabled: true, defaultValue: false, rules: [] },
  })
  const all = await cli.run(`answers --project ${slug} --user ada --attr email=ada@example.com`)
  expect(all.stdout).toMatch(/^ +KEY +DEVELOPMENT +STAGING +PRODUCTION$/m)
  expect(all.stdout).toMatch(/^≠ +new-checkout +true +false +–$/m)
  expect(all.stderr).toContain('1 of 1 differ')
  const two = `answers --project ${slug} --user ada --in development --in staging`
  expect((await cli.run(two)).stdout).toMatch(/^ +new-checkout +false +false$/m)
  expect(JSON.parse((await cli.run(`${two} --different --json`)).stdout)).toEqual({ items: [] })
})

test('usage is drawn day by day', async () => {
  const { runIn, environments } = await openFlag()
  const environmentId = environments.find(({ slug }) => slug === 'development')?.id ?? ''
  const { orgId } = (await cli.api.listProjects({ query: { limit: 1 } })).items[0] ?? { orgId: '' }
  const today = new Date().toISOString()
  const event = { flagKey: 'new-checkout', flagId: 'flag_x', environmentId, orgId, sdkType: 'server', sdkVersion: '1' }
  const events = [true, true, true, false].map((value) => ({
    ...event,
    value,
    reason: value ? 'RULE_MATCH' : 'DEFAULT',
    ruleId: value ? 'colleagues' : null,
    evaluatedAt: today,
  }))
  await cli.api.recordEvents({ body: { events } as never })
  await cli.api.backfillUsage({ body: { date: today.slice(0, 10), environmentId } })
  expect((await runIn('development', 'usage new-checkout --rules')).stdout).toMatch(/^colleagues +3 +75 %$/m)
  const { code, stdout } = await runIn('development', 'usage new-checkout')
  expect(code).toBe(0)
  expect(stdout).toContain(': 4 evaluations')
  expect(stdout.split('\n').filter((line) => /^\d{4}-/.test(line))).toHaveLength(30)
  expect(stdout).toMatch(new RegExp(`${today.slice(0, 10)} +█{24} +4 +3 +1 +0 +true 75 %, false 25 %`))
})

test('a key is printed alone, once; then it is listed and revoked', async () => {
  const { slug, runIn } = await openFlag()
  const { stdout } = await runIn('production', 'keys create "The shop" --type client')
  expect(stdout).toMatch(/^pk_\w{43}\n$/)
  const [id = ''] = /key_\w+/.exec((await runIn('production', 'keys list')).stdout) ?? []
  expect(await cli.run(`keys revoke ${id} --yes --project ${slug} --env production`)).toMatchObject({ code: 0 })
  expect((await runIn('production', 'keys list')).stdout).toMatch(/revoked +The shop/)
  expect(await runIn('production', 'keys create x --scope mange')).toMatchObject({ code: 2 })
})

test('a key may evaluate and send telemetry unless more is chosen, and ends when it is told to', async () => {
  const { runIn } = await openFlag()
  const keyOf = async (id: string) =>
    JSON.parse((await runIn('staging', 'keys list --json')).stdout).items.find((key: { id: string }) => key.id === id)
  const create = async (args: string) => JSON.parse((await runIn('staging', `keys create x --json ${args}`)).stdout)
  const plain = await create('')
  expect(await keyOf(plain.id)).toMatchObject({ scopes: ['evaluate', 'telemetry'], expiresAt: null, lastUsedAt: null })
  const chosen = await create('--scope read,edit --scope telemetry --expires 90d')
  expect(await keyOf(chosen.id)).toMatchObject({ scopes: ['read', 'edit', 'telemetry'], expiresAt: chosen.expiresAt })
  const days = (Date.parse(chosen.expiresAt) - Date.now()) / 86_400_000
  expect(Math.round(days)).toBe(90)
  expect((await create('--expires 2099-01-31')).expiresAt).toBe('2099-01-31T00:00:00.000Z')
  const { stdout } = await runIn('staging', 'keys list')
  expect(stdout).toMatch(/read, edit, telemetry +\S+ \S+ +never +\d{4}-\d\d-\d\d \d\d:\d\d +active/)
  for (const args of ['--expires soon', '--scope read,mange']) {
    expect(await runIn('staging', `keys create x ${args}`)).toMatchObject({ code: 2 })
  }
})

test('a rotated key is printed alone, and the old one works until it is told not to', async () => {
  const { runIn } = await openFlag()
  const { stdout: first } = await runIn('staging', 'keys create "The shop" --scope read')
  const [id = ''] = /key_\w+/.exec((await runIn('staging', 'keys list')).stdout) ?? []
  const { stdout: second, stderr } = await runIn('staging', `keys rotate ${id} --overlap 7d`)
  expect(second).toMatch(/^sk_\w{43}\n$/)
  expect(stderr).toContain('the one before ends at')
  const listProjects = (key: string) => cli.run('projects list', { variables: { BUNTING_KEY: key.trim() } })
  for (const key of [first, second]) expect((await listProjects(key)).code).toBe(0)
  expect((await runIn('staging', `keys rotate ${id} --overlap 0s`)).code).toBe(0)
  for (const key of [first, second]) expect((await listProjects(key)).code).not.toBe(0)
  expect(await runIn('staging', `keys rotate ${id} --overlap long`)).toMatchObject({ code: 2 })
})

test('the audit log says who did what', async () => {
  const { run } = await openFlag()
  const { stdout } = await run('audit --limit 2')
  expect(stdout).toMatch(/First server key +api_key\.created .* description=Checkout/)
  expect((await run('audit --flag new-checkout')).stdout.trim().split('\n')).toHaveLength(2)
})

test('organizations are for the operator', async () => {
  const operator = { variables: { BUNTING_ADMIN_TOKEN: `${adminToken}, ${'the-next-one'.repeat(4)}` } }
  expect(await cli.run('orgs list')).toMatchObject({ code: 2, stderr: expect.stringContaining('BUNTING_ADMIN_TOKEN') })
  expect((await cli.run('orgs create Acme --plan pro', operator)).stdout).toMatch(/^sk_\w{43}\n$/)
  const [, id = ''] = /^(org_\w+) +pro .*Acme$/m.exec((await cli.run('orgs list', operator)).stdout) ?? []
  expect((await cli.run(`orgs update ${id} --plan enterprise`, operator)).stderr).toContain('on the enterprise plan')
})
