import { setTimeout } from 'node:timers/promises'
import { growthOf, memoryVerdict } from './memory.ts'
import { openUnread, requestText } from './sockets.ts'
import type { Target } from './target.ts'
import type { Verdict } from './verdict.ts'

const readers = 300
const changes = 60
const restMs = 50
const limitMb = 300

/** Streams that nobody reads, and changes that all of them are told of, each as large as one may be. */
export const streams = async (target: Target): Promise<Verdict> => {
  const { key, development, manage } = target
  const grew = await growthOf(target, async () => {
    await using _ = await openUnread(target, readers, requestText('GET', '/v1/stream', key))
    for (let version = 2; version < changes + 2; version++) {
      const defaultValue = { text: String(version).repeat(60_000).slice(0, 60_000) }
      await manage('PUT', `${development}/flags/large-0`, { version, enabled: true, defaultValue, rules: [] })
      await setTimeout(restMs)
    }
  })
  return memoryVerdict('Memory by streams', grew, limitMb)
}
