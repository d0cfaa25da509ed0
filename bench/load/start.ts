import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Load, LoadResult } from './load.ts'

export type LoadProcess = { pid: number; apply(load: Load): Promise<LoadResult>; [Symbol.dispose](): void }

export const startLoad = (): LoadProcess => {
  const child = fork(fileURLToPath(new URL('./process.ts', import.meta.url)))
  const failed = once(child, 'exit').then(([code]): never => {
    throw new Error(`the process that makes the load ended with ${code}`)
  })
  failed.catch(() => undefined)
  return {
    pid: child.pid as number,
    apply: async (load) => {
      const answer = once(child, 'message')
      child.send(load)
      const [result] = await Promise.race([answer, failed])
      return result as LoadResult
    },
    [Symbol.dispose]: () => {
      child.disconnect()
    },
  }
}
