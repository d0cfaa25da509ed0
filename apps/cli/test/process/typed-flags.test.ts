import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { type GeneratedFlag, typescriptModule } from '../../src/generate/typescript.ts'
import { hostileFlags } from '../support/hostile-flags.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')

const options = {
  target: 'es2022',
  module: 'nodenext',
  lib: ['es2023', 'dom'],
  types: [],
  strict: true,
  noEmit: true,
  allowImportingTsExtensions: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
}

/** Compiles files in a folder of the repository, where they can import the SDKs. Returns the compiler's errors. */
const compile = async (files: Record<string, string>): Promise<string> => {
  const cache = join(root, 'node_modules', '.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'typed-flags-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, include: ['.'], exclude: [] }),
  )
  try {
    await promisify(execFile)(process.execPath, [tsc, '-p', folder])
    return ''
  } catch (error) {
    return String((error as { stdout?: string }).stdout)
  }
}

const flag = (fields: Partial<GeneratedFlag> & { key: string }): GeneratedFlag => ({
  name: fields.key,
  description: null,
  type: 'boolean',
  createdAt: '2026-01-01T00:00:00.000Z',
  archivedAt: null,
  ...fields,
})

const schema = {
  type: 'object',
  required: ['accent'],
  properties: { accent: { enum: ['blue', 'red'] }, radii: { type: 'array', items: { type: 'number' } } },
  additionalProperties: false,
}
const flags = [
  flag({ key: 'new-search' }),
  flag({ key: 'greeting', type: 'string' }),
  flag({ key: 'per-page', type: 'number' }),
  flag({ key: 'theme', type: 'json', schema }),
  flag({ key: 'menu', type: 'json' }),
]

const uses = `
import { buntingProvider } from '@bunting/openfeature/server'
import { useBoolean, useJson, useNumber, useString } from '@bunting/sdk-react'
import { openFlags } from '@bunting/sdk-server'
import { type FlagKey, openFlags as openInPage } from '@bunting/sdk-web'
import { OpenFeature } from '@openfeature/server-sdk'
import { z } from 'zod'
import { flags as keys, type ValueOf } from './flags.ts'

type Same<One, Other> = (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false
const isExactly = <Expected>() => <Actual>(_: Actual, isSame: Same<Actual, Expected>): boolean => isSame

type Theme = { accent: 'blue' | 'red'; radii?: number[] }
const context = { userId: 'ada' }
const server = openFlags({ url: 'http://127.0.0.1:4001', key: 'sk_…' })
const page = openInPage({ url: 'http://127.0.0.1:4001', key: 'pk_…' })

// Keys of every type, in every SDK.
const values: [boolean, string, number] = [
  server.boolean(keys.boolean.newSearch, context, false),
  page.string(keys.string.greeting, 'Hello'),
  server.numberDetails(keys.number.perPage, context, 20).value,
]
useBoolean(keys.boolean.newSearch, false)
useString(keys.string.greeting, '')
useNumber(keys.number.perPage, 20)

// A json flag has the type of its schema, whatever the fallback.
isExactly<Theme>()(server.json(keys.json.theme, context, { accent: 'blue' }), true)
isExactly<Theme>()(server.jsonDetails(keys.json.theme, context, { accent: 'blue' }).value, true)
isExactly<Theme>()(page.json(keys.json.theme, { accent: 'red', radii: [4] }), true)
isExactly<Theme>()(useJson(keys.json.theme, { accent: 'blue' }), true)
isExactly<Theme>()(page.json(keys.json.theme, { accent: 'blue' }, (value) => Object(value).accent !== 'red'), true)
isExactly<Theme>()(server.json(keys.json.theme, context, { accent: 'blue' }, undefined, { exposure: false }), true)

// A check says more than the schema.
const checked = z.object({ accent: z.literal('blue') })
isExactly<{ accent: 'blue' }>()(server.json(keys.json.theme, context, { accent: 'blue' }, checked), true)

// Without a schema, and with a plain text, the fallback says the type.
isExactly<{ items: string[] }>()(server.json(keys.json.menu, context, { items: ['home'] }), true)
isExactly<{ accent: string }>()(page.json('theme', { accent: 'green' }), true)
isExactly<{ accent: string }>()(server.json<{ accent: string }>('theme', context, { accent: 'green' }), true)
server.boolean('any-text', context, false)
const named: FlagKey<boolean> = 'any-text'

// OpenFeature takes the same keys, and the type of a flag's values by its key.
await OpenFeature.setProviderAndWait(buntingProvider(server))
const client = OpenFeature.getClient()
const wide: boolean = await client.getBooleanValue(keys.boolean.newSearch, false)
type ThemeValue = ValueOf<typeof keys.json.theme>
isExactly<Theme>()(await client.getObjectValue<ThemeValue>(keys.json.theme, { accent: 'blue' }), true)

// @ts-expect-error a key of another type
server.boolean(keys.string.greeting, context, false)
// @ts-expect-error a key of another type
page.number(keys.json.theme, 1)
// @ts-expect-error a key of another type
useString(keys.number.perPage, '')
// @ts-expect-error a fallback that does not fit the schema
server.json(keys.json.theme, context, { accent: 'green' })
// @ts-expect-error a fallback without what the schema requires
page.json(keys.json.theme, {})
// @ts-expect-error a fallback with a field that nothing knows
useJson(keys.json.theme, { accent: 'blue', acent: 'red' })
// @ts-expect-error there is no such flag
keys.boolean.newSaerch
// @ts-expect-error a constant
keys.boolean.newSearch = 'another'

export { named, values, wide }
`

test('with the keys of a module the SDKs know the types of values, and refuse what does not fit', async () => {
  expect(await compile({ 'flags.ts': typescriptModule(flags), 'uses.ts': uses })).toBe('')
})

test('modules of hostile flags compile', async () => {
  const modules = fc
    .sample(hostileFlags, { numRuns: 50, seed: 36 })
    .map((one, at) => [`flags-${at}.ts`, typescriptModule(one)] as const)
  expect(await compile(Object.fromEntries(modules))).toBe('')
})
