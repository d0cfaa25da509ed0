import { countIn } from '../../base/json.ts'
import type { Checkpoint } from '../edge.ts'
import type { RedisClient } from './connect.ts'
import { current } from './sequence.ts'

const checkpointKey = (storeId: string): string => `bunting:checkpoint:${storeId}`

const read = `${current}
return current()`

/** Replaces the checkpoint if it is still the one that was read. A value that is no checkpoint counts as none. */
const replace = `${current}
if (current() or '') ~= ARGV[1] then return 0 end
redis.call('DEL', KEYS[1])
redis.call('SET', KEYS[1], ARGV[2])
return 1`

export const checkpointIn = (commands: RedisClient, storeId: string): Checkpoint => ({
  read: async () => countIn(await commands.eval(read, 1, checkpointKey(storeId))),
  replace: async (read, next) => (await commands.eval(replace, 1, checkpointKey(storeId), read ?? '', next)) === 1,
})
