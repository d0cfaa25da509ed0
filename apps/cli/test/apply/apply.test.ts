import { expect, test } from 'vitest'
import { makeCheckout } from '../support/checkout.ts'
import { openProxy } from '../support/proxy.ts'
import { useServer } from '../support/server.ts'

const cli = useServer()

const rule = { id: 'share', name: 'Share', value: true, conditions: [], rolloutPercentage: 10 }
const on = { enabled: true, defaultValue: false, rules: [rule] }
const booleanFlag = (more: object = {}) => ({
  name: 'Checkout',
  type: 'boolean',
  environments: { staging: on },
  ...more,
})

/** A new project, and a checkout with a file for one of its flags. */
const openCheckout = async (origin?: string) => {
  const project = await cli.newProject()
  const checkout = makeCheckout(origin)
  const params = { projectId: project.id }
  const envId = project.environments.find(({ slug }) => slug === 'staging')?.id ?? ''
  checkout.write('flags/checkout.json', { bunting: 1, flags: { checkout: booleanFlag() } })
  const apply = (more = '', options = {}) =>
    cli.run(`apply ${checkout.folder}/flags --project ${project.slug} ${more}`, options)
  const getFlag = (flagKey: string) => cli.api.getFlag({ params: { ...params, flagKey } })
  return {
    ...project,
    ...checkout,
    params,
    envId,
    apply,
    getFlag,
    configOf: async (flagKey: string) => (await getFlag(flagKey)).versions[envId]?.config,
    /** Saves a version like the dashboard. */
    save: async (flagKey: string, change: object, comment?: string) => {
      const { versions } = await getFlag(flagKey)
      const { version, ...config } = versions[envId]?.config ?? { version: 0 }
      const body = { ...config, ...change, version: version + 1, ...(comment && { comment }) }
      await cli.api.createFlagVersion({ params: { ...params, envId, flagKey }, body: body as never })
    },
    protect: () => cli.api.updateEnvironment({ params: { ...params, envId }, body: { protected: true } }),
  }
}

test('files of a folder are applied once, and manage what they name', async () => {
  const { apply, write, getFlag, slug, folder, envId, params } = await openCheckout()
  write('flags/more/search.yaml', 'bunting: 1\nflags:\n  search: { name: Search, type: string, environments: {} }\n')
  write(
    'flags/team.yml',
    'bunting: 1\nsegments:\n  team:\n    name: Team\n    environments:\n      staging: { included: [ada], excluded: [], rules: [] }\n',
  )
  write('flags/README.md', 'not a file of flags')
  const dry = await apply('--dry-run')
  expect(dry.code).toBe(1)
  expect(dry.stdout).toContain('create the boolean flag checkout')
  expect((await cli.api.listFlags({ params })).items).toEqual([])

  expect(await apply()).toMatchObject({ code: 0, stderr: `Applied ${folder}/flags to ${slug}: 5 changes.\n` })
  expect(await getFlag('checkout')).toMatchObject({ managedBy: 'git:acme/shop' })
  expect(await getFlag('search')).toMatchObject({ managedBy: 'git:acme/shop', type: 'string' })
  const segment = await cli.api.getSegment({ params: { ...params, segmentKey: 'team' } })
  expect(segment).toMatchObject({ managedBy: 'git:acme/shop' })
  const { items } = await cli.api.listFlagVersions({ params: { ...params, envId, flagKey: 'checkout' } })
  expect(items).toMatchObject([{ comment: 'Applied from git:acme/shop' }])

  const count = async () => (await cli.api.listAuditLog({ params, query: { limit: 100 } })).items.length
  const before = await count()
  expect(await apply()).toMatchObject({ code: 0, stderr: `Nothing to do: ${slug} is like ${folder}/flags.\n` })
  expect(await apply('--dry-run')).toMatchObject({ code: 0, stdout: '' })
  expect(await count()).toBe(before)
})

