import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '../../apps/server/src/testing/servers/server-process.ts'

export type ManagementProcess = {
  /** A server key of the first environment. */
  key: string
  /** Makes a boolean flag that is off. */
  createFlag(flagKey: string): Promise<BenchFlagHandle>
  stop(): Promise<void>
}

/** Appends versions of one flag's config. */
export type BenchFlagHandle = {
  /** Answers when the Management API did. */
  turn(on: boolean): Promise<void>
}

/** A Management instance in a process of its own, on an embedded database. */
export const startManagement = async (redisUrl: string): Promise<ManagementProcess> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'bunting-bench-'))
  const server = await startServer({ BUNTING_ROLE: 'management', REDIS_URL: redisUrl, BUNTING_DATA_DIR: dataDir })
  const key = server.firstKey ?? ''
  const send = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${server.managementUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const answer = (await response.json()) as { items: { id: string; slug: string }[] }
    // Also 207: the edge must have it.
    if (response.status > 201) throw new Error(`${path} answered ${response.status}: ${JSON.stringify(answer)}`)
    return answer
  }
  const { items: projects } = await send('GET', '/v1/projects?slug=default')
  const project = `/v1/projects/${projects[0]?.id}`
  const { items: environments } = await send('GET', `${project}/environments`)
  const development = environments.find(({ slug }) => slug === 'development')?.id

  const openFlag = (flagKey: string): BenchFlagHandle => {
    let version = 0
    return {
      turn: async (on) => {
        version += 1
        const config = { version, enabled: true, defaultValue: on, rules: [] }
        await send('PUT', `${project}/environments/${development}/flags/${flagKey}`, config)
      },
    }
  }

  return {
    key,
    createFlag: async (flagKey) => {
      await send('POST', `${project}/flags`, { key: flagKey, name: flagKey, type: 'boolean' })
      const flag = openFlag(flagKey)
      await flag.turn(false)
      return flag
    },
    stop: async () => {
      await server.kill9()
      await rm(dataDir, { recursive: true })
    },
  }
}
