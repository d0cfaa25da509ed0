import type { Logger } from '../../base/log.ts'
import { outageOf } from '../../base/outage.ts'
import { repeat } from '../../base/repeat.ts'
import type { ReportInvalid } from '../format/invalid-entries.ts'
import type { RedisClient } from './connect.ts'
import { watchMasters } from './lineage.ts'

const batchSize = 100
/** Of an entry, and of what is carried at once: many times what a batch has. */
const maxBytes = 16 * 1024 * 1024

/** For longer than Redis takes to notice that a master is gone, and to replace it. */
const rememberMs = 60_000
const maxRemembered = 200

/** A list that is never emptied must not take the memory that flags need. */
const pushBelow = `
if redis.call('LLEN', KEYS[1]) >= tonumber(ARGV[1]) then return 0 end
return redis.call('RPUSH', KEYS[1], ARGV[2])`

/** The first entries, as many as are good to carry at once. What is no list of ours, or too large for it, goes. */
const takeFirst = `
local kind = redis.call('TYPE', KEYS[1]).ok
if kind ~= 'list' then return {redis.call('DEL', KEYS[1]), {}} end
local removed, size, texts = 0, 0, {}
for _, text in ipairs(redis.call('LRANGE', KEYS[1], 0, tonumber(ARGV[1]) - 1)) do
  size = size + #text
  if #text > tonumber(ARGV[2]) then
    removed = removed + redis.call('LREM', KEYS[1], 1, text)
  elseif size <= tonumber(ARGV[2]) or #texts == 0 then
    texts[#texts + 1] = text
  end
end
return {removed, texts}`

export type WaitingList = {
  key: string
  /** As invalid entries are told of. */
  kind: Parameters<ReportInvalid>[0]
  /** What is in it, in words. */
  name: string
  maxBatches: number
}

/** A master that is gone may have taken the last batches along: its successor gets them again. */
export const pushTo = (
  commands: RedisClient,
  { key, name, maxBatches }: WaitingList,
): ((text: string) => Promise<void>) => {
  const masters = watchMasters(commands)
  let remembered: { text: string; atMs: number }[] = []
  const push = async (text: string): Promise<void> => {
    const length = await commands.eval(pushBelow, 1, key, maxBatches, text)
    if (length === 0) throw new Error(`the list of ${name} in Redis is full`)
  }
  return async (text) => {
    await push(text)
    const nowMs = Date.now()
    remembered = [...remembered, { text, atMs: nowMs }].slice(-maxRemembered)
    if (await masters.hasNew()) {
      for (const { text } of remembered) await push(text)
      masters.accept()
    }
    remembered = remembered.filter(({ atMs }) => Math.abs(nowMs - atMs) < rememberMs)
  }
}

/**
 * Takes what waits in a list, every so often. It is removed once it was taken, so that no crash loses any; what is taken twice
 * has to count once. Returns what ends it.
 */
export const takeFrom = (
  commands: RedisClient,
  { key, kind, name, maxBatches }: WaitingList,
  { log, reportInvalid, restMs }: { log: Logger; reportInvalid: ReportInvalid; restMs: number },
  take: (text: string) => Promise<void>,
): (() => Promise<void>) => {
  const outage = outageOf(log, {
    failing: `${name} cannot be taken now; they wait in Redis`,
    again: `${name} are taken again`,
  })
  // A list that is filled faster than it is emptied must not keep this from stopping.
  const maxPolls = Math.ceil(maxBatches / batchSize)
  const takeAll = async (): Promise<void> => {
    for (let look = 0, more = true; more && look < maxPolls; look++) {
      const [removed, texts] = (await commands.eval(takeFirst, 1, key, batchSize, maxBytes)) as [number, string[]]
      if (removed > 0) reportInvalid(kind, 'it is not a list, or larger than any batch')
      for (const text of texts) {
        await take(text)
        await commands.lrem(key, 1, text)
      }
      more = texts.length + removed >= batchSize
    }
  }
  return repeat(restMs, () => outage.watch(takeAll))
}
