import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Settings, startServer } from '../../apps/server/src/testing/servers/server-process.ts'
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

const keysOf = (family: string, length: number) => Array.from({ length }, (_, at) => `${family}-${at}`)

export const flagsOf = { heavy: keysOf('heavy', 100), large: keysOf('large', 100), many: keysOf('many', 1_300) }

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
  const flags = [...flagsOf.many, ...flagsOf.large, ...flagsOf.heavy]
  const report = progress('flags', flags.length)
  for (const [at, flagKey] of flags.entries()) {
    const type = flagsOf.large.includes(flagKey) ? 'json' : 'boolean'
    await make('POST', `${project}/flags`, { key: flagKey, name: flagKey, type, clientSafe: true })
    const config = flagsOf.heavy.includes(flagKey)
      ? heavyConfig
      : flagsOf.large.includes(flagKey)
        ? { ...heavyConfig, defaultValue: largeValue, rules: [] }
        : { ...heavyConfig, rules: patternRules }
    await make('PUT', `${development}/flags/${flagKey}`, config)
    report(at + 1)
  }
  await make('POST', `${project}/segments`, { key: 'ids', name: 'ids' })
  const { key: clientKey } = await make('POST', `${development}/api-keys`, { type: 'client', description: 'attack' })

  const bearer = (by: string) => ({ authorization: `Bearer ${by}` })
  const read = async (response: Response) => {
    await response.arrayBuffer()
    return response
  }
  /** On the Delivery API, with a client's key unless another is said. */
  const deliver = async (path: string, body: unknown, by = clientKey ?? '') => {
    const headers = { ...bearer(by), 'content-type': 'application/json' }
    const sent = typeof body === 'string' ? body : JSON.stringify(body)
    return read(await fetch(`${server.deliveryUrl}${path}`, { method: 'POST', headers, body: sent }))
  }
  const getBundle = async (encoding: string) =>
    read(await fetch(`${server.deliveryUrl}/v1/bundle`, { headers: { ...bearer(key), 'accept-encoding': encoding } }))
  /** Saves the next version of something, whose latest has this number. */
  const savingAt = (path: string, latest: number) => {
    let version = latest
    return async (config: object) => {
      const saved = await manage('PUT', path, { ...config, version: version + 1 })
      if (saved.status < 300) version++
      return saved
    }
  }

  return {
    ...server,
    deliver,
    getBundle,
    saver: (flagKey: string) => savingAt(`${development}/flags/${flagKey}`, 1),
    segmentSaver: (segmentKey: string) => savingAt(`${development}/segments/${segmentKey}`, 0),
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
