import type { Settings } from '../../apps/server/src/testing/servers/server-process.ts'
import { configOf } from '../engine/flags.ts'
import { startDelivery } from '../support/delivery.ts'
import { openBenchEdge } from '../support/edge.ts'
import { buntingRequests, flags, type HttpCase, unleashRequests } from './requests.ts'
import { startProgram } from './start-program.ts'

/** A server under load. */
export type Target = {
  name: string
  pid: number
  port: number
  /** Absent: a case that it does not know. */
  requests: Partial<Record<HttpCase, string[]>>
  stop(): void | Promise<void>
}

const environmentId = 'env_bench'

type Started = { settings?: Settings; program?: readonly string[] }

export const startBunting = async (name = 'Bunting', { settings, program }: Started = {}): Promise<Target> => {
  const edge = await openBenchEdge()
  const key = await edge.publish(environmentId, Object.fromEntries(flags.map((flag) => [flag.key, configOf(flag)])))
  const server = await startDelivery(edge.url, settings, program && { program })
  const stop = async (): Promise<void> => {
    await server[Symbol.asyncDispose]()
    await edge.stop()
  }
  return { name, pid: server.pid, port: server.port, requests: buntingRequests(key), stop }
}

/** They get the very same requests. */
const sameRequests = buntingRequests(`sk_${'0'.repeat(64)}`)

export const startRaw = async (): Promise<Target> => ({
  name: 'raw node:http JSON',
  requests: sameRequests,
  ...(await startProgram(new URL('./raw-server.ts', import.meta.url))),
})

export const startBare = async (): Promise<Target> => ({
  name: 'bare node:net JSON',
  requests: sameRequests,
  ...(await startProgram(new URL('./bare-server.ts', import.meta.url))),
})

export const startUnleash = async (): Promise<Target> => ({
  name: 'Unleash Proxy',
  requests: unleashRequests(),
  ...(await startProgram(new URL('./unleash-proxy.ts', import.meta.url))),
})