test('an export can be applied as it is, and has what manages a flag; an import leaves that as it is', async () => {
  const { apply, write, read, folder, slug, getFlag, run, remove } = await openCheckout()
  await apply()
  await run(`export --output ${folder}/shop.json`)
  expect(JSON.parse(read('shop.json')).flags.checkout.managedBy).toBe('git:acme/shop')
  remove('flags/checkout.json')
  write('flags/shop.json', read('shop.json'))
  expect(await apply('--dry-run')).toMatchObject({ code: 0, stdout: '' })
  await cli.run(`import ${folder}/shop.json --project ${slug}-copy`)
  const { stdout } = await cli.run(`flags get checkout --project ${slug}-copy --json`)
  expect(JSON.parse(stdout)).not.toHaveProperty('managedBy')
  await cli.run(`import ${folder}/shop.json --project ${slug}`)
  expect(await getFlag('checkout')).toMatchObject({ managedBy: 'git:acme/shop' })
})

test('files make a project that is not there', async () => {
  const { folder, write, slug } = await openCheckout()
  write('flags/project.yaml', `bunting: 1\nproject: { slug: ${slug}-new, name: New }\n`)
  expect((await cli.run(`apply ${folder}/flags`)).code).toBe(0)
  expect((await cli.run(`export --project ${slug}-new`)).stdout).toContain('"managedBy": "git:acme/shop"')
})

test('a flag that is there already comes under the files', async () => {
  const { apply, params, getFlag } = await openCheckout()
  await cli.api.createFlag({ params, body: { key: 'checkout', name: 'Checkout', type: 'boolean' } })
  expect((await apply('--dry-run')).stdout).toContain('+ managedBy "git:acme/shop"')
  await apply()
  expect(await getFlag('checkout')).toMatchObject({ managedBy: 'git:acme/shop' })
})

test('what another repository manages is refused by name, until it is taken over', async () => {
  const { apply, params, getFlag, configOf } = await openCheckout()
  await cli.api.createFlag({
    params,
    body: { key: 'checkout', name: 'Theirs', type: 'boolean', managedBy: 'git:acme/other' },
  })
  const refused = await apply()
  expect(refused.code).toBe(1)
  expect(refused.stderr).toContain('checkout is managed in git:acme/other: say --take-over')
  expect(await getFlag('checkout')).toMatchObject({ name: 'Theirs', managedBy: 'git:acme/other' })
  expect(await apply('--take-over')).toMatchObject({ code: 0 })
  expect(await getFlag('checkout')).toMatchObject({ name: 'Checkout', managedBy: 'git:acme/shop' })
  expect(await configOf('checkout')).toMatchObject({ enabled: true })
})

test('only what this repository manages, and no file names, is archived, and only if that is said', async () => {
  const { apply, write, remove, params, getFlag } = await openCheckout()
  write(
    'flags/old.yaml',
    'bunting: 1\nflags: { old: { name: Old, type: boolean } }\nsegments: { olds: { name: Olds } }\n',
  )
  await apply()
  await cli.api.createFlag({ params, body: { key: 'mine', name: 'Mine', type: 'boolean' } })
  await cli.api.createFlag({
    params,
    body: { key: 'other', name: 'Other', type: 'boolean', managedBy: 'git:acme/other' },
  })
  remove('flags/old.yaml')
  const kept = await apply()
  expect(kept).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('In no file any more, and left as they are: old, the segment olds.'),
  })
  expect(await getFlag('old')).toMatchObject({ archivedAt: null })
  expect(await apply('--prune-owned')).toMatchObject({ code: 0 })
  expect(await getFlag('old')).toMatchObject({ archivedAt: expect.any(String) })
  expect(await cli.api.getSegment({ params: { ...params, segmentKey: 'olds' } })).toMatchObject({
    archivedAt: expect.any(String),
  })
  expect(await getFlag('mine')).toMatchObject({ archivedAt: null })
  expect(await getFlag('other')).toMatchObject({ archivedAt: null })
  expect((await apply('--prune-owned')).stderr).toContain('Nothing to do')
})

