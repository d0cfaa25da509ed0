import type { ApiKeyId } from '@bunting/contract'
import type { Logger } from '../http/log.ts'
import type { Edge } from './edge.ts'
import type { RedisClient } from './redis-connect.ts'
import { repeat } from './repeat.ts'

const usesKey = 'bunting:used'
/** Keys of which a use waits: what nobody takes must not fill the memory that flags need. */
const most = 100_000
const atOnce = 500
const lookMs = 1_000

/** ARGV: the most keys, the minute, then the keys. */
const putLater = `
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

/** ARGV: keys, each with the minute that was taken. One that was used again meanwhile stays. */
const removeTaken = `
for at = 1, #ARGV, 2 do
  if redis.call('HGET', KEYS[1], ARGV[at]) == ARGV[at + 1] then redis.call('HDEL', KEYS[1], ARGV[at]) end
end`

/** The last use of each key waits in a hash until it is in the store, and is removed only then. */
export const usedIn = (commands: RedisClient, log: Logger): Pick<Edge, 'used' | 'onUsed'> => ({
  used: async ({ minuteMs, keyIds }) => {
    await commands.eval(putLater, 1, usesKey, most, minuteMs, ...keyIds)
  },
  onUsed: (take) => {
    let failing = false
    const takeAll = async (): Promise<void> => {
      try {
        for (let cursor: string | undefined = '0'; cursor !== undefined; ) {
          const [next, found]: [string, string[]] = await commands.hscan(usesKey, cursor, 'COUNT', atOnce)
          for (const [minute, keyIds] of byMinute(found)) await take({ minuteMs: minute, keyIds })
          if (found.length > 0) await commands.eval(removeTaken, 1, usesKey, ...found)
          cursor = next === '0' ? undefined : next
        }
        failing = false
      } catch (error) {
        if (!failing) log.warn({ err: error }, 'the last uses of keys cannot be taken now; they wait in Redis')
        failing = true
      }
    }
    return repeat(lookMs, takeAll)
  },
})

/** What is no use, whoever put it there, is left out here and removed with the others. */
const byMinute = (found: readonly string[]): Map<number, ApiKeyId[]> => {
  const minutes = new Map<number, ApiKeyId[]>()
  for (let at = 0; at < found.length; at += 2) {
    const [id = '', minute = ''] = [found[at], found[at + 1]]
    if (!/^key_\w{1,64}$/.test(id) || !/^\d{1,14}$/.test(minute)) continue
    minutes.set(Number(minute), [...(minutes.get(Number(minute)) ?? []), id as ApiKeyId])
  }
  return minutes
}
