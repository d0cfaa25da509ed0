import type { Logger } from '../../base/log.ts'
import { outageOf } from '../../base/outage.ts'
import { repeat } from '../../base/repeat.ts'
import type { Edge } from '../edge.ts'
import type { ReportInvalid } from '../format/invalid-entries.ts'
import { recordedIn } from '../format/recorded-in.ts'
import type { RedisClient } from './connect.ts'
import { watchMasters } from './lineage.ts'

const listKey = 'bunting:recorded'
const maxBatches = 10_000
const batchSize = 100
/** The most bytes of an entry, and of all that are read at once: many times as much as a batch has. */
const maxBytes = 16 * 1024 * 1024
/** The most polls in a row: a list that is filled faster than it is emptied must not keep this from stopping. */
const maxPolls = maxBatches / batchSize

/** How long sent batches are remembered: longer than Redis takes to notice that a master is gone, and to replace it. */
const rememberMs = 60_000
const maxRemembered = 200

/** Appends to the list if it is not full: one that is never emptied must not take the memory that flags need. */
const pushBelow = `
if redis.call('LLEN', KEYS[1]) >= tonumber(ARGV[1]) then return 0 end
return redis.call('RPUSH', KEYS[1], ARGV[2])`

/** Reads the first entries, up to a number and a size. Removes entries that are too large, and anything but a list. */
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

/**
 * Delivery's counts wait in a list and are removed once they are in the event log, so that no crash loses any; a batch
 * that is taken twice counts once, by its id.
 */
export const recordedThrough = (
  commands: RedisClient,
  log: Logger,
  reportInvalid: ReportInvalid,
  restMs: number,
): Pick<Edge, 'record' | 'onRecorded'> => ({
  record: recordIn(commands),
  onRecorded: (take) => {
    const takeOne = async (text: string): Promise<void> => {
      const found = recordedIn(text, Date.now())
      if (typeof found === 'string') reportInvalid('recorded', found)
      else {
        for (let skipped = 0; skipped < found.skipped; skipped++)
          reportInvalid('recorded', 'a count in a batch is not a count')
        if (found.batch.counts.length > 0) await take(found.batch)
      }
      await commands.lrem(listKey, 1, text)
    }
    const outage = outageOf(log, {
      failing: 'recorded evaluations cannot be taken now; they wait in Redis',
      again: 'recorded evaluations are taken again',
    })
    const takeAll = async (): Promise<void> => {
      for (let look = 0, more = true; more && look < maxPolls; look++) {
        const [removed, texts] = (await commands.eval(takeFirst, 1, listKey, batchSize, maxBytes)) as [number, string[]]
        if (removed > 0) reportInvalid('recorded', 'it is not a list, or larger than any batch')
        for (const text of texts) await takeOne(text)
        more = texts.length + removed >= batchSize
      }
    }
    return repeat(restMs, () => outage.watch(takeAll))
  },
})

/** Appends batches. A master that is gone may have lost the last ones, so they are sent again to its successor. */
const recordIn = (commands: RedisClient): Edge['record'] => {
  const masters = watchMasters(commands)
  let remembered: { text: string; atMs: number }[] = []
  const push = async (text: string): Promise<void> => {
    const length = await commands.eval(pushBelow, 1, listKey, maxBatches, text)
    if (length === 0) throw new Error('the list of recorded evaluations in Redis is full')
  }
  return async (batch) => {
    const text = JSON.stringify(batch)
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