test('a protected environment takes proposals only, one for each flag, and nothing is half done without', async () => {
  const { apply, write, protect, params, getFlag } = await openCheckout()
  await apply()
  await protect()
  write('flags/checkout.json', {
    bunting: 1,
    flags: {
      checkout: booleanFlag({ name: 'Renamed', environments: { staging: { ...on, enabled: false } } }),
      another: booleanFlag(),
    },
  })
  const refused = await apply()
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('say --propose to propose it') })
  expect(await getFlag('checkout')).toMatchObject({ name: 'Checkout' })
  expect(await apply('--propose')).toMatchObject({ code: 0 })
  const { items } = await cli.api.listProjectProposals({ params, query: { status: 'pending' } })
  expect(items.map(({ comment }) => comment)).toEqual(['Applied from git:acme/shop', 'Applied from git:acme/shop'])
  const again = await apply('--propose')
  expect(again).toMatchObject({ code: 0, stderr: expect.stringContaining('is proposed already') })
  expect((await apply('--propose --dry-run')).code).toBe(1)
})

test('what the server would refuse of a config stands against the plan, and nothing is half done', async () => {
  const { apply, write, params, slug } = await openCheckout()
  const config = (defaultValue: string, value: string) =>
    `{ enabled: true, defaultValue: ${defaultValue}, rules: [{ name: A, conditions: [], value: ${value} }] }`
  write(
    'flags/version.yaml',
    `bunting: 1\nflags:\n  version: { name: Version, type: string, environments: { staging: ${config('1.10', '"2"')}, development: ${config('"1"', 'true')} } }\n`,
  )
  const problems = [
    'version in staging: defaultValue must be string.',
    'version in development: rules[0].value must be string.',
  ]
  for (const options of ['--dry-run', '']) {
    const refused = await apply(options)
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(`Nothing was changed in ${slug}:`) })
    for (const problem of problems) expect(refused.stderr).toContain(problem)
  }
  expect((await cli.api.listFlags({ params })).items).toEqual([])
})

test('the fields that are ours stay as they are on the dashboard, and are no drift', async () => {
  const { apply, write, save, configOf } = await openCheckout()
  const files = { bunting: 1, ours: ['enabled', 'rolloutPercentage'] }
  write('flags/checkout.json', { ...files, flags: { checkout: booleanFlag() } })
  await apply()
  expect(await configOf('checkout')).toMatchObject({ enabled: true, rules: [{ rolloutPercentage: 10 }] })
  await save('checkout', { enabled: false, rules: [{ ...rule, rolloutPercentage: 80 }] })
  expect(await apply('--dry-run')).toMatchObject({ code: 0, stdout: '', stderr: expect.not.stringContaining('Drift') })

  write('flags/checkout.json', {
    ...files,
    flags: { checkout: booleanFlag({ environments: { staging: { ...on, rules: [{ ...rule, name: 'Some' }] } } }) },
  })
  const { stderr } = await apply()
  expect(stderr).not.toContain('Drift')
  expect(await configOf('checkout')).toMatchObject({ enabled: false, rules: [{ name: 'Some', rolloutPercentage: 80 }] })
})

test('what was changed on the dashboard since is named as drift, with who did it, and changed back', async () => {
  const { apply, save, configOf } = await openCheckout()
  await apply()
  await save('checkout', { enabled: false }, 'Stop it')
  const dry = await apply('--dry-run')
  expect(dry.code).toBe(1)
  expect(dry.stderr).toContain('Drift: checkout in staging was changed elsewhere, up to version 2 by ')
  expect(dry.stderr).toContain('~ enabled true → false')
  expect(dry.stdout).toContain('~ enabled false → true')
  expect(await apply()).toMatchObject({ code: 0 })
  expect(await configOf('checkout')).toMatchObject({ enabled: true })
  expect((await apply('--dry-run')).stderr).not.toContain('Drift')
})

test('a flag that was renamed and archived elsewhere drifted, and a change of its name in git did not', async () => {
  const { apply, write, params, getFlag } = await openCheckout()
  await apply()
  write('flags/checkout.json', { bunting: 1, flags: { checkout: booleanFlag({ name: 'From git' }) } })
  expect((await apply('--dry-run')).stderr).not.toContain('Drift')
  await apply()
  const flag = { params: { ...params, flagKey: 'checkout' } }
  await cli.api.updateFlag({ ...flag, body: { name: 'By hand', archived: true } })
  write('flags/checkout.json', {
    bunting: 1,
    flags: { checkout: booleanFlag({ name: 'From git', description: 'New in git' }) },
  })
  const { stderr } = await apply('--dry-run')
  expect(stderr).toContain('Drift: checkout was changed elsewhere by First server key:')
  expect(stderr).toContain('~ name "From git" → "By hand"')
  expect(stderr).toContain('~ archived false → true')
  expect(stderr).not.toContain('description')
  await apply()
  expect(await getFlag('checkout')).toMatchObject({ name: 'From git', archivedAt: null })
  expect((await apply('--dry-run')).stderr).not.toContain('Drift')
})

