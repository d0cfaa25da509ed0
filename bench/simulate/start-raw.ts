import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A request to send so often: on connections that are used again, or each on one that stays open. */
export type Asked = { port: number; request: string; times: number; isHeld: boolean } | 'lastHeard'

export const startRaw = () => {
  const child = fork(fileURLToPath(new URL('./raw.ts', import.meta.url)))
  return {
    /** Comes back when that is done; asked for it, with when something last came on a connection that stays open. */
    ask: async (asked: Asked): Promise<number> => {
      const done = once(child, 'message')
      child.send(asked)
      const [lastMs] = await done
      return lastMs as number
    },
    [Symbol.dispose]: () => {
      child.disconnect()
    },
  }
}
