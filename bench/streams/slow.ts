import { startDelivery } from '../support/delivery.ts'
import type { BenchEdge } from '../support/edge.ts'
import { median, ms, quantile, table } from '../support/figures.ts'
import { residentMb } from '../support/process.ts'
import { progress } from '../support/progress.ts'
import { openChanging, streamCount } from './change.ts'
import { openReader, type Reader } from './reader.ts'
import { startReaders } from './start-readers.ts'

const others = 100
const flagCount = 1_000
const few = 30
/** What the system itself keeps for a reader is many messages. */
const max = 400

/** Beside readers that read, one that stops: it must be cut off, and the others must not notice. */
export const measureSlow = async (edge: BenchEdge): Promise<string> => {
  const environment = await openChanging(edge, 'env_slow', flagCount)
  await using server = await startDelivery(edge.url)
  const readers = startReaders(others)
  await readers.open({ port: server.port, key: environment.key, patches: false }, () => undefined)
  let residentNow = 0
  let streamsNow = 0
  /** Looks at the server after each change, whoever reads: looking costs it something too. */
  const change = async (): Promise<number> => {
    const took = await environment.change(readers)
    residentNow = await residentMb(server.pid)
    streamsNow = await streamCount(server)
    return took
  }

  const without: number[] = []
  while (without.length < few) without.push(await change())
  const beforeMb = residentNow

  const slow = await openSlow(server.port, environment.key)
  const beside: number[] = []
  let peakMb = beforeMb
  const report = progress('changes until it is cut off, at most', max)
  do {
    beside.push(await change())
    peakMb = Math.max(peakMb, residentNow)
    report(beside.length)
  } while (streamsNow > others && beside.length < max)
  const isCut = streamsNow === others

  const after: number[] = []
  while (after.length < few) after.push(await change())
  const ended = await readers.ended()
  readers.close()
  slow.close()

  const row = (name: string, times: readonly number[]) => [
    name,
    String(times.length),
    ms(median(times)),
    ms(quantile(times, 0.99)),
  ]
  const rows = [row('without it', without), row('while it does not read', beside), row('after it was cut off', after)]
  const fate = isCut ? `was cut off after ${beside.length} changes` : `WAS NOT CUT OFF within ${beside.length} changes`
  return `${table([`${others} other readers`, 'changes', 'change → all, p50 ms', 'p99 ms'], rows)}

A reader that stopped reading ${fate} of a bundle of ${flagCount.toLocaleString('en')} flags. Of the others ${ended} ended (none should). ${beforeMb} MB resident before, at most ${peakMb} MB while it did not read.`
}

/** Reads the first event, and nothing after that. */
const openSlow = async (port: number, key: string): Promise<Reader> => {
  const { promise, resolve } = Promise.withResolvers<number>()
  const heard = { onOpen: () => undefined, onEvent: resolve, onClose: () => undefined }
  const reader = openReader({ port, key, address: '127.0.0.1' }, heard)
  await promise
  reader.socket.pause()
  return reader
}
