import { openFlags } from '@bunting/sdk-server'

// A process of its own, with real SDKs in it.

export type Wanted = { url: string; key: string; count: number }

const atATime = 50

process.on('message', async ({ url, key, count }: Wanted) => {
  for (let opened = 0; opened < count; opened += atATime) {
    const some = Array.from({ length: Math.min(atATime, count - opened) }, () => openFlags({ url, key }))
    await Promise.all(some.map((flags) => flags.ready()))
  }
  process.send?.('ready')
})
process.on('disconnect', () => process.exit())
