import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeHome } from '../support/bunting.ts'
import { useServer } from '../support/server.ts'
import { makeProject, placesOf } from './support/project.ts'
import { makeRepository } from './support/repository.ts'

const cli = useServer()

type Project = Awaited<ReturnType<typeof makeProject>>

const branchesOf = async ({ params }: Project) => (await cli.api.listCodeBranches({ params })).items
const referencesTo = ({ params }: Project, flagKey: string) =>
  cli.api.listCodeReferences({ params: { ...params, flagKey }, query: { limit: 100 } })

test('an upload says where flags are named, of which commit, with addresses', async () => {
  const project = await makeProject(cli, ['new-cart', 'unused'], ['old-cart'])
  const { folder, git, commit } = makeRepository({
    'src/a b.ts': "\nis('new-cart')\n",
    'c.ts': "is('old-cart')",
    'd.ts': "flags.boolean('no-flag', false)",
  })
  git('remote', 'add', 'origin', 'https://ada:secret-token@github.com/acme/shop.git')
  const head = commit({}, 7)
  const { code, body, stderr } = await project.json(`--upload --dir ${folder}`)
  expect({ code, body }).toEqual({ code: 0, body: { flags: 2, references: 2, unknown: 0 } })
  expect(stderr).not.toContain('secret-token')
  expect(await branchesOf(project)).toEqual([
    {
      repository: 'acme/shop',
      branch: 'main',
      commit: head,
      at: '2026-03-01T12:07:00.000Z',
      references: 2,
      default: true,
    },
  ])
  expect((await referencesTo(project, 'new-cart')).items).toEqual([
    {
      repository: 'acme/shop',
      branch: 'main',
      commit: head,
      path: 'src/a b.ts',
      line: 2,
      url: `https://github.com/acme/shop/blob/${head}/src/a%20b.ts#L2`,
    },
  ])
  expect((await referencesTo(project, 'old-cart')).items).toHaveLength(1)
  expect((await project.run(`code-refs --upload --dir ${folder}`)).stderr).toContain(
    'Uploaded 2 references to 2 flags on main of acme/shop.\n',
  )
})

test.for([
  ['git@github.com:acme/shop.git', 'acme/shop', 'https://github.com/acme/shop/blob/C/f.ts#L1'],
  ['ssh://git@github.example.com:2222/acme/shop', 'acme/shop', 'https://github.example.com/acme/shop/blob/C/f.ts#L1'],
  ['https://gitlab.com/acme/web/shop.git/', 'acme/web/shop', 'https://gitlab.com/acme/web/shop/-/blob/C/f.ts#L1'],
  ['http://x:y@gitlab.example:8080/a/b', 'a/b', 'http://gitlab.example:8080/a/b/-/blob/C/f.ts#L1'],
  ['git@bitbucket.org:acme/shop.git', 'acme/shop', 'https://bitbucket.org/acme/shop/src/C/f.ts#lines-1'],
  ['https://codeberg.org/acme/shop', 'acme/shop', 'https://codeberg.org/acme/shop/src/commit/C/f.ts#L1'],
  ['https://gitea.example/acme/sh%7Bop', 'acme/sh{op', 'https://gitea.example/acme/sh%7Bop/src/commit/C/f.ts#L1'],
  ['https://code.example/acme/shop', 'acme/shop', undefined],
  ['../elsewhere/shop.git', undefined, undefined],
  ['C:\\code\\shop', undefined, undefined],
] as const)('of the remote %s come name and addresses', async ([remote, name, url]) => {
  const project = await makeProject(cli, ['new-cart'])
  const { folder, git } = makeRepository({ 'f.ts': 'new-cart' })
  git('remote', 'add', 'origin', remote)
  expect(await project.json(`--upload --dir ${folder}`)).toMatchObject({ code: 0 })
  const [found] = (await referencesTo(project, 'new-cart')).items
  expect(found?.repository).toBe(name ?? folder.split('/').at(-1))
  expect(found?.url?.replace(/[0-9a-f]{40}/, 'C')).toBe(url)
})

test('the CI names its own server, the branch and the default branch', async () => {
  const project = await makeProject(cli, ['new-cart'])
  const { folder, git } = makeRepository({ 'f.ts': 'new-cart' })
  git('remote', 'add', 'origin', 'https://code.example/acme/shop')
  git('checkout', '--quiet', '--detach')
  const event = join(makeHome(), 'event.json')
  writeFileSync(event, JSON.stringify({ repository: { default_branch: 'trunk' } }))
  const gitHub = { GITHUB_SERVER_URL: 'https://code.example', GITHUB_EVENT_PATH: event }
  const cases = [
    [{ ...gitHub, GITHUB_REF: 'refs/heads/trunk', GITHUB_REF_NAME: 'trunk' }, 'trunk', true, '/blob/'],
    [{ ...gitHub, GITHUB_REF: 'refs/pull/1/merge', GITHUB_HEAD_REF: 'feature' }, 'feature', undefined, '/blob/'],
    [{ CI_SERVER_HOST: 'code.example', CI_COMMIT_BRANCH: 'x', CI_DEFAULT_BRANCH: 'x' }, 'x', true, '/-/blob/'],
  ] as const
  for (const [variables, branch, isDefault, part] of cases) {
    const ended = await project.run(`code-refs --upload --dir ${folder}`, { variables })
    expect(ended).toMatchObject({ code: 0 })
    const uploaded = (await branchesOf(project)).find((each) => each.branch === branch)
    expect(uploaded?.default).toBe(isDefault)
    const { items } = await referencesTo(project, 'new-cart')
    expect(items.find((each) => each.branch === branch)?.url).toContain(part)
  }
})

