import { readFileSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type GeneratedFlag, typescriptModule } from '../src/generate/typescript.ts'
import { makeHome } from './support/bunting.ts'
import { hostileFlags } from './support/hostile-flags.ts'
import { useServer } from './support/server.ts'

const cli = useServer()

type Keys = Record<string, Record<string, string>>

/** Runs a module by itself, and returns its exports. */
const evaluate = (module: string): Keys =>
  runInNewContext(`${stripTypeScriptTypes(module).replace(/^export const/m, 'var')}; JSON.parse(JSON.stringify(flags))`)

const flag = (fields: Partial<GeneratedFlag> & { key: string }): GeneratedFlag => ({
  name: fields.key,
  description: null,
  type: 'boolean',
  createdAt: '2026-01-01T00:00:00.000Z',
  archivedAt: null,
  ...fields,
})

const namesOf = (flags: readonly GeneratedFlag[]) => evaluate(typescriptModule(flags)).boolean

/** Returns the part of a module from its first flag on. */
const flagsIn = (module: string) => module.slice(module.indexOf('export const flags'))

test('a module has the key of every flag under its type, with what is known of it', async () => {
  const { run } = await cli.newProject()
  const schema = join(makeHome(), 'theme.json')
  const accent = { type: 'string', enum: ['blue', 'red'] }
  writeFileSync(schema, JSON.stringify({ type: 'object', required: ['accent'], properties: { accent } }))
  await run('flags create new-search --name "New search" --description "Ask @mia. Ends /* here */."')
  await run('flags create results.per_page --type number')
  await run(`flags create theme --type json --schema ${schema}`)
  await run('flags create menu --type json')
  await run('flags create gone --type string')
  await run('flags archive gone')
  const { code, stdout, stderr } = await run('generate typescript')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(flagsIn(stdout)).toMatchInlineSnapshot(`
    "export const flags = {
      boolean: {
        /**
         * New search
         *
         * Ask \\@mia. Ends /* here *\\/.
         */
        newSearch: 'new-search' as FlagKey<boolean>,
      },
      string: {
        /**
         * Gone
         *
         * @deprecated Archived: every evaluation gives the fallback.
         */
        gone: 'gone' as FlagKey<string>,
      },
      number: {
        /** Results per page */
        resultsPerPage: 'results.per_page' as FlagKey<number>,
      },
      json: {
        /** Menu */
        menu: 'menu',
        /** Theme */
        theme: 'theme' as FlagKey<{ accent: 'blue' | 'red' }>,
      },
    } as const
    "
  `)
  expect(stdout).not.toContain('import')
})

test('a file is written, and checked without being written', async () => {
  const { run, slug } = await cli.newProject()
  const file = join(makeHome(), 'flags.ts')
  await run('flags create new-search')
  const check = () => run(`generate typescript --out ${file} --check`)
  expect(await check()).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining(`There is no file ${file}`),
  })
  expect(await run(`generate typescript --out ${file}`)).toMatchObject({
    code: 0,
    stdout: '',
    stderr: `Wrote the keys of 1 flag of ${slug} to ${file}.\n`,
  })
  expect(await check()).toEqual({ code: 0, stdout: '', stderr: '' })
  const written = readFileSync(file, 'utf8')
  writeFileSync(file, written.replaceAll('\n', '\r\n'))
  expect(await check()).toMatchObject({ code: 0 })
  await run('flags create new-cart')
  expect(await check()).toEqual({
    code: 1,
    stdout: "+     /** New cart */\n+     newCart: 'new-cart' as FlagKey<boolean>,\n",
    stderr: `${file} is not what the flags are now: bunting generate typescript --out ${file}\n`,
  })
  expect(readFileSync(file, 'utf8')).toBe(written.replaceAll('\n', '\r\n'))
})

test('a check shows what is new and what is gone, and stops at twenty lines', async () => {
  const { run } = await cli.newProject()
  const file = join(makeHome(), 'flags.ts')
  for (let at = 0; at < 25; at++) await run(`flags create flag-${at}`)
  await run(`generate typescript --out ${file}`)
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll("'flag-", "'other-"))
  const { code, stdout } = await run(`generate typescript --out ${file} --check`)
  expect(code).toBe(1)
  const lines = stdout.trimEnd().split('\n')
  expect(lines).toHaveLength(21)
  expect(lines[0]).toBe("-     flag0: 'other-0' as FlagKey<boolean>,")
  expect(lines.at(-1)).toBe('… and 30 more lines')
})

test('there is nothing to check without a file', async () => {
  const { run } = await cli.newProject()
  expect(await run('generate typescript --check')).toMatchObject({ code: 2, stdout: '' })
})

test('stale flags are marked, unless that is not wanted', async () => {
  const stale = typescriptModule([
    flag({ key: 'old', stale: 'single_value' }),
    flag({ key: 'dead', stale: 'not_evaluated' }),
  ])
  expect(stale.match(/@deprecated .*?(?= \*\/)/g)).toEqual([
    '@deprecated Stale: no environment evaluated it for 30 days.',
    '@deprecated Stale: it gave everybody the same value for 30 days.',
  ])
})

