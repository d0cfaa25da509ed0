import { setTimeout } from 'node:timers/promises'
import { growthOf, memoryVerdict } from './memory.ts'
import { openUnread, requestText } from './sockets.ts'
import { flagsOf, type Target } from './target.ts'
import type { Verdict } from './verdict.ts'

const connections = 240
const pipelined = 4
const lastsMs = 8_000
const limitMb = 300

/** Large answers that nobody reads. */
export const slowReaders = async (target: Target): Promise<Verdict> => {
  const bulk = requestText('POST', '/v1/evaluate/bulk', target.clientKey, { flags: flagsOf.large, context: {} })
  const grew = await growthOf(target, async () => {
    await using _ = await openUnread(target, connections, bulk.repeat(pipelined))
    await setTimeout(lastsMs)
  })
  return memoryVerdict('Memory by slow readers', grew, limitMb)
}
