import { setTimeout } from 'node:timers/promises'
import type { ServerProcess } from '../../apps/server/src/testing/servers/server-process.ts'
import { quantile } from '../support/figures.ts'
import { residentMb } from '../support/process.ts'

export type Probed = { p99: number; most: number; memory: number }

const pauseMs = 5
const memoryEvery = 50

/** Asks all the time while something else goes on: how long each answer took, and the most memory that was seen. */
export const probeWhile = async (
  server: Pick<ServerProcess, 'pid'>,
  ask: () => Promise<unknown>,
  work: Promise<unknown>,
): Promise<Probed> => {
  const times: number[] = []
  let memory = 0
  let isOver = false
  const over = work.finally(() => {
    isOver = true
  })
  while (!isOver) {
    const began = performance.now()
    await ask()
    times.push(performance.now() - began)
    if (times.length % memoryEvery === 0) memory = Math.max(memory, await residentMb(server.pid))
    await setTimeout(pauseMs)
  }
  await over
  return { p99: quantile(times, 0.99), most: Math.max(...times), memory }
}
