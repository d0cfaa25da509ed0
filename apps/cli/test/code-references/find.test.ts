import { execFileSync } from 'node:child_process'
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeHome } from '../support/bunting.ts'
import { useServer } from '../support/server.ts'
import { makeProject, placesOf } from './support/project.ts'
import { makeRepository } from './support/repository.ts'

const cli = useServer()

/** Finds the references to a project's flags in a repository. */
const find = async (project: Awaited<ReturnType<typeof makeProject>>, folder: string) => {
  const { code, body, stderr } = await project.json(`--dir ${folder}`)
  expect({ code, stderr }).toMatchObject({ code: 0 })
  return { places: placesOf(body.references), stderr, body }
}

test('a key is found between borders, and not inside a longer one', async () => {
  const project = await makeProject(cli, ['checkout', 'checkout.v2', 'new-checkout', 'ui', 'constructor'])
  const lines: [string, ...string[]][] = [
    ["flags.boolean('checkout', false)", 'checkout'],
    ['"checkout.v2" and checkout;', 'checkout', 'checkout.v2'],
    ['new-checkout', 'new-checkout'],
    ['checkout-page my_checkout checkout_ xcheckout checkouts 2checkout .checkout checkout.'],
    ['checkout/v2, [checkout], $checkout=', 'checkout'],
    ['“checkout” and «new-checkout»', 'checkout', 'new-checkout'],
    ['überécheckouté'],
    ['checkout checkout checkout', 'checkout'],
    ["ui (ui) <ui> 'gui' 'ui\""],
    ["get('ui')", 'ui'],
    ['`ui`\r', 'ui'],
    ['Checkout CHECKOUT'],
    ['constructor toString __proto__', 'constructor'],
    ['', ''],
  ]
  const repository = makeRepository({ 'src/a.ts': lines.map(([line]) => line).join('\n') })
  const { body } = await find(project, repository.folder)
  for (const [at, [line, ...keys]] of lines.entries()) {
    const found = body.references.filter((each: { line: number }) => each.line === at + 1)
    expect({
      line,
      keys: placesOf(found)
        .map((place) => place.split(' ')[0])
        .sort(),
    }).toEqual({
      line,
      keys: keys.filter((key) => key !== '').sort(),
    })
  }
})

test('archived flags are found, and where a flag is named is listed for people', async () => {
  const project = await makeProject(cli, ['new-cart'], ['old-cart'])
  const { folder } = makeRepository({ 'a.ts': "is('new-cart')\n", 'b/c.ts': "\nis('old-cart')\n" })
  const { code, stdout, stderr } = await project.run(`code-refs --dir ${join(folder, 'b')} --lines 1`)
  expect(code).toBe(0)
  expect(stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
    ['FLAG', 'WHERE'],
    ['new-cart', 'a.ts:1', "is('new-cart')"],
    ['old-cart', 'b/c.ts:2', "archived is('old-cart')"],
    [''],
  ])
  expect(stderr).toContain('Searched 2 files for 2 flags.\n')
  expect(stderr).toContain('Found 2 references to 2 flags.\n')
})

test('only text that git tracks is searched', async () => {
  const project = await makeProject(cli, ['new-cart'])
  const inside = makeRepository({ 'lib.ts': 'new-cart' })
  const { folder, git, write, commit } = makeRepository({
    'kept.ts': 'new-cart',
    '.gitignore': 'ignored.ts\n',
    '.buntingignore': '# leave out\n*.min.js\n/vendor/\n!vendor/kept.js\n',
    'app.min.js': 'new-cart',
    'vendor/lib.js': 'new-cart',
    'sub/vendor/lib.js': 'new-cart',
    'generated/a.ts': 'new-cart',
    'image.png': Buffer.from('new-cart\0'),
    'just-right.txt': `new-cart${' '.repeat(1024 * 1024 - 8)}`,
    'too-large.txt': `new-cart${' '.repeat(1024 * 1024 - 7)}`,
    'bunting.json': JSON.stringify({ exclude: ['generated/', 'nothing-*'] }),
    'gone.ts': 'new-cart',
  })
  symlinkSync('kept.ts', join(folder, 'link.ts'))
  git('submodule', 'add', '--quiet', inside.folder, 'module')
  commit({})
  write({ 'untracked.ts': 'new-cart', 'ignored.ts': 'new-cart' })
  rmSync(join(folder, 'gone.ts'))
  const { places, stderr } = await find(project, folder)
  expect(places).toEqual(['new-cart just-right.txt:1', 'new-cart kept.ts:1', 'new-cart sub/vendor/lib.js:1'])
  expect(stderr).toContain('1 file of over 1 MiB: not searched.')
  expect(stderr).toContain('1 file not checked out, or not readable.')
})

