import { setTimeout } from 'node:timers/promises'
import { openFlags } from '../../packages/sdk-server/src/index.ts'
import { idAt } from './bench.ts'

/** What is asked of the process: that each flag answers by the list that has the user. */
export type Asked = { on: { flag: string; user: number }[] }
/** The memory that lists take, beside what the SDK takes without any. */
export type Answered = { mb: number }

const [url = '', key = ''] = process.argv.slice(2)
/** The memory that is in use once garbage is collected, without what the engine keeps in reserve. */
const mb = async (): Promise<number> => {
  for (let at = 0; at < 3; at++) {
    globalThis.gc?.()
    await setTimeout(100)
  }
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1e6
}

const lists = Promise.withResolvers<void>()
const flags = openFlags({
  url,
  key,
  fetch: async (input, init) => {
    if (String(input).includes('/v1/lists/')) await lists.promise
    return fetch(input, init)
  },
})
await flags.ready()
const before = await mb()
lists.resolve()

process.on('message', async ({ on }: Asked) => {
  for (const { flag, user } of on) {
    while (!flags.boolean(flag, { userId: idAt(user) }, false)) await setTimeout(1)
  }
  process.send?.({ mb: Math.round((await mb()) - before) } satisfies Answered)
})
