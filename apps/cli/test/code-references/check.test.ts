import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeHome, spawnBunting } from '../support/bunting.ts'
import { useServer } from '../support/server.ts'
import { makeProject, placesOf } from './support/project.ts'
import { makeRepository } from './support/repository.ts'

const cli = useServer()

test('a check fails where code names an archived flag', async () => {
  const project = await makeProject(cli, ['new-cart'], ['old-cart'])
  const { folder, commit } = makeRepository({ 'f.ts': "is('new-cart')" })
  expect(await project.run(`code-refs --check --dir ${folder}`)).toMatchObject({
    code: 0,
    stdout: '',
    stderr: expect.stringContaining('Fine: no line names an archived flag, and no call an unknown one.'),
  })
  commit({ 'g.ts': "\nis('old-cart')" })
  const { code, stdout, stderr } = await project.run(`code-refs --check --dir ${folder}`)
  expect(code).toBe(1)
  expect(stdout).toMatch(/^archived +old-cart +g\.ts:2$/m)
  expect(stderr).toContain('Not fine: 0 calls for unknown flags, 1 line with archived ones.')
  const { body } = await project.json(`--check --dir ${folder}`)
  expect(body).toEqual({ archived: [{ flagKey: 'old-cart', path: 'g.ts', line: 2 }], unknown: [] })
})

test('a check fails where code asks an SDK for a flag that does not exist, in every language', async () => {
  const project = await makeProject(cli, ['known'], ['old-cart'])
  const asking = {
    'server.ts': "flags.boolean('t1', { userId }, false)\nthis.flags?.json<Limits>(\n  'limits',\n  user, fallback)",
    'details.ts': 'featureFlags.stringDetails("t2", user, "x")\nawait this.#flags\n  .number(`t3`, 1)',
    'react.tsx': "import { useBoolean } from '@bunting/sdk-react'\nuseBoolean('r1', false) && useDetails('r2')",
    'main.go':
      'flags.Bool("g1", who, false)\nbunting.JSON(flags, "g2", who, limits)\nbunting.JSON[Limits](app.Flags, "g3", who, l)',
    'Main.java': 'flags.integer("j1", who, 3);\nflags.withoutExposures().boolDetails("j2", who, false);',
    'app.py':
      'self.flags.boolean_details("p1", context, False)\nflags.boolean(\n    "p2",\n    context,\n    False,\n)',
    'knwon.ts': "flags.boolean('knwon', false)",
    'gone.ts': "flags.boolean('old-crat', false)",
  }
  const { folder } = makeRepository(asking)
  const { code, body } = await project.json(`--check --dir ${folder}`)
  expect(code).toBe(1)
  expect(placesOf(body.unknown).toSorted()).toEqual(
    [
      ...[
        't1 server.ts:1',
        'limits server.ts:3',
        't2 details.ts:1',
        't3 details.ts:3',
        'r1 react.tsx:2',
        'r2 react.tsx:2',
      ],
      ...[
        'g1 main.go:1',
        'g2 main.go:2',
        'g3 main.go:3',
        'j1 Main.java:1',
        'j2 Main.java:2',
        'p1 app.py:1',
        'p2 app.py:3',
      ],
      'knwon knwon.ts:1',
      'old-crat gone.ts:1',
    ].toSorted(),
  )
  expect(body.unknown.find(({ flagKey }: { flagKey: string }) => flagKey === 'knwon').near).toBe('known')
  // Never suggest an archived flag: code must not ask for it.
  expect(body.unknown.find(({ flagKey }: { flagKey: string }) => flagKey === 'old-crat')).not.toHaveProperty('near')
  expect((await project.run(`code-refs --check --dir ${folder}`)).stdout).toMatch(/knwon.*Did you mean "known"\?/)
})

test("other libraries' methods of the same names are none of ours", async () => {
  const project = await makeProject(cli, ['known'])
  const { folder } = makeRepository({
    'a.ts': [
      "z.string('must-be-text')",
      "flags.boolean('known', false)",
      "table.string('name', 255); yargs.boolean('verbose', 1)",
      "response.json('ok', 200)",
      `flags.boolean(key, false); flags.boolean(\`a-\${b}\`, false); flags.boolean("no key", false)`,
      "flags.boolean('alone')",
      "useBoolean('not-ours', false)",
      "flags.booleans('x', 1) + flags.boolean['x', 1]",
    ].join('\n'),
    'b.go': 'slog.String("user", name)\nflag.Bool("verbose", false, "say more")',
  })
  expect((await project.json(`--check --dir ${folder}`)).body).toEqual({ archived: [], unknown: [] })
})

