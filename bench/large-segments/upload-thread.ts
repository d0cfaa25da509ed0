import { Readable } from 'node:stream'
import { parentPort } from 'node:worker_threads'

export type Upload = { url: string; key: string; op: string; from: number; count: number }
export type Uploaded = { seconds: number; answer: { version: number; size: number } }

const perPart = 5_000

/** Ids as bytes of a text, some thousands at a time. */
function* linesOf({ from, count }: Upload): Generator<Uint8Array> {
  for (let at = 0; at < count; at += perPart) {
    const ids = Array.from(
      { length: Math.min(perPart, count - at) },
      (_, each) => `user-${from + at + each}@example.org\n`,
    )
    yield Buffer.from(ids.join(''))
  }
}

/** In a thread of its own, so that making ids delays no probe. */
parentPort?.on('message', async (upload: Upload) => {
  const began = performance.now()
  const response = await fetch(`${upload.url}?op=${upload.op}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${upload.key}`, 'content-type': 'text/plain' },
    body: Readable.toWeb(Readable.from(linesOf(upload))) as ReadableStream,
    duplex: 'half',
  } as RequestInit)
  const answer = await response.json()
  if (!response.ok) throw new Error(`${upload.url} answered ${response.status}: ${JSON.stringify(answer)}`)
  parentPort?.postMessage({ seconds: (performance.now() - began) / 1000, answer } satisfies Uploaded)
})
