import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeHome } from '../support/bunting.ts'
import { useServer } from '../support/server.ts'

const cli = useServer()

/** A file of flagd with one flag that is converted exactly, one that is widened, and one that needs work by hand. */
const flags = {
  banner: {
    state: 'ENABLED',
    variants: { on: true, off: false },
    defaultVariant: 'off',
    targeting: {
      if: [
        { '==': [{ var: 'plan' }, 'pro'] },
        'on',
        {
          fractional: [
            ['on', 30],
            ['off', 70],
          ],
        },
      ],
    },
  },
  'odd name': { state: 'DISABLED', variants: { small: 1, large: 9 }, defaultVariant: 'small' },
  odd: {
    state: 'ENABLED',
    variants: { on: true, off: false },
    defaultVariant: 'off',
    targeting: { if: [{ '==': [{ '%': [{ var: 'number' }, 2] }, 1] }, 'on', 'off'] },
  },
}

const fileOf = (content: unknown, name = 'flags.json'): string => {
  const file = join(makeHome(), name)
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

test('flags of another service come in once, and importing again changes nothing', async () => {
  const { slug, run } = await cli.newProject()
  const file = fileOf({ flags })
  const dry = await run(`import --from flagd ${file} --dry-run`)
  expect(dry).toMatchObject({ code: 1, stdout: expect.stringContaining('create the boolean flag banner') })
  expect((await run('flags list')).stdout).not.toContain('banner')
  const { code, stderr } = await run(`import --from flagd ${file} --comment Moving`)
  expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('Imported') })
  expect(stderr).toContain('by hand odd in development')
  expect(stderr).toContain('"odd name" is called odd-name here.')
  expect((await run(`import --from flagd ${file}`)).stderr).toContain(`Nothing to change: ${slug} is like ${file}.`)
  expect(await run(`import --from flagd ${file} --dry-run`)).toMatchObject({ code: 0, stdout: '' })
  const { flags: exported } = JSON.parse((await run('export')).stdout)
  expect(exported.banner).toMatchObject({
    tags: ['from-flagd'],
    description: 'From flagd: banner',
    environments: {
      development: { enabled: true, rules: [{ value: true }, { hash: { kind: 'flagd2', salt: 'banner' } }] },
    },
  })
  expect(exported.odd.environments.development).toEqual({ enabled: false, defaultValue: false, rules: [] })
  expect(exported['odd-name'].environments.development).toMatchObject({ enabled: false, defaultValue: 1 })
})

test('what people say here about a flag stays when it is imported again', async () => {
  const { run } = await cli.newProject()
  const file = fileOf({ flags })
  await run(`import --from flagd ${file}`)
  await run('flags update banner --name "The banner" --client-safe --tag mine')
  expect(await run(`import --from flagd ${file}`)).toMatchObject({ code: 0 })
  const { flags: exported } = JSON.parse((await run('export')).stdout)
  expect(exported.banner).toMatchObject({
    name: 'The banner',
    clientSafe: true,
    tags: expect.arrayContaining(['mine']),
  })
})

test('a snapshot names environments, and a project that is not there is created', async () => {
  const environments = { prod: { flags: { banner: flags.banner } }, test: { flags } }
  const file = fileOf({ source: 'flagd', environments })
  const project = '--project from-a-snapshot'
  expect(await cli.run(`import --from flagd ${file} ${project}`)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--env prod=<ours>'),
  })
  const { code } = await cli.run(`import --from flagd ${file} ${project} --env prod=production --env test=staging`)
  expect(code).toBe(0)
  const { flags: exported } = JSON.parse((await cli.run(`export ${project}`)).stdout)
  expect(Object.keys(exported.banner.environments)).toEqual(['production', 'staging'])
  expect(Object.keys(exported.odd.environments)).toEqual(['staging'])
})

test('YAML is read as JSON is', async () => {
  const { run } = await cli.newProject()
  const yaml = 'new-search:\n  variations: { A: true, B: false }\n  defaultRule:\n    percentage: { A: 20, B: 80 }\n'
  expect(await run(`import --from goff ${fileOf(yaml, 'flags.yaml')}`)).toMatchObject({ code: 0 })
  expect(JSON.parse((await run('export')).stdout).flags['new-search'].environments.development.rules).toMatchObject([
    {
      distribution: [
        { variant: 'false', weight: 80 },
        { variant: 'true', weight: 20 },
      ],
      hash: { kind: 'goff' },
    },
  ])
})