test('a detached HEAD without a branch is wrong use, and options have the first word', async () => {
  const project = await makeProject(cli, ['new-cart'])
  const { folder, git, commit } = makeRepository({ 'f.ts': 'new-cart' })
  const first = git('rev-parse', 'HEAD')
  commit({ 'g.ts': 'x' })
  git('checkout', '--quiet', '--detach')
  expect(await project.run(`code-refs --upload --dir ${folder}`)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Name it: --branch <name>'),
  })
  const named = '--repo shop --branch feature --default-branch main --url https://c.example/{path}?at={commit}&l={line}'
  expect(await project.run(`code-refs --upload ${named} --commit HEAD~1 --dir ${folder}`)).toMatchObject({ code: 0 })
  const [branch] = await branchesOf(project)
  expect(branch).toMatchObject({ repository: 'shop', branch: 'feature', commit: first, at: '2026-03-01T12:01:00.000Z' })
  expect(branch).not.toHaveProperty('default')
  const [found] = (await referencesTo(project, 'new-cart')).items
  expect(found?.url).toBe(`https://c.example/f.ts?at=${first}&l=1`)
  for (const commit of ['no-such', '--all']) {
    expect(await project.run(`code-refs --upload --branch x --commit=${commit} --dir ${folder}`)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`There is no commit ${commit} in this clone`),
    })
  }
  expect(await project.run(`code-refs --upload --dir ${makeRepository().folder}`)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('There is no commit yet'),
  })
})

test('the same commit again replaces what is there, and an older one leaves it', async () => {
  const project = await makeProject(cli, ['new-cart'])
  const { folder, git, commit } = makeRepository({ 'f.ts': 'new-cart' })
  const newest = commit({ 'g.ts': 'new-cart' })
  for (const _ of [1, 2]) {
    expect((await project.json(`--upload --repo shop --dir ${folder}`)).body).toMatchObject({ references: 2 })
  }
  git('checkout', '--quiet', 'HEAD~1')
  const late = await project.run(`code-refs --upload --repo shop --branch main --dir ${folder}`)
  expect(late).toMatchObject({ code: 0, stdout: '' })
  expect(late.stderr).toContain(`Nothing was uploaded: the references of ${newest}, which is newer, are there already.`)
  expect(await branchesOf(project)).toMatchObject([{ commit: newest, references: 2 }])
})

test('files that differ from the commit are noted', async () => {
  const project = await makeProject(cli, ['new-cart'])
  const { folder, write } = makeRepository({ 'f.ts': 'new-cart' })
  expect((await project.run(`code-refs --upload --dir ${folder}`)).stderr).not.toContain('differ')
  write({ 'f.ts': '\nnew-cart' })
  expect((await project.run(`code-refs --upload --dir ${folder}`)).stderr).toContain('so line numbers may, too')
})

test('the commit that removed the last reference is told, and not one that only moved it', async () => {
  const project = await makeProject(cli, ['new-cart', 'new', 'kept', 'aliased'])
  const settings = JSON.stringify({ aliases: ['camel'] })
  const { folder, git, commit } = makeRepository({
    'bunting.json': settings,
    'f.ts': "is('new-cart')\nis('new')\nis('kept')\nflags.aliased",
    'g.ts': "is('new-cart')",
    'docs/cart.md': 'new-cart',
    '.buntingignore': 'docs/',
  })
  const run = () => project.run(`code-refs --upload --repo shop --dir ${folder}`)
  expect((await run()).stderr).not.toContain('removed')
  commit({ 'f.ts': "is('new')\nis('kept')\nflags.aliased" })
  git('mv', 'g.ts', 'moved.ts')
  commit({})
  const removing = commit({ 'moved.ts': "is('new-cart-2')" })
  const removingAlias = commit({ 'f.ts': "is('new')\nis('kept')" })
  const removingNew = commit({ 'f.ts': "is('new-cart-3')\nis('kept')" })
  commit({ 'f.ts': "is('kept')", 'docs/cart.md': 'nothing of it' })
  const { code, stderr } = await run()
  expect(code).toBe(0)
  const told = (key: string, by: string) =>
    `The last reference to ${key} was removed in ${by.slice(0, 12)} by Ada Lovelace on 2026-03-01.\n`
  expect(stderr).toContain(told('new-cart', removing))
  expect(stderr).toContain(told('aliased', removingAlias))
  expect(stderr).toContain(told('new', removingNew))
  expect(stderr).not.toContain('kept')
  expect((await referencesTo(project, 'new-cart')).removed).toEqual({
    repository: 'shop',
    commit: removing,
    at: '2026-03-01T12:04:00.000Z',
    author: 'Ada Lovelace',
  })
  expect((await run()).stderr).not.toContain('removed')
})

