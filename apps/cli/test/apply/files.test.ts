import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeHome } from '../support/bunting.ts'
import { type Checkout, makeCheckout } from '../support/checkout.ts'
import { useServer } from '../support/server.ts'

const cli = useServer()

/** Applies the files of a checkout to a new project. */
const applyAll = async (checkout: Checkout, more = '') => {
  const { slug } = await cli.newProject()
  return { slug, ...(await cli.run(`apply ${checkout.folder} --project ${slug} ${more}`)) }
}

const flagOf = async (slug: string, key: string) =>
  JSON.parse((await cli.run(`flags get ${key} --project ${slug} --json`)).stdout)

test('in YAML a no is a text, as in YAML 1.2', async () => {
  const checkout = makeCheckout()
  checkout.write(
    'norway.yaml',
    `%YAML 1.2
---
bunting: 1
flags:
  country:
    name: no
    type: string
    environments:
      staging: { enabled: true, defaultValue: no, rules: [] }
      development: &there { enabled: yes, defaultValue: on, rules: [] }
`,
  )
  const { code, stderr } = await applyAll(checkout)
  expect(code).toBe(2)
  expect(stderr).toContain('norway.yaml:10:29: flags.country.environments.development.enabled must be boolean')
  checkout.write('norway.yaml', checkout.read('norway.yaml').replace('enabled: yes', 'enabled: true'))
  const { slug } = await applyAll(checkout)
  const { name, versions } = await flagOf(slug, 'country')
  expect(name).toBe('no')
  expect(
    Object.values<{ config: { defaultValue: unknown } }>(versions)
      .map(({ config }) => config.defaultValue)
      .sort(),
  ).toEqual(['no', 'on'])
})

const start = 'bunting: 1\nflags:\n  a: { name: A, type: boolean }\n'

test.for([
  [
    'a key that is there twice',
    'x.yaml',
    `${start}  a: { name: B, type: boolean }\n`,
    'x.yaml:4:3: this key is there twice',
  ],
  [
    'a key of JSON that is there twice',
    'x.json',
    '{\n  "bunting": 1,\n  "bunting": 1\n}',
    'x.json:3:3: this key is there twice',
  ],
  ['what is no JSON', 'x.json', '{ "bunting": 1,\n}', 'x.json is not JSON'],
  ['YAML in a file of JSON', 'x.json', start, 'x.json is not JSON'],
  ['a tag', 'x.yaml', 'bunting: !!js/function 1\n', 'x.yaml:1:10: Unresolved tag'],
  ['bytes', 'x.yaml', 'bunting: !!binary aGk=\n', 'x.yaml:1:10: Unresolved tag'],
  ['a second document', 'x.yaml', `${start}---\n${start}`, 'x.yaml:4:1: a second document begins here'],
  ['a merge key', 'x.yaml', 'bunting: 1\nflags:\n  <<: { a: { name: A, type: boolean } }\n', 'x.yaml:3:3: flags.<<'],
  ['a text that does not end', 'x.yaml', 'bunting: "1\n', 'x.yaml:2:1: '],
  ['a field that there is not', 'x.yaml', `${start}flgas: {}\n`, 'x.yaml:4:1: flgas is not a known field'],
  [
    'a field that is missing',
    'x.yaml',
    'bunting: 1\nflags:\n  a: { type: boolean }\n',
    'x.yaml:3:3: flags.a.name is required',
  ],
  [
    'a field that cannot be ours',
    'x.yaml',
    `${start}ours: [clientSafe]\n`,
    'x.yaml:4:8: ours[0] must be one of name, ',
  ],
  ['an empty file', 'x.yaml', '', 'x.yaml:1:1: must be an object'],
  ['a file of something else', 'x.json', '{ "name": "package" }', 'x.json:1:1: bunting is required'],
  [
    'a text that would become huge',
    'x.yaml',
    `bunting: 1\na: &a [x,x,x,x,x,x,x,x,x]\n${['b', 'c', 'd', 'e', 'f', 'g'].map((key, at) => `${key}: &${key} [${Array(9).fill(`*${'abcdef'[at]}`).join(', ')}]`).join('\n')}\n`,
    'cannot be read: Excessive alias count',
  ],
] as const)('%s is refused, with where it is', async ([, name, content, says]) => {
  const checkout = makeCheckout()
  checkout.write(name, content)
  const { code, stderr } = await applyAll(checkout)
  expect(code, stderr).toBe(2)
  expect(stderr).toContain(says)
})

test('two files that name the same flag, segment or environment are refused by name', async () => {
  const checkout = makeCheckout()
  const all = `${start}segments: { s: { name: S } }\nenvironments: { qa: { name: QA } }\n`
  checkout.write('one.yaml', all)
  checkout.write('sub/two.yaml', all)
  const { code, stderr } = await applyAll(checkout)
  expect(code).toBe(2)
  for (const name of ['flag a', 'segment s', 'environment qa']) {
    expect(stderr).toContain(`The ${name} is in ${checkout.folder}/one.yaml and in ${checkout.folder}/sub/two.yaml.`)
  }
})

test('files of two projects are refused', async () => {
  const checkout = makeCheckout()
  checkout.write('one.yaml', 'bunting: 1\nproject: { slug: one, name: One }\n')
  checkout.write('two.yaml', 'bunting: 1\nproject: { slug: two, name: Two }\n')
  expect(await cli.run(`apply ${checkout.folder}`)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('different projects'),
  })
})

test('a mounted volume, which has links to hidden folders and is no checkout, needs the name of the repository', async () => {
  const folder = makeHome()
  const checkout = { ...makeCheckout(), folder }
  const inside = makeCheckout()
  inside.write('.data/flags.yaml', start)
  symlinkSync(join(inside.folder, '.data', 'flags.yaml'), join(folder, 'flags.yaml'))
  symlinkSync(join(inside.folder, '.data'), join(folder, '..data'))
  const refused = await applyAll(checkout)
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('--repo acme/shop') })
  const { code, slug } = await applyAll(checkout, '--repo acme/flags')
  expect(code).toBe(0)
  expect(await flagOf(slug, 'a')).toMatchObject({ managedBy: 'git:acme/flags' })
})

test.for([
  ['git@github.com:acme/shop.git', 'acme/shop'],
  ['https://x-access-token:ghs_secret@github.com/acme/shop', 'acme/shop'],
  ['ssh://git@gitlab.example:2222/group/sub/shop.git/', 'sub/shop'],
  ['https://git.example/shop.git', 'shop'],
  ['/srv/git/acme/shop.git', 'acme/shop'],
])('the repository of %s is %s', async ([origin, name]) => {
  const checkout = makeCheckout(origin)
  checkout.write('flags.yaml', start)
  const { slug, stderr } = await applyAll(checkout)
  expect((await flagOf(slug, 'a')).managedBy, stderr).toBe(`git:${name}`)
})

test('files of two repositories are refused', async () => {
  const [one, two] = [makeCheckout(), makeCheckout('https://github.com/acme/other')]
  one.write('a.yaml', start)
  two.write('b.yaml', start.replace('a:', 'b:'))
  const { code, stderr } = await applyAll(one, two.folder)
  expect(code).toBe(2)
  expect(stderr).toContain('The files are of several repositories: acme/shop, acme/other.')
})

test.for(['apply', 'apply /nowhere/at/all', `apply ${makeHome()}`])('%s is wrong use', async (args) => {
  expect((await cli.run(args)).code).toBe(2)
})