test('a link in the place of a file or a folder leads nowhere', async () => {
  const project = await makeProject(cli, ['new-cart'])
  const outside = makeHome()
  writeFileSync(join(outside, 'secret.ts'), 'new-cart')
  const { folder } = makeRepository({
    'file.ts': 'new-cart',
    'folder/secret.ts': 'new-cart',
    'pipe.ts': 'new-cart',
    'moved/inside.ts': 'new-cart',
  })
  rmSync(join(folder, 'file.ts'))
  symlinkSync(join(outside, 'secret.ts'), join(folder, 'file.ts'))
  rmSync(join(folder, 'folder'), { recursive: true })
  symlinkSync(outside, join(folder, 'folder'))
  rmSync(join(folder, 'pipe.ts'))
  execFileSync('mkfifo', [join(folder, 'pipe.ts')])
  // A link to a folder within the repository is followed.
  renameSync(join(folder, 'moved'), join(folder, 'elsewhere'))
  symlinkSync('elsewhere', join(folder, 'moved'))
  const { places, stderr } = await find(project, folder)
  expect(places).toEqual(['new-cart moved/inside.ts:1'])
  expect(stderr).toContain('3 files not searched: links in their place lead elsewhere.')
})

test('UTF-16 and byte order marks are read, and lines of any length', async () => {
  const project = await makeProject(cli, ['new-cart'])
  const text = '\ufefffirst\r\nnew-cart\r\n'
  const long = `${'x '.repeat(200_000)}new-cart`
  const { folder } = makeRepository({
    'bom.ts': text,
    'le.ts': Buffer.from(text, 'utf16le'),
    'be.ts': Buffer.from(text, 'utf16le').swap16(),
    'starts.ts': '\ufeffnew-cart',
    'long.min.js': `${long}\n${'new-cart,'.repeat(60_000)}`,
    'latin1.php': Buffer.from('d\xe9j\xe0 new-cart \xe9', 'latin1'),
  })
  const { places, body } = await find(project, folder)
  expect(places).toEqual([
    'new-cart be.ts:2',
    'new-cart bom.ts:2',
    'new-cart latin1.php:1',
    'new-cart le.ts:2',
    'new-cart long.min.js:1',
    'new-cart long.min.js:2',
    'new-cart starts.ts:1',
  ])
  expect(body.files).toBe(6)
})

test('a file may have any name; one that cannot be shown in a line is left out, and told', async () => {
  const project = await makeProject(cli, ['new-cart'])
  const { folder, git } = makeRepository({
    'a "quoted\' \\ name.ts': 'new-cart',
    '-C.ts': 'new-cart',
    'größe/✓.ts': 'new-cart',
    'two\nlines.ts': 'new-cart',
    [`${'long/'.repeat(102)}name.ts`]: 'new-cart',
  })
  writeFileSync(Buffer.concat([Buffer.from(`${folder}/caf`), Buffer.from([0xe9]), Buffer.from('.ts')]), 'new-cart')
  git('add', '--all')
  const { places, stderr } = await find(project, folder)
  expect(places.toSorted()).toEqual([
    'new-cart -C.ts:1',
    'new-cart a "quoted\' \\ name.ts:1',
    'new-cart caf\ufffd.ts:1',
    'new-cart größe/✓.ts:1',
  ])
  expect(stderr).toContain('References in two\\nlines.ts are left out')
  expect(stderr).toContain('References in long/long/')
})

test('bunting.json names aliases and delimiters', async () => {
  const project = await makeProject(cli, ['new-cart', 'old_cart.v2', 'ui', 'search', '2fa', 'URL-newHTTPCache'])
  const { folder } = makeRepository({
    'bunting.json': JSON.stringify({
      delimiters: ['.'],
      aliases: ['camel', 'pascal', 'upper-snake', { file: 'src/*.ts', pattern: "(\\w+) = '?FLAG_KEY" }],
    }),
    '.buntingignore': 'src/flags.ts\nbunting.json\n',
    'src/flags.ts': "export const CART = 'new-cart'\nexport const NEWEST = search\nexport const NOBODY = 'no-flag'\n",
    'a.txt': [
      'flags.boolean.newCart',
      'NewCartPage or NewCart',
      'NEW_CART(OLD_CART_V2)',
      'CART and NEWEST, NOBODY',
      'flags.new-cart',
      "flags.search, flags.ui, UI, 'ui'",
      'newCart new-cart',
      '_2fa(urlNewHTTPCache), URLNewHTTPCache',
      'URL_NEW_HTTP_CACHE',
      'myNewCart _newCart newCart2 new_cart search-page',
    ].join('\n'),
  })
  const { places } = await find(project, folder)
  expect(places.toSorted()).toEqual(
    [
      'new-cart a.txt:1 newCart',
      'new-cart a.txt:2 NewCart',
      'new-cart a.txt:3 NEW_CART',
      'old_cart.v2 a.txt:3 OLD_CART_V2',
      'new-cart a.txt:4 CART',
      'search a.txt:4 NEWEST',
      'new-cart a.txt:5',
      'search a.txt:6',
      'ui a.txt:6',
      'new-cart a.txt:7',
      '2fa a.txt:8 _2fa',
      'URL-newHTTPCache a.txt:8 urlNewHTTPCache',
      'URL-newHTTPCache a.txt:9 URL_NEW_HTTP_CACHE',
    ].toSorted(),
  )
})

