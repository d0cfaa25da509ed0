import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Settings, startServer } from '../../apps/server/src/testing/server-process.ts'
import { progress } from '../support/progress.ts'

/** As dear as may be saved, or nearly. */
const heavyRules = Array.from({ length: 90 }, (_, at) => ({
  conditions: [{ attribute: 'tags', operator: 'regex', value: `[ab]*a[ab]{20}c${at}` }],
  value: true,
}))
const patternRules = ['com', 'org'].map((end) => ({
  conditions: [{ attribute: 'tags', operator: 'regex', value: `^[a-z0-9._+-]+@example\\.${end}$` }],
  value: true,
}))

export const heavyConfig = { version: 1, enabled: true, defaultValue: false, rules: heavyRules }
/** Nearly as large as a value may be, and a hundred of them nearly as large as an environment may. */
const largeValue = { text: 'x'.repeat(60_000) }

export const heavyFlags = Array.from({ length: 100 }, (_, at) => `heavy-${at}`)
export const largeFlags = Array.from({ length: 100 }, (_, at) => `large-${at}`)
const manyFlags = Array.from({ length: 1_300 }, (_, at) => `many-${at}`)

export type Target = Awaited<ReturnType<typeof openTarget>>

/** A whole service as people start it, on the embedded database, with what an editor may save to slow it down. */
export const openTarget = async (settings: Settings = {}) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'bunting-bench-'))
  const unlimited = {
    BUNTING_RATE_LIMIT_SERVER: 'off',
    BUNTING_RATE_LIMIT_CLIENT: 'off',
    BUNTING_RATE_LIMIT_FAILED: 'off',
  }
  const server = await startServer({ BUNTING_DATA_DIR: dataDir, ...unlimited, ...settings })
  const key = server.firstKey ?? ''

  const manage = async (method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }> => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const sent = body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body)
    const response = await fetch(`${server.managementUrl}${path}`, { method, headers, body: sent })
    const text = await response.text()
    return {
      status: response.status,
      body: text.startsWith('{') && text.length < 100_000 ? JSON.parse(text) : undefined,
    }
  }
  const make = async (method: string, path: string, body: object): Promise<Record<string, string>> => {
    const made = await manage(method, path, body)
    if (made.status >= 300) throw new Error(`${path} answered ${made.status}: ${JSON.stringify(made.body)}`)
    return made.body as Record<string, string>
  }
  type Listed = { items: { id: string; slug: string }[] }
  const { items: projects } = (await manage('GET', '/v1/projects?slug=default')).body as Listed
  const project = `/v1/projects/${projects[0]?.id}`
  const { items: environments } = (await manage('GET', `${project}/environments`)).body as Listed
  const idOf = (slug: string) => environments.find((one) => one.slug === slug)?.id ?? ''
  const development = `${project}/environments/${idOf('development')}`

  // The newest come first in lists.
  const flags = [...manyFlags, ...largeFlags, ...heavyFlags]
  const report = progress('flags', flags.length)
  for (const [at, flagKey] of flags.entries()) {
    const type = largeFlags.includes(flagKey) ? 'json' : 'boolean'
    await make('POST', `${project}/flags`, { key: flagKey, name: flagKey, type, clientSafe: true })
    const config = heavyFlags.includes(flagKey)
      ? heavyConfig
      : largeFlags.includes(flagKey)
        ? { ...heavyConfig, defaultValue: largeValue, rules: [] }
        : { ...heavyConfig, rules: patternRules }
    await make('PUT', `${development}/flags/${flagKey}`, config)
    report(at + 1)
  }
  await make('POST', `${project}/segments`, { key: 'ids', name: 'ids' })
  const { key: clientKey } = await make('POST', `${development}/api-keys`, { type: 'client', description: 'attack' })

  return {
    ...server,
    key,
    clientKey: clientKey ?? '',
    project,
    development,
    idOf,
    manage,
    [Symbol.asyncDispose]: async () => {
      await server.kill9()
      await rm(dataDir, { recursive: true })
    },
  }
}