test('names are in camel case, begin with a letter, and are never empty', () => {
  const keys = [
    'new-search',
    'NewCart',
    'URL_prefix',
    'a.b-c_d',
    '3d-view',
    'x',
    'class',
    'constructor',
    '__proto__',
    '---',
  ]
  expect(namesOf(keys.map((key) => flag({ key })))).toEqual({
    newSearch: 'new-search',
    newCart: 'NewCart',
    urlPrefix: 'URL_prefix',
    aBCD: 'a.b-c_d',
    _3dView: '3d-view',
    x: 'x',
    class: 'class',
    constructor: 'constructor',
    proto: '__proto__',
    flag: '---',
  })
})

test('of names that collide the oldest flag has the plain one, so that a new flag takes over no name', () => {
  const of = (key: string, day: number) => flag({ key, createdAt: `2026-01-0${day}T00:00:00.000Z` })
  const before = [of('new_search', 1), of('newSearch', 2)]
  expect(namesOf(before)).toEqual({ newSearch: 'new_search', newSearch2: 'newSearch' })
  const after = [of('new-search', 4), of('newSearch2', 3), ...before]
  expect(namesOf(after)).toEqual({
    newSearch: 'new_search',
    newSearch2: 'newSearch',
    newSearch22: 'newSearch2',
    newSearch3: 'new-search',
  })
})

test('the order in which flags come makes no difference', () => {
  fc.assert(
    fc.property(
      hostileFlags.chain((flags) =>
        fc.tuple(fc.constant(flags), fc.shuffledSubarray(flags, { minLength: flags.length })),
      ),
      ([flags, shuffled]) => {
        expect(typescriptModule(shuffled)).toBe(typescriptModule(flags))
      },
    ),
  )
})

test('whatever keys, texts and schemas flags have, a module can be read and has exactly their keys', () => {
  fc.assert(
    fc.property(hostileFlags, (flags) => {
      const module = typescriptModule(flags)
      const found = evaluate(module)
      for (const type of ['boolean', 'string', 'number', 'json'] as const) {
        const keys = flags.filter((one) => one.type === type).map(({ key }) => key)
        expect(Object.values(found[type] ?? {}).toSorted()).toEqual(keys.toSorted())
      }
      // No character is invisible or changes the direction of text.
      expect(module).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u2028\u2029\0\r]/)
      expect(module.isWellFormed()).toBe(true)
      const deprecated = flags.filter(({ archivedAt, stale }) => archivedAt !== null || stale !== undefined)
      expect(module.match(/^ +(\/\*)?\*+ @\w+/gm)?.length ?? 0).toBe(deprecated.length)
    }),
    { numRuns: 500 },
  )
})

const typeOf = (schema: object): string | undefined =>
  / as FlagKey<([\s\S]*)>,\n {2}\},\n\} as const/.exec(
    typescriptModule([flag({ key: 'x', type: 'json', schema })]),
  )?.[1]

test.each<[string, object, string | undefined]>([
  [
    'fields',
    { type: 'object', properties: { 'a-b': { type: 'integer' }, c: true }, required: ['c'] },
    "{ 'a-b'?: number; c: Json }",
  ],
  ['any object', { type: 'object' }, '{ [name: string]: Json }'],
  ['a dictionary', { type: 'object', additionalProperties: { type: 'boolean' } }, '{ [name: string]: boolean }'],
  ['a list', { type: 'array', items: { type: ['string', 'null'] } }, '(string | null)[]'],
  [
    'a tuple',
    { prefixItems: [{ type: 'string' }, { type: 'number' }], minItems: 1, items: false },
    '[string, number?]',
  ],
  ['one of several', { oneOf: [{ required: ['a'] }, { type: 'array' }, { type: 'null' }] }, '{ a: Json } | Json[]'],
  [
    'all of several',
    { type: 'object', properties: { a: { type: 'string' } }, allOf: [{ required: ['b'] }] },
    '{ a?: string } & { b: Json }',
  ],
  ['a value', { const: { a: [1, "it's"], b: null } }, "{ a: [1, 'it\\'s']; b: null }"],
  ['a definition', { $ref: '#/$defs/a~1b', $defs: { 'a/b': { required: ['x'] } } }, '{ x: Json }'],
  ['nothing', {}, undefined],
  ['a text, which no json flag is', { type: 'string' }, undefined],
  ['another document', { $ref: 'https://example.com/schema' }, undefined],
])('a schema of %s is a type', (_, schema, expected) => {
  expect(typeOf(schema)).toBe(expected)
})

test('where a schema refers to itself it is any JSON, and one that grows without end is cut', () => {
  const menu = { type: 'object', required: ['title'], properties: { title: { type: 'string' }, inner: { $ref: '#' } } }
  expect(typeOf(menu)).toBe('{ title: string; inner?: Json }')
  const twice = (name: string) => ({ required: ['a', 'b'], properties: { a: { $ref: name }, b: { $ref: name } } })
  const defs = Array.from({ length: 30 }, (_, at) => [`d${at}`, twice(`#/$defs/d${at + 1}`)])
  const module = typescriptModule([
    flag({ key: 'x', type: 'json', schema: { ...twice('#/$defs/d0'), $defs: Object.fromEntries(defs) } }),
  ])
  expect(module.length).toBeLessThan(200_000)
  expect(evaluate(module).json).toEqual({ x: 'x' })
})
