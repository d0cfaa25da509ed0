import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A request to send so often: on connections that are used again, or each on one that stays open. */
export type Asked = { port: number; request: string; times: number; isHeld: boolean } | 'lastHeard'

export const startRaw = () => {
  const child = fork(fileURLToPath(new URL('./raw.ts', import.meta.url)))
  const failed = once(child, 'exit').then(([code]): never => {
    throw new Error(`the process with the connections ended with ${code}`)
  })
  failed.catch(() => undefined)
  return {
    /** Comes back when that is done; asked for it, with when news last came on a connection that stays open. */
    ask: async (asked: Asked): Promise<number> => {
      const done = once(child, 'message')
      child.send(asked)
      const [lastMs] = await Promise.race([done, failed])
      return lastMs as number
    },
    [Symbol.dispose]: () => {
      child.disconnect()
    },
  }
}
