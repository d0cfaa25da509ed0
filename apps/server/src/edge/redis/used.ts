import type { ApiKeyId } from '@bunting/contract'
import type { Logger } from '../../base/log.ts'
import { outageOf } from '../../base/outage.ts'
import { repeat } from '../../base/repeat.ts'
import type { Edge } from '../edge.ts'
import type { ReportInvalid } from '../format/invalid-entries.ts'
import type { RedisClient } from './connect.ts'

const usesKey = 'bunting:used'
/** The most keys whose uses may wait: a hash that is never emptied must not take the memory that flags need. */
const maxKeys = 100_000
const batchSize = 500

/** ARGV: the most keys, the minute, then the keys. Anything but a hash in its place is deleted. */
const putLater = `
if redis.call('TYPE', KEYS[1]).ok ~= 'hash' then redis.call('DEL', KEYS[1]) end
local count = redis.call('HLEN', KEYS[1])
for at = 3, #ARGV do
  local known = redis.call('HGET', KEYS[1], ARGV[at])
  if known and (tonumber(known) or 0) < tonumber(ARGV[2]) then
    redis.call('HSET', KEYS[1], ARGV[at], ARGV[2])
  elseif not known and count < tonumber(ARGV[1]) then
    redis.call('HSET', KEYS[1], ARGV[at], ARGV[2])
    count = count + 1
  end
end`

/** ARGV: the cursor, and about how many. Returns the next cursor, how many invalid uses were removed, and the others. */
const takeSome = `
if redis.call('TYPE', KEYS[1]).ok ~= 'hash' then return {'0', redis.call('DEL', KEYS[1]), {}} end
local scanned = redis.call('HSCAN', KEYS[1], ARGV[1], 'COUNT', ARGV[2])
local removed, uses = 0, {}
for at = 1, #scanned[2], 2 do
  local id, minute = scanned[2][at], scanned[2][at + 1]
  if #id <= 68 and string.match(id, '^key_%w+$') and #minute <= 14 and string.match(minute, '^%d+$') then
    uses[#uses + 1] = id
    uses[#uses + 1] = minute
  else
    removed = removed + redis.call('HDEL', KEYS[1], id)
  end
end
return {scanned[1], removed, uses}`

/** ARGV: keys, each with the minute that was taken. A key that was used again meanwhile stays. */
const removeTaken = `
for at = 1, #ARGV, 2 do
  if redis.call('HGET', KEYS[1], ARGV[at]) == ARGV[at + 1] then redis.call('HDEL', KEYS[1], ARGV[at]) end
end`

/** The last use of each key waits in a hash until it is in the store, and is removed only then. */
export const usedThrough = (
  commands: RedisClient,
  log: Logger,
  reportInvalid: ReportInvalid,
  restMs: number,
): Pick<Edge, 'used' | 'onUsed'> => ({
  used: async ({ minuteMs, keyIds }) => {
    await commands.eval(putLater, 1, usesKey, maxKeys, minuteMs, ...keyIds)
  },
  onUsed: (take) => {
    const outage = outageOf(log, {
      failing: 'the last uses of keys cannot be taken now; they wait in Redis',
      again: 'the last uses of keys are taken again',
    })
    const takeAll = async (): Promise<void> => {
      for (let cursor: string | undefined = '0'; cursor !== undefined; ) {
        const taken = await commands.eval(takeSome, 1, usesKey, cursor, batchSize)
        const [next, removed, uses] = taken as [string, number, string[]]
        if (removed > 0) reportInvalid('used', 'it is not a use of a key')
        for (const [minute, keyIds] of byMinute(uses)) await take({ minuteMs: minute, keyIds })
        if (uses.length > 0) await commands.eval(removeTaken, 1, usesKey, ...uses)
        cursor = next === '0' ? undefined : next
      }
    }
    return repeat(restMs, () => outage.watch(takeAll))
  },
})

const byMinute = (uses: readonly string[]): Map<number, ApiKeyId[]> => {
  const minutes = new Map<number, ApiKeyId[]>()
  for (let at = 0; at < uses.length; at += 2) {
    const minute = Number(uses[at + 1])
    minutes.set(minute, [...(minutes.get(minute) ?? []), uses[at] as ApiKeyId])
  }
  return minutes
}
