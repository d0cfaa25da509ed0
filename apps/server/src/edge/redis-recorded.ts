import type { Logger } from '../http/log.ts'
import type { Edge, RecordedBatch } from './edge.ts'
import type { RedisClient } from './redis-connect.ts'
import { repeat } from './repeat.ts'

const listKey = 'bunting:recorded'
const most = 10_000
const atOnce = 100
const lookMs = 1_000

/** A list that nobody takes from must not fill the memory that flags need. */
const pushBelow = `
if redis.call('LLEN', KEYS[1]) >= tonumber(ARGV[1]) then return 0 end
return redis.call('RPUSH', KEYS[1], ARGV[2])`

/**
 * What Delivery counted waits in a list until it is in the event log. It is removed only then, so that nothing is lost
 * by whoever dies in between; what is taken twice counts once, by its id.
 */
export const recordedIn = (commands: RedisClient, log: Logger): Pick<Edge, 'record' | 'onRecorded'> => ({
  record: async (batch) => {
    const length = await commands.eval(pushBelow, 1, listKey, most, JSON.stringify(batch))
    if (length === 0) throw new Error('the list of recorded evaluations in Redis is full')
  },
  onRecorded: (take) => {
    let failing = false
    const takeAll = async (): Promise<void> => {
      try {
        for (let more = true; more; ) {
          const texts = await commands.lrange(listKey, 0, atOnce - 1)
          for (const text of texts) {
            await take(JSON.parse(text) as RecordedBatch)
            await commands.lrem(listKey, 1, text)
          }
          more = texts.length === atOnce
        }
        failing = false
      } catch (error) {
        if (!failing) log.warn({ err: error }, 'recorded evaluations cannot be taken now; they wait in Redis')
        failing = true
      }
    }
    return repeat(lookMs, takeAll)
  },
})
