import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { sendFile } from '../../src/http/endpoint/send-file.ts'

test('a reader that takes nothing for too long is cut off, and the file is given back', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  async function* endless(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) yield new Uint8Array(10)
    } finally {
      resolve()
    }
  }
  const app = new Hono().get('/', (c) => sendFile(c, { size: 1_000, pieces: endless() }, 10))
  const reader = (await app.request('/')).body?.getReader()
  await reader?.read()
  await promise
  await expect(reader?.read()).rejects.toThrow('the reader takes nothing')
})
