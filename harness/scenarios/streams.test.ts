import { brotliCompressSync, gzipSync } from 'node:zlib'
import { expect, vi } from 'vitest'
import { bundle } from '../support/bundles.ts'
import type { Client } from '../support/client.ts'
import type { Delivery } from '../support/delivery.ts'
import type { StreamReply } from '../support/reply.ts'
import { scenario } from '../support/scenario.ts'

const holding = (defaultValue: string, revision: number) => bundle({ flag: { defaultValue } }, { revision })
const eventOf = (sent: { revision: number }, type = 'bundle') =>
  `id: ${sent.revision}\nevent: ${type}\ndata: ${JSON.stringify(sent)}\n\n`

/** Serves streams that begin like these, one after another. Requests for the bundle fail. */
const serveStreams = (delivery: Delivery, ...streams: ((stream: StreamReply) => void)[]): void => {
  delivery.on('/v1/bundle', (_, reply) => reply.answer(503))
  delivery.on('/v1/stream', (_, reply) => {
    const begin = streams.length > 1 ? streams.shift() : streams[0]
    begin?.(delivery.follow(reply))
  })
}

const text = Buffer.from(eventOf(holding('😀', 2)))
const emoji = text.indexOf(Buffer.from('😀'))
const cuts = {
  'in a line': text.indexOf('data'),
  'in a character': emoji + 2,
  'before the blank line': text.length - 1,
}

for (const [where, at] of Object.entries(cuts)) {
  scenario(11, `a stream that is cut ${where} gives nothing of that event`, async ({ open, openDelivery }) => {
    const delivery = await openDelivery()
    const whole = (stream: StreamReply) => stream.write(eventOf(holding('😀', 3)))
    const half = (stream: StreamReply) => {
      stream.write(eventOf(holding('first', 1)))
      stream.write(text.subarray(0, at))
      setTimeout(() => stream.cut(), 50)
    }
    serveStreams(delivery, half, whole)
    const client = await open({ url: delivery.url })
    await client.ready()
    await client.answers('flag', '😀')
    expect(delivery.asked('/v1/stream')[1]?.query.get('from')).toBe('1')
    await vi.waitFor(async () => expect(await client.events('changed')).toHaveLength(1))
  })
}