test('a protected environment takes proposals alone, and nothing changes without', async () => {
  const { id, run, environments } = await cli.newProject()
  const envId = environments.find(({ slug }) => slug === 'production')?.id ?? ''
  await cli.api.updateEnvironment({ params: { projectId: id, envId }, body: { protected: true } })
  const line = `import --from flagd ${fileOf({ flags })} --env any=production`
  expect(await run(line)).toMatchObject({ code: 1, stderr: expect.stringContaining('say --propose') })
  expect((await run('flags list')).stdout).not.toContain('banner')
  expect(await run(`${line} --propose`)).toMatchObject({ code: 0 })
  expect(JSON.parse((await run('proposals list --status pending --json')).stdout).items).toHaveLength(3)
})

test('--only brings along what a flag needs, and says so', async () => {
  const { run } = await cli.newProject()
  const plain = { variations: { A: true, B: false }, defaultRule: { variation: 'A' } }
  const file = fileOf({ parent: plain, child: { ...plain, needs: [{ flag: 'parent' }] }, other: plain })
  const { code, stderr } = await run(`import --from goff ${file} --only child`)
  expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('brought along: parent') })
  expect(Object.keys(JSON.parse((await run('export')).stdout).flags)).toEqual(['child', 'parent'])
  expect(await run(`import --from goff ${file} --only chil`)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Did you mean "child"?'),
  })
  expect(await run(`import --from goff ${file} --only tag:from-goff`)).toMatchObject({ code: 0 })
})

test('reports and files are written, and what comes from outside is escaped', async () => {
  const { run } = await cli.newProject()
  const file = fileOf({ flags: { '<script>': flags.odd, banner: flags.banner } })
  const folder = makeHome()
  const [json, html, saved] = ['r.json', 'r.html', 'p.json'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  await run(`import --from flagd ${file} --dry-run --report ${json} --save ${saved}`)
  await run(`import --from flagd ${file} --dry-run --report ${html}`)
  expect(JSON.parse(readFileSync(json, 'utf8'))).toMatchObject({
    source: 'flagd',
    flags: 2,
    environments: 1,
    findings: expect.arrayContaining([expect.objectContaining({ code: 'operator', kind: 'by-hand' })]),
  })
  const page = readFileSync(html, 'utf8')
  expect(page).toContain('Moving from flagd to Bunting')
  expect(page).toContain('&lt;script&gt;')
  expect(page).not.toMatch(/<script|https?:/)
  expect(await run(`import ${saved}`)).toMatchObject({ code: 0 })
})

test.each([
  ['no file', 'import --from flagd', 'are in a file'],
  ['a file that is not there', 'import --from flagd nowhere.json', 'There is no file'],
  ['--prune', 'import --from flagd x.json --prune', '--prune does not go with --from'],
  ['a source that nobody knows', 'import --from flipper x.json', 'flipper'],
  ['options of --from without it', 'import x.json --env a=b', '--env goes with --from alone'],
  ['a report of another form', 'import --from flagd x.json --report r.pdf', 'neither in .json nor in .html'],
])('%s is wrong use', async (_, line, words) => {
  expect(await cli.run(`${line} --project default`)).toMatchObject({ code: 2, stderr: expect.stringContaining(words) })
})

test.each([
  ['no flags', { flags: 7 }, 'flags must be'],
  ['two keys that become one', { flags: { 'a b': flags.odd, 'a-b': flags.odd } }, 'would both become'],
  ['a snapshot of another service', { source: 'goff', environments: {} }, 'is a snapshot of goff'],
])('a file with %s changes nothing', async (_, content, words) => {
  const { run } = await cli.newProject()
  expect(await run(`import --from flagd ${fileOf(content)}`)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(words),
  })
  expect(JSON.parse((await run('export')).stdout).flags).toEqual({})
})

test('the page leads to each flag where it comes from', async () => {
  const { run } = await cli.newProject()
  const page = join(makeHome(), 'report.html')
  const rules = [{ condition: { plan: { $type: 'string' } }, force: true }]
  const file = fileOf({ features: { banner: { defaultValue: false, rules } } })
  await run(`import --from growthbook ${file} --dry-run --report ${page}`)
  expect(readFileSync(page, 'utf8')).toContain('<a href="https://app.growthbook.io/features/banner">banner</a>')
})

test('a server that cannot be reached is another matter', async () => {
  const variables = { BUNTING_URL: 'http://127.0.0.1:9' }
  expect(await cli.run(`import --from flagd ${fileOf({ flags })} --project x`, { variables })).toMatchObject({
    code: 3,
  })
})

