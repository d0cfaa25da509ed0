import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Answered, Asked } from './sdk-process.ts'

/** An application with the server SDK, in a process of its own. */
export const openSdk = (deliveryUrl: string, key: string) => {
  const child = fork(new URL('./sdk-process.ts', import.meta.url), [deliveryUrl, key], { execArgv: ['--expose-gc'] })
  return {
    /** Waits until its flags answer by their lists; says what memory it has gained since it began. */
    waitFor: async (on: Asked['on']): Promise<Answered> => {
      child.send({ on } satisfies Asked)
      const [answered] = (await once(child, 'message')) as [Answered]
      return answered
    },
    close: async (): Promise<void> => {
      child.kill()
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}