scenario(11, 'a packed stream that is cut gives nothing of that event', async ({ open, openDelivery }) => {
  const delivery = await openDelivery()
  let streams = 0
  delivery.on('/v1/bundle', (_, reply) => reply.answer(503))
  delivery.on('/v1/stream', (_, reply) => {
    const packed = gzipSync(eventOf(holding('packed', ++streams)))
    const headers = { 'content-type': 'text/event-stream', 'content-encoding': 'gzip', 'transfer-encoding': 'chunked' }
    const part = streams === 1 ? packed.subarray(0, packed.length / 2) : packed
    reply.head(200, headers)
    reply.raw(Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')]))
    if (streams === 1) setTimeout(() => reply.cut(), 50)
  })
  const client = await open({ url: delivery.url })
  await client.answers('flag', 'packed')
  expect(streams).toBeGreaterThan(1)
})

scenario(12, 'a stream that comes byte by byte', async ({ open, openDelivery }) => {
  const delivery = await openDelivery()
  serveStreams(delivery, (stream) => {
    for (const byte of Buffer.from(`:\n\n${eventOf(holding('é😀', 1))}`)) stream.write(Buffer.of(byte))
  })
  const client = await open({ url: delivery.url })
  await client.answers('flag', 'é😀')
})

const written: Record<string, (lines: string) => string> = {
  CRLF: (lines) => lines.replaceAll('\n', '\r\n'),
  CR: (lines) => lines.replaceAll('\n', '\r'),
  'a mark of the byte order': (lines) => `\ufeff${lines}`,
  'data of several lines': (lines) => lines.replace('"flags"', '\ndata: "flags"'),
  'events and fields that nobody knows': (lines) => `event: hello\ndata: {}\n\nretry: 1\nfoo: bar\n${lines}`,
  'comments in between': (lines) => lines.replace('\nevent', '\n: hi\nevent'),
}
for (const [how, write] of Object.entries(written)) {
  scenario(13, `a stream with ${how}`, async ({ open, openDelivery }) => {
    const delivery = await openDelivery()
    delivery.on('/v1/bundle', (_, reply) => reply.answer(503))
    delivery.on('/v1/stream', (_, reply) => reply.stream().write(write(eventOf(holding(how, 1)))))
    const client = await open({ url: delivery.url })
    await client.answers('flag', how)
  })
}

scenario(14, 'a bundle of 8 MB in one event, in pieces of 64 KB', async ({ open, openDelivery }) => {
  const delivery = await openDelivery()
  const flags = { flag: { defaultValue: 'small' }, large: { defaultValue: 'é'.repeat(4 * 1024 * 1024) } }
  const event = Buffer.from(eventOf(bundle(flags)))
  serveStreams(delivery, (stream) => {
    for (let at = 0; at < event.length; at += 65_536) stream.write(event.subarray(at, at + 65_536))
  })
  const client = await open({ url: delivery.url })
  await client.answers('flag', 'small')
  expect(String((await client.evaluate('large', '')).value).length).toBe(4 * 1024 * 1024)
})

const packings: Record<string, (body: string) => [Record<string, string>, string | Buffer]> = {
  'as it is': (body) => [{}, body],
  'packed by gzip': (body) => [{ 'content-encoding': 'gzip' }, gzipSync(body)],
}
for (const [how, pack] of Object.entries(packings)) {
  scenario(15, `a bundle ${how}, with a weak tag, is asked for by it`, async ({ open, openDelivery }) => {
    const delivery = await openDelivery()
    delivery.on('/v1/stream', (_, reply) => reply.answer(404))
    delivery.on('/v1/bundle', ({ headers }, reply) => {
      if (headers['if-none-match'] === '"5"') return reply.answer(304, { etag: 'W/"5"' })
      const [packed, body] = pack(JSON.stringify(holding(how, 5)))
      reply.answer(200, { etag: 'W/"5"', ...packed }, body)
    })
    const client = await open({ url: delivery.url, timing: 0.1 })
    await client.answers('flag', how)
    await vi.waitFor(() =>
      expect(delivery.asked('/v1/bundle').some(({ headers }) => headers['if-none-match'] === '"5"')).toBe(true),
    )
  })
}

scenario(15, 'a bundle in whichever encoding was asked for, brotli too', async ({ open, openDelivery }) => {
  const delivery = await openDelivery()
  delivery.on('/v1/stream', (_, reply) => reply.answer(404))
  delivery.on('/v1/bundle', ({ headers }, reply) => {
    const body = JSON.stringify(holding('packed', 5))
    const takes = headers['accept-encoding'] ?? ''
    if (/\bbr\b/.test(takes)) return reply.answer(200, { 'content-encoding': 'br' }, brotliCompressSync(body))
    expect(takes).toContain('gzip')
    reply.answer(200, { 'content-encoding': 'gzip' }, gzipSync(body))
  })
  const client: Client = await open({ url: delivery.url })
  await client.answers('flag', 'packed')
})

scenario(15, 'a packed stream is read event by event', async ({ open, openDelivery }) => {
  const delivery = await openDelivery()
  let stream: StreamReply | undefined
  delivery.on('/v1/bundle', (_, reply) => reply.answer(503))
  delivery.on('/v1/stream', (_, reply) => {
    stream = reply.stream({ gzip: true })
    stream.comment()
    stream.event('bundle', holding('first', 1))
  })
  const client = await open({ url: delivery.url })
  await client.answers('flag', 'first')
  stream?.event('bundle', holding('second', 2))
  await client.answers('flag', 'second')
  expect(delivery.asked('/v1/stream')).toHaveLength(1)
})