test('a shallow clone uploads what it has', async () => {
  const project = await makeProject(cli, ['new-cart'])
  const { folder, commit } = makeRepository({ 'f.ts': 'new-cart' })
  expect((await project.json(`--upload --repo shop --dir ${folder}`)).body).toMatchObject({ references: 1 })
  commit({ 'f.ts': '' })
  const head = commit({ 'g.ts': '' })
  const shallow = makeHome()
  execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${folder}`, shallow])
  const { code, body } = await project.json(`--upload --repo shop --dir ${shallow}`)
  expect({ code, body }).toEqual({ code: 0, body: { flags: 0, references: 0, unknown: 0 } })
  expect(await branchesOf(project)).toMatchObject([{ branch: 'main', commit: head, references: 0, default: true }])
})

test('lines of code are uploaded where they are asked for and the project keeps them', async () => {
  const project = await makeProject(cli, ['new-cart'])
  const text = 'one\n\t\ttwo\r\n\tif (new-cart) {\n\tfour\nfive\nsix'
  const { folder } = makeRepository({
    'f.ts': text,
    'g.min.js': `${'x;'.repeat(5_000)}"new-cart"${'y;'.repeat(5_000)}`,
  })
  const texts = async (lines: string) => {
    const { stderr } = await project.run(`code-refs --upload ${lines} --dir ${folder}`)
    const { items } = await referencesTo(project, 'new-cart')
    return { stderr, texts: items.map((item) => item.text) }
  }
  expect(await texts('--lines 1')).toMatchObject({
    stderr: expect.stringContaining('keeps no lines of code, so none are uploaded'),
    texts: [undefined, undefined],
  })
  await cli.api.updateProject({ params: project.params, body: { codeLines: true } })
  expect((await texts('')).texts).toEqual([undefined, undefined])
  const [one, long = ''] = (await texts('--lines 1')).texts
  expect(one).toBe('if (new-cart) {')
  expect(long).toHaveLength(500)
  expect(long).toContain('"new-cart"')
  expect((await texts('--lines 2')).texts[0]).toBe(' two\nif (new-cart) {\nfour')
  expect((await texts('--lines 3')).texts[0]).toBe('one\n  two\n if (new-cart) {\n four\nfive')
  expect(await project.run(`code-refs --lines 4 --dir ${folder}`)).toMatchObject({ code: 2 })
})

test('an upload keeps to its bounds, and every flag keeps a reference', async () => {
  const keys = Array.from({ length: 30 }, (_, at) => `flag-${at}`)
  const project = await makeProject(cli, [...keys, 'rare'])
  const { folder, commit } = makeRepository({ 'one.txt': 'flag-0\n'.repeat(600), 'rare.txt': 'rare' })
  const one = await project.json(`--upload --dir ${folder}`)
  expect(one.body).toMatchObject({ flags: 2, references: 501 })
  expect(one.stderr).toContain('501 of 601 references are uploaded: up to 500 of a flag.')
  commit({ 'many.txt': `${keys.join(' ')}\n`.repeat(600) })
  const many = await project.json(`--upload --dir ${folder}`)
  expect(many.body).toMatchObject({ flags: 31, references: 30 * 333 + 1 })
  expect(many.stderr).toContain('9,991 of 18,601 references are uploaded: up to 333 of a flag.')
  expect(placesOf((await project.json(`--dir ${folder}`)).body.references)).toHaveLength(30 * 500 + 1)
  commit({ [`${'deep/'.repeat(100)}many.txt`]: `${keys.join(' ')}\n`.repeat(600), 'many.txt': '', 'one.txt': '' })
  const long = await project.json(`--upload --dir ${folder}`)
  expect(long.body.flags).toBe(31)
  expect(long.body.references).toBeGreaterThan(3_000)
  expect(long.body.references).toBeLessThan(4_000)
})

test('a key that may only read uploads nothing', async () => {
  const project = await makeProject(cli, ['new-cart'])
  const { folder } = makeRepository({ 'f.ts': 'new-cart' })
  const params = { ...project.params, envId: project.environments[0]?.id ?? '' }
  const { key } = await cli.api.createApiKey({ params, body: { type: 'server', description: 'CI', scopes: ['read'] } })
  const variables = { BUNTING_KEY: key }
  expect(await project.run(`code-refs --dir ${folder}`, { variables })).toMatchObject({ code: 0 })
  expect(await project.run(`code-refs --upload --dir ${folder}`, { variables })).toMatchObject({ code: 1 })
  expect(await branchesOf(project)).toEqual([])
})