test('with a base a check lists the flags that a change adds, changes and removes', async () => {
  const keys = ['added', 'again', 'changed', 'fewer', 'removed', 'moved', 'shifted', 'same', 'left-out', 'in-deleted']
  const project = await makeProject(cli, keys)
  const { folder, git, commit } = makeRepository({
    '.buntingignore': 'docs/\n',
    'a.ts': "if (is('changed')) a()\nis('again')\nis('removed')\nis('shifted')\nis('fewer')",
    'b.ts': "is('moved')\nis('fewer')",
    'c.ts': "is('same')",
    'docs/gone.md': 'left-out',
    'deleted.ts': "is('in-deleted')",
    'utf16.txt': Buffer.from("\ufeffis('removed')", 'utf16le'),
  })
  git('checkout', '--quiet', '-b', 'feature')
  git('mv', 'b.ts', 'moved.ts')
  git('rm', '--quiet', 'docs/gone.md', 'deleted.ts', 'utf16.txt')
  commit({
    'a.ts': "\n\nif (is('changed')) b()\nis('again')\n  is('shifted')",
    'd.ts': "is('added')\nis('again')",
  })
  git('checkout', '--quiet', 'main')
  commit({ 'c.ts': "is('same')\nis('added-on-main')" })
  git('checkout', '--quiet', 'feature')

  const { code, body, stderr } = await project.json(`--check --base main --dir ${folder}`)
  expect({ code, stderr }).toMatchObject({ code: 0 })
  expect(body.added).toEqual([{ flagKey: 'added', before: 0, now: 1, references: [{ path: 'd.ts', line: 1 }] }])
  const short = (flags: { flagKey: string; before: number; now: number }[]) =>
    flags.map(({ flagKey, before, now }) => `${flagKey} ${before} ${now}`).toSorted()
  expect(short(body.changed)).toEqual(['again 1 2', 'changed 1 1', 'fewer 2 1'])
  expect(short(body.removed)).toEqual(['in-deleted 1 0', 'removed 2 0'])
  const { stdout } = await project.run(`code-refs --check --base main --dir ${folder}`)
  expect(stdout).toMatch(/^added +added +d\.ts:1 +0 references before, 1 now$/m)
  expect(stdout).toMatch(/^removed +removed +2 references before, 0 now$/m)
})

test('a comment for a pull request is Markdown in which nothing of the repository takes part', async () => {
  const project = await makeProject(cli, ['new-cart'], ['old-cart'])
  const { folder, git, commit } = makeRepository({ 'f.ts': '' })
  git('remote', 'add', 'origin', 'git@github.com:acme/shop.git')
  git('checkout', '--quiet', '-b', 'feature')
  const hostile = '](x) @ada <img src=x> | `a`_b_.ts'
  const head = commit({
    [hostile]: "is('old-cart')",
    'g.ts': "is('new-cart')\n".repeat(6),
    'h.ts': "flags.json('x-1', 1)",
  })
  const file = join(makeHome(), 'comment.md')
  expect(await project.run(`code-refs --check --base main --markdown ${file} --dir ${folder}`)).toMatchObject({
    code: 1,
  })
  const comment = readFileSync(file, 'utf8')
  const at = (path: string, line: number) => `https://github.com/acme/shop/blob/${head}/${path}#L${line}`
  expect(comment.split('\n')).toEqual([
    '<!-- bunting:code-refs -->',
    '### Flags in the code: not fine',
    '',
    '| | flag | where | references |',
    '|---|---|---|---|',
    `| ❌ unknown | <code>x-1</code> | [<code>h.ts&#58;1</code>](${at('h.ts', 1)}) |  |`,
    expect.stringMatching(
      /^\| ❌ archived \| <code>old-cart<\/code> \| \[<code>[^<>|`_@]*<\/code>\]\([^()<>|`@ ]*\) \| {2}\|$/,
    ),
    expect.stringMatching(
      /^\| added \| <code>new-cart<\/code> \| \[<code>g\.ts&#58;1<.*<br>and 3 more lines \| 0 → 6 \|$/,
    ),
    expect.stringMatching(/^\| added \| <code>old-cart<\/code> \|/),
    '',
  ])
  expect(
    await project.run(`code-refs --check --markdown ${file} --dir ${makeRepository({ f: '' }).folder}`),
  ).toMatchObject({
    code: 0,
  })
  expect(readFileSync(file, 'utf8')).toBe(
    '<!-- bunting:code-refs -->\n### Flags in the code\n\nNo flags are concerned.\n',
  )
})

test('a base that is not in the clone is wrong use, and says how to get it', async () => {
  const project = await makeProject(cli, ['new-cart'])
  const { folder, git, commit } = makeRepository({ 'f.ts': 'new-cart' })
  commit({ 'g.ts': 'new-cart' })
  const shallow = makeHome()
  execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${folder}`, shallow])
  for (const base of ['origin/other', '--all', git('rev-parse', 'HEAD~1')]) {
    expect(await project.run(`code-refs --check --base=${base} --dir ${shallow}`)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('fetch-depth: 0'),
    })
  }
})

test('a shallow clone that has both ends is compared with the base itself', async () => {
  const project = await makeProject(cli, ['new-cart'])
  const { folder, git, commit } = makeRepository({ 'f.ts': '' })
  git('checkout', '--quiet', '-b', 'feature')
  commit({ 'f.ts': 'new-cart' })
  const shallow = makeHome()
  execFileSync('git', ['clone', '--quiet', '--depth', '1', '--no-single-branch', `file://${folder}`, shallow])
  const { body } = await project.json(`--check --base origin/main --dir ${shallow}`)
  expect(body.added).toMatchObject([{ flagKey: 'new-cart' }])
})

test('options that do not go together are wrong use', async () => {
  const project = await makeProject(cli, [])
  for (const options of ['--upload --check', '--base main', '--upload --markdown x.md']) {
    expect(await project.run(`code-refs ${options}`)).toMatchObject({ code: 2 })
  }
})

test('without git it says so', async () => {
  const project = await makeProject(cli, [])
  const args = ['code-refs', '--project', project.slug]
  const { code, stderr } = await spawnBunting(args, { ...cli.variables, PATH: makeHome() })
  expect({ code, stderr }).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('This command needs git, which is not installed or not in the PATH.'),
  })
})