test('a key that may only read makes plans, and one that may edit applies them', async () => {
  const { apply, run, getFlag } = await openCheckout()
  const keyOf = async (scope: string) => {
    const { stdout } = await run(`keys create ${scope} --env staging --scope ${scope}`)
    return { variables: { BUNTING_KEY: stdout.trim() } }
  }
  const reader = await keyOf('read')
  expect(await apply('--dry-run', reader)).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('create the boolean'),
  })
  expect(await apply('', reader)).toMatchObject({ code: 1, stderr: expect.stringContaining('Stopped after 0 of') })
  const editor = await keyOf('read,edit')
  expect(await apply('', editor)).toMatchObject({ code: 0 })
  expect(await getFlag('checkout')).toMatchObject({ managedBy: 'git:acme/shop' })
  expect(await apply('--dry-run', reader)).toMatchObject({ code: 0 })
})

test('a change in git alone is no drift', async () => {
  const { apply, write } = await openCheckout()
  await apply()
  write('flags/checkout.json', {
    bunting: 1,
    flags: { checkout: booleanFlag({ environments: { staging: { ...on, enabled: false } } }) },
  })
  const dry = await apply('--dry-run --json')
  expect(JSON.parse(dry.stdout)).toMatchObject({
    drift: [],
    problems: [],
    steps: [{ do: 'write config', key: 'checkout' }],
  })
})

test('where something changes before the first step nothing is written, and it says so', async () => {
  const { apply, write, save, getFlag } = await openCheckout()
  await apply()
  write('flags/checkout.json', {
    bunting: 1,
    flags: { checkout: booleanFlag({ name: 'New', environments: { staging: { ...on, enabled: false } } }) },
  })
  let reads = 0
  await using proxy = await openProxy(cli.server.managementUrl, async (method, path) => {
    // The first read is for the plan, the second for the check before applying.
    if (method === 'GET' && /\/flags\?/.test(path) && ++reads === 2) await save('checkout', { defaultValue: true })
  })
  const { code, stderr } = await apply('', { variables: { BUNTING_URL: proxy.url } })
  expect(code).toBe(1)
  expect(stderr).toContain('Nothing was changed in')
  expect(stderr).toContain('checkout in staging is at version 2, no longer 1')
  expect(await getFlag('checkout')).toMatchObject({ name: 'Checkout' })
})

test('where it stops midway it says what is done, and applying again does the rest', async () => {
  const { apply, write, save, getFlag, configOf } = await openCheckout()
  await apply()
  write('flags/checkout.json', {
    bunting: 1,
    flags: { checkout: booleanFlag({ name: 'New', environments: { staging: { ...on, enabled: false } } }) },
  })
  let isChanged = false
  await using proxy = await openProxy(cli.server.managementUrl, async (method) => {
    if (method !== 'PUT' || isChanged) return
    isChanged = true
    await save('checkout', { defaultValue: true })
  })
  const { code, stderr } = await apply('', { variables: { BUNTING_URL: proxy.url } })
  expect(code).toBe(1)
  expect(stderr).toContain('Stopped after 1 of 2 changes, when it came to: write checkout in staging, version 2.')
  expect(stderr).toContain('done: update the flag checkout')
  expect(stderr).toContain('It changed since the plan was made')
  expect(await getFlag('checkout')).toMatchObject({ name: 'New' })
  expect(await configOf('checkout')).toMatchObject({ version: 2, enabled: true, defaultValue: true })
  expect(await apply()).toMatchObject({ code: 0 })
  expect(await configOf('checkout')).toMatchObject({ version: 3, enabled: false, defaultValue: false })
})
