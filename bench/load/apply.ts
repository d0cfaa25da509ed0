import { setTimeout } from 'node:timers/promises'
import { quantile } from '../support/figures.ts'
import { type Connection, openConnection } from './connection.ts'
import type { Load, LoadResult } from './load.ts'

/** Every connection asks again as soon as it is answered. */
const atFullLoad = (connections: readonly Connection[], next: () => Buffer, until: number, times: number[]) =>
  Promise.all(
    connections.map((connection) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      const ask = (): void => {
        const began = performance.now()
        connection.send(next(), () => {
          const now = performance.now()
          times.push(now - began)
          if (now < until) ask()
          else resolve()
        })
      }
      ask()
      return promise
    }),
  )

/**
 * Asks when the time has come, whether or not earlier answers are there: a request that finds no free connection waits,
 * and that counts. What we are late ourselves does not: it sleeps between the times when something is due.
 */
const atRate = async (
  connections: readonly Connection[],
  next: () => Buffer,
  until: number,
  times: number[],
  rate: number,
): Promise<void> => {
  const idle = [...connections]
  const waiting: number[] = []
  const ask = (): void => {
    // In turns: a server closes those that are never asked on.
    const connection = waiting.length > 0 ? idle.shift() : undefined
    if (!connection) return
    const began = waiting.shift() as number
    connection.send(next(), () => {
      times.push(performance.now() - began)
      idle.push(connection)
      ask()
    })
  }
  let due = performance.now()
  for (let now = due; now < until; now = performance.now()) {
    for (; due <= now; due += 1_000 / rate) {
      waiting.push(now)
      ask()
    }
    await setTimeout(1)
  }
  while (idle.length < connections.length) await setTimeout(1)
}

export const applyLoad = async ({ port, requests, connections: count, ms, rate }: Load): Promise<LoadResult> => {
  const buffers = requests.map((text) => Buffer.from(text))
  let turn = 0
  const next = () => buffers[turn++ % buffers.length] as Buffer
  const connections = await Promise.all(Array.from({ length: count }, () => openConnection(port)))
  const times: number[] = []
  const began = performance.now()
  if (rate === undefined) await atFullLoad(connections, next, began + ms, times)
  else await atRate(connections, next, began + ms, times, rate)
  const took = performance.now() - began
  for (const connection of connections) connection.close()
  return {
    answered: times.length,
    perSecond: (1_000 * times.length) / took,
    p50Ms: quantile(times, 0.5),
    p99Ms: quantile(times, 0.99),
  }
}