test('without bunting.json there are no aliases', async () => {
  const project = await makeProject(cli, ['new-cart'])
  const { folder } = makeRepository({ 'a.txt': 'newCart NewCart NEW_CART new_cart flags.new-cart' })
  expect((await find(project, folder)).places).toEqual([])
})

test('what is wrong with bunting.json is said, and where', async () => {
  const project = await makeProject(cli, [])
  const wrong: [unknown, string][] = [
    ['{ not json', 'bunting.json is not JSON'],
    [[], 'must be an object'],
    [{ exclud: [] }, 'exclud is not a known field; did you mean "exclude"?'],
    [{ delimiters: ['::'] }, 'delimiters[0] must be one ASCII character'],
    [{ delimiters: ['a'] }, 'delimiters[0] must be one ASCII character'],
    [{ aliases: ['snake'] }, 'aliases[0] must be one of camel, pascal, upper-snake'],
    [{ exclude: ['a\nb'] }, 'exclude[0] must be one line'],
    [{ aliases: [{ file: 'a.ts', pattern: '(\\w+)' }] }, 'must contain FLAG_KEY once'],
    [{ aliases: [{ file: 'a.ts', pattern: 'FLAG_KEY' }] }, 'must have one group in parentheses besides FLAG_KEY'],
    [{ aliases: [{ file: 'a.ts', pattern: '(\\w+)(FLAG_KEY' }] }, 'must be a pattern in the RE2 dialect'],
    [{ aliases: [{ file: 'a.ts', pattern: '((a+)+)+ FLAG_KEY(?=x)' }] }, 'must be a pattern in the RE2 dialect'],
    [{ aliases: [{ file: 'a.ts', pattern: '((x{100}){100}){100} FLAG_KEY' }] }, 'pattern must be a'],
    [{ aliases: [{ file: 'nowhere.ts', pattern: '(\\w+) FLAG_KEY' }] }, 'no tracked file matches "nowhere.ts"'],
  ]
  const repository = makeRepository({ 'a.ts': 'x' })
  for (const [content, problem] of wrong) {
    repository.write({ 'bunting.json': typeof content === 'string' ? content : JSON.stringify(content) })
    const { code, stderr } = await project.run(`code-refs --dir ${repository.folder}`)
    expect({ content, code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(problem) })
  }
})

test('a pattern that would take for ever elsewhere takes no time, and one with too much to do is refused', async () => {
  const project = await makeProject(cli, ['new-cart'])
  const bomb = `${'a'.repeat(1_900)}!`
  const repository = makeRepository({
    'bunting.json': JSON.stringify({ aliases: [{ file: 'a.txt', pattern: '((?:a+)+)$FLAG_KEY' }] }),
    'a.txt': `${bomb}\n`.repeat(100),
  })
  expect((await find(project, repository.folder)).places).toEqual([])
  repository.write({
    'bunting.json': JSON.stringify({ aliases: [{ file: 'a.txt', pattern: '([a-z]{900}) FLAG_KEY' }] }),
    'a.txt': `${bomb}\n`.repeat(500),
  })
  expect(await project.run(`code-refs --dir ${repository.folder}`)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('bunting.json: the pattern ([a-z]{900}) FLAG_KEY takes too long on a.txt.'),
  })
})

test('bunting.json is not read through a link', async () => {
  const project = await makeProject(cli, [])
  const outside = makeHome()
  writeFileSync(join(outside, 'secret'), 'a secret of this machine')
  const { folder } = makeRepository({ 'a.ts': 'x' })
  symlinkSync(join(outside, 'secret'), join(folder, 'bunting.json'))
  const { code, stderr } = await project.run(`code-refs --dir ${folder}`)
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('bunting.json is no plain file') })
  expect(stderr).not.toContain('secret of')
})

test('a folder that is none, or in no repository, is wrong use', async () => {
  const project = await makeProject(cli, [])
  const home = makeHome()
  mkdirSync(join(home, 'empty'))
  execFileSync('git', ['-C', home, 'init', '--quiet', '--bare', 'bare.git'])
  for (const [folder, problem] of [
    ['nowhere', 'There is no folder'],
    ['empty', 'is not in a working tree of git: not a git repository'],
    ['bare.git', 'is not in a working tree of git: this operation must be run in a work tree'],
  ]) {
    const ended = await project.run(`code-refs --dir ${join(home, folder ?? '')}`)
    expect(ended).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(problem ?? '') })
  }
})

test('an empty repository and a project without flags have no references', async () => {
  const project = await makeProject(cli, [])
  const { folder } = makeRepository()
  expect((await find(project, folder)).body).toEqual({ files: 0, references: [] })
})