test('a list of more ids than a config takes comes in as a large segment, and its ids by an upload', async () => {
  const { run } = await cli.newProject()
  const ids = Array.from({ length: 25_000 }, (_, at) => `user-${at}`)
  const rules = [{ condition: { id: { $inGroup: 'grp_buyers' } }, force: true }]
  const file = fileOf({
    features: { sale: { defaultValue: false, rules } },
    savedGroups: { grp_buyers: ids },
  })
  const imported = await run(`import --from growthbook ${file}`)
  expect(imported).toMatchObject({ code: 0, stderr: expect.stringContaining('25,000 ids go to') })
  const { segments, flags: exported } = JSON.parse((await run('export')).stdout)
  const [[key, segment]] = Object.entries(segments) as [[string, object]]
  expect(segment).toMatchObject({ large: true, environments: {} })
  expect(exported.sale.environments.development.rules[0].conditions).toEqual([{ operator: 'in_segment', value: key }])
  const answer = async (id: string) => (await run(`segments ids contains ${key} ${id} --env development`)).stdout
  expect(await answer('user-24999')).toContain('is in')
  expect(await answer('user-25000')).toContain('is not in')
  expect((await run(`import --from growthbook ${file}`)).stderr).toContain('Nothing to change')
})

test('the ids of a big segment come from what LaunchDarkly exports', async () => {
  const { run } = await cli.newProject()
  const [listed, clause] = [
    { included: [], excluded: [], rules: [], unbounded: true },
    { attribute: '', op: 'segmentMatch', values: ['buyers'], negate: false },
  ]
  const flag = {
    on: true,
    salt: 'salt',
    variations: [true, false],
    offVariation: 1,
    fallthrough: { variation: 1 },
    rules: [{ id: 'buyers', variation: 0, clauses: [clause] }],
  }
  const file = fileOf({ flags: { sale: flag }, segments: { buyers: listed } })
  const ids = fileOf(Array.from({ length: 20_001 }, (_, at) => `"user-${at}",x`).join('\r\n'), 'buyers.csv')
  const line = `import --from launchdarkly ${file}`
  expect((await run(`${line} --dry-run`)).stderr).toContain('--ids buyers=<file>')
  expect(await run(`${line} --ids buyer=${ids}`)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('"buyers"'),
  })
  expect(await run(`${line} --ids buyers=${ids}`)).toMatchObject({ code: 0 })
  const explained = async (id: string) => (await run(`explain sale --env development --user ${id}`)).stdout
  expect(await explained('user-20000')).toContain('answers true')
  expect(await explained('user-20001')).toContain('answers false')
})

test('in a protected environment ids are proposed, and flags that name them once they are approved', async () => {
  const { id, run, environments } = await cli.newProject()
  const envId = environments.find(({ slug }) => slug === 'production')?.id ?? ''
  await cli.api.updateEnvironment({ params: { projectId: id, envId }, body: { protected: true } })
  const ids = Array.from({ length: 20_001 }, (_, at) => `user-${at}`)
  const rules = [{ condition: { id: { $inGroup: 'grp_buyers' } }, force: true }]
  const file = fileOf({ features: { sale: { defaultValue: false, rules } }, savedGroups: { grp_buyers: ids } })
  const line = `import --from growthbook ${file} --env any=production`
  expect(await run(line)).toMatchObject({ code: 1, stderr: expect.stringContaining('say --propose') })
  expect(await run(`${line} --propose`)).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('sale in production waits for the segment'),
  })
  const [proposal] = JSON.parse((await run('proposals list --status pending --json')).stdout).items
  expect(proposal).toMatchObject({ kind: 'segmentIds', change: { op: 'replace', added: 20_001 } })
  expect((await run(`${line} --propose`)).stderr).toContain(`ids proposed already (${proposal.id})`)

  const body = { type: 'server', description: 'The reviewer' } as const
  const { key } = await cli.api.createApiKey({ params: { projectId: id, envId }, body })
  const approved = await cli.run(`proposals approve ${proposal.id}`, { variables: { BUNTING_KEY: key } })
  expect(approved).toMatchObject({ code: 0 })
  expect(await run(`${line} --propose`)).toMatchObject({ code: 0 })
  const pending = JSON.parse((await run('proposals list --status pending --json')).stdout).items
  expect(pending).toMatchObject([{ flagId: expect.stringMatching(/^flag_/), proposedConfig: expect.anything() }])
})
