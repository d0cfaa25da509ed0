import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createClient, type Project } from '@bunting/contract'
import { afterAll, expect, inject, test } from 'vitest'
import { startHere } from '../../src/testing/servers/start-here.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const cache = join(root, 'node_modules', '.cache')
mkdirSync(cache, { recursive: true })
// Inside the repository, so that generated code can import OpenFeature's SDK.
const folder = mkdtempSync(join(cache, 'openfeature-cli-'))
const server = await startHere({ BUNTING_DATA_DIR: join(folder, 'data') })
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, maxRetries: 10 })
})
const url = server.managementUrl
const key = server.firstKey ?? ''
const api = createClient({ baseUrl: url, key })
const [project] = (await api.listProjects({})).items as [Project]
const params = { projectId: project.id }
const file = join(folder, 'flags.json')

type Ended = { code: number; said: string }

const openFeature = async (...args: string[]): Promise<Ended> => {
  const env = { HOME: folder, PATH: process.env.PATH, NO_COLOR: '1' }
  try {
    const { stdout, stderr } = await promisify(execFile)(inject('openFeatureCli'), args, { cwd: folder, env })
    return { code: 0, said: `${stdout}${stderr}` }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, said: `${stdout}${stderr}` }
  }
}
const pull = (token = key) =>
  openFeature('pull', '--provider-url', url, '--auth-token', token, '-m', file, '--no-prompt')
const push = (token = key) => openFeature('push', '--provider-url', url, '--auth-token', token, '-m', file)
const manifest = () => JSON.parse(readFileSync(file, 'utf8'))
const edit = (change: (flags: Record<string, object>) => void) => {
  const content = manifest()
  change(content.flags)
  writeFileSync(file, JSON.stringify(content))
}
const getFlag = (flagKey: string) => api.getFlag({ params: { ...params, flagKey } })
const defaultsOf = async (flagKey: string) =>
  Object.values((await getFlag(flagKey)).versions).map(({ config }) => config.defaultValue)

const flags = {
  'new-search': { type: 'boolean', defaultValue: true, description: 'The new search' },
  greeting: { type: 'string', defaultValue: 'Say "hello"' },
  'per-page': { type: 'number', defaultValue: 20 },
  ratio: { type: 'number', defaultValue: 0.5 },
  theme: { type: 'json', defaultValue: { accent: 'blue', radii: [4, 8] } },
} as const

const { items: environments } = await api.listEnvironments({ params, query: {} })
const envId = environments.find(({ slug }) => slug === 'development')?.id ?? ''
for (const [flagKey, { defaultValue, ...fields }] of Object.entries(flags)) {
  await api.createFlag({ params, body: { key: flagKey, name: flagKey, ...fields } })
  const body = { version: 1, enabled: true, defaultValue, rules: [] }
  await api.createFlagVersion({ params: { ...params, envId, flagKey }, body })
}

test('what it pulls makes code that compiles', async () => {
  expect(await pull()).toMatchObject({ code: 0 })
  expect(manifest().flags).toEqual({
    'new-search': { flagType: 'boolean', defaultValue: true, description: 'The new search' },
    greeting: { flagType: 'string', defaultValue: 'Say "hello"', description: '' },
    'per-page': { flagType: 'integer', defaultValue: 20, description: '' },
    ratio: { flagType: 'float', defaultValue: 0.5, description: '' },
    theme: { flagType: 'object', defaultValue: { accent: 'blue', radii: [4, 8] }, description: '' },
  })
  expect(await openFeature('generate', 'nodejs', '-m', file, '-o', folder)).toMatchObject({ code: 0 })
  writeFileSync(
    join(folder, 'uses.ts'),
    `import { getGeneratedClient } from './openfeature.js'
     const client = getGeneratedClient()
     const values: [boolean, string, number, number] = [
       await client.newSearch(), await client.greeting(), await client.perPage(), await client.ratio(),
     ]
     console.log(values, await client.theme())`,
  )
  const compilerOptions = { target: 'es2022', module: 'nodenext', strict: true, noEmit: true, skipLibCheck: true }
  const include = ['openfeature.ts', 'uses.ts']
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include, exclude: [] }))
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  await promisify(execFile)(process.execPath, [tsc, '-p', folder])
})

test('what it pushes is created and updated, and then there is nothing to push', async () => {
  await pull()
  edit((all) => {
    all['new-cart'] = { flagType: 'boolean', defaultValue: false, description: 'The new cart' }
    all.greeting = { flagType: 'string', defaultValue: 'Hi', description: 'What is said first' }
    all.ratio = { flagType: 'float', defaultValue: 0.25 }
    delete all.theme
  })
  const { code, said } = await push()
  expect({ code, said }).toMatchObject({ code: 0, said: expect.stringContaining('Created (1)') })
  expect(said).toContain('Updated (2)')
  expect(await getFlag('new-cart')).toMatchObject({ type: 'boolean', name: 'new-cart', description: 'The new cart' })
  expect(await defaultsOf('new-cart')).toEqual([false])
  expect(await getFlag('greeting')).toMatchObject({ description: 'What is said first' })
  expect(await defaultsOf('greeting')).toEqual(['Hi'])
  expect(await defaultsOf('ratio')).toEqual([0.25])
  expect(await getFlag('theme')).toMatchObject({ archivedAt: null })
  expect((await push()).said).toContain('No changes needed')
})

test('it tells why something is refused', async () => {
  await pull()
  edit((all) => {
    all.greeting = { flagType: 'integer', defaultValue: 1 }
  })
  expect(await push()).toMatchObject({
    code: 1,
    said: expect.stringContaining('(status 409): Flag type cannot be changed from string to integer.'),
  })
  expect(await pull('sk_nobody')).toMatchObject({
    code: 1,
    said: expect.stringContaining('authentication failed: The API key'),
  })
  const body = { type: 'server' as const, description: 'Reads', scopes: ['read' as const] }
  const made = await api.createApiKey({ params: { ...params, envId }, body })
  expect(await pull(made.key)).toMatchObject({ code: 0 })
  edit((all) => {
    all.another = { flagType: 'boolean', defaultValue: true }
  })
  expect(await push(made.key)).toMatchObject({ code: 1, said: expect.stringContaining('lacks the edit scope') })
})
