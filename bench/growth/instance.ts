import { configOf, flagsOf } from '../engine/flags.ts'
import { usersOf } from '../engine/users.ts'
import { postRequest } from '../load/request.ts'
import { type DeliveryProcess, startDelivery } from '../support/delivery.ts'
import type { BenchEdge } from '../support/edge.ts'
import { residentMb } from '../support/process.ts'
import { progress } from '../support/progress.ts'

/** How much an instance has to serve. */
export type Size = { environments: number; flags: number }

/** A Delivery instance that has everything of its size in memory. */
export type Instance = {
  size: Size
  server: DeliveryProcess
  requests: string[]
  /** Before it had read anything, and after. */
  emptyMb: number
  fullMb: number
  /** The first answer of an environment that it did not know: it reads and compiles the bundle for it. */
  firstMs: number[]
}

const requestCount = 1_000
const users = usersOf(64)

/** Requests spread over all environments and flags. */
const requestsFor = ({ environments, flags }: Size, keys: readonly string[]): string[] =>
  Array.from({ length: requestCount }, (_, i) => {
    const key = keys[i % environments] as string
    const flagKey = `flag-${Math.floor((i * flags) / requestCount) % flags}`
    const body = { flagKey, context: users[i % users.length] }
    return postRequest('/v1/evaluate', body, { authorization: `Bearer ${key}` })
  })

export const openInstance = async (edge: BenchEdge, size: Size): Promise<Instance> => {
  const flags = Object.fromEntries(flagsOf(size.flags).map((flag) => [flag.key, configOf(flag)]))
  const report = progress(`${size.environments} × ${size.flags} flags`, size.environments)
  const server = await startDelivery(edge.url)
  const emptyMb = await residentMb(server.pid)
  const keys: string[] = []
  const firstMs: number[] = []
  for (let i = 1; i <= size.environments; i++) {
    const key = await edge.publish(`env_${size.environments}x${size.flags}n${i}`, flags)
    keys.push(key)
    const began = performance.now()
    const response = await fetch(`${server.deliveryUrl}/v1/evaluate`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ flagKey: 'flag-0', context: {} }),
    })
    const { value } = (await response.json()) as { value: boolean }
    if (value !== true) throw new Error(`the first answer of environment ${i} is ${value}`)
    firstMs.push(performance.now() - began)
    report(i)
  }
  return { size, server, requests: requestsFor(size, keys), emptyMb, fullMb: await residentMb(server.pid), firstMs }
}
