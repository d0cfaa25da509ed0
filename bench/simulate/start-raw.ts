import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A request to send so often: on connections that are used again, or each on one that stays open. */
export type Asked = { port: number; request: string; times: number; isHeld: boolean }

export const startRaw = () => {
  const child = fork(fileURLToPath(new URL('./raw.ts', import.meta.url)))
  return {
    ask: async (asked: Asked): Promise<void> => {
      const done = once(child, 'message')
      child.send(asked)
      await done
    },
    [Symbol.dispose]: () => {
      child.disconnect()
    },
  }
}
