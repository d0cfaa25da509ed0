import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createClient } from '@bunting/contract'
import { expect, inject, onTestFinished, test } from 'vitest'
import { trackSnippets } from '../../apps/dashboard/src/pages/experiments/track-snippets.ts'
import { snippets } from '../../apps/dashboard/src/pages/start/snippets.ts'
import { startHere } from '../../apps/server/src/testing/servers/start-here.ts'
import { languages } from '../../scripts/sdks/languages.mjs'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))

// The dashboard's own tests run the TypeScript snippets.
test('Get started has a snippet for every language, and the first experiment a line that tracks', () => {
  const named = languages.flatMap(({ name, isPartOfTests }) => (isPartOfTests ? [] : [name]))
  for (const shown of [snippets, trackSnippets]) expect(named.filter((name) => !(name in shown))).toEqual([])
})

const found = inject('sdks').flatMap(({ language }) => languages.filter(({ name }) => name === language))
test.for(found.filter(({ program }) => program))('the snippet for $name runs as it is', async (language) => {
  const { name, cwd = '.', program: { file, command } = { file: '', command: [] } } = language
  await using server = await startHere({ BUNTING_DATA_DIR: await mkdtemp(join(tmpdir(), 'bunting-harness-')) })
  const { managementUrl, deliveryUrl, firstKey: key = '' } = server
  const api = createClient({ baseUrl: managementUrl, key })
  const [project] = (await api.listProjects({ query: { slug: 'default' } })).items
  const params = { projectId: project?.id ?? '' }
  const { items } = await api.listEnvironments({ params })
  const envId = items.find(({ slug }) => slug === 'development')?.id ?? ''
  const flagKey = 'first'
  await api.createFlag({ params, body: { key: flagKey, name: 'First', type: 'boolean' } })
  const version = { version: 1, enabled: true, defaultValue: true, rules: [] }
  await api.createFlagVersion({ params: { ...params, envId, flagKey }, body: version })
  const place = { deliveryUrl, managementUrl, projectSlug: 'default', envSlug: 'development', flagKey }
  const asking = snippets[name as keyof typeof snippets].code({ ...place, flagType: 'boolean' })
  // Inserts the tracking line after the evaluation.
  const tracking = trackSnippets[name as keyof typeof trackSnippets].code({ managementUrl })
  const code = asking.replace(/^(\s*).*"first".*$/m, (asked, indent) => `${asked}\n${indent}${tracking}`)
  const path = join(root, cwd, file)
  await mkdir(dirname(path), { recursive: true })
  onTestFinished(() => rm(path))
  await writeFile(path, code)
  const [program = '', ...args] = command
  const env = { ...process.env, BUNTING_KEY: key }
  const { stdout } = await run(program, args, { cwd: join(root, cwd), env })
  expect(stdout.trim().toLowerCase()).toBe('true')
  const seen = await api.listSeenEvents({ params: { ...params, envId } })
  expect(seen.items.map((event) => event.name)).toEqual(['purchase'])
})
