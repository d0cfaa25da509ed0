import { countIn } from '../../base/json.ts'
import type { PublishSequence } from '../edge.ts'
import type { ReportInvalid } from '../format/invalid-entries.ts'
import type { RedisClient } from './connect.ts'

/** The number in the key rises with the format, so that a release that publishes more publishes everything again, once. */
const sequenceKey = 'bunting:marker:3'
/**
 * The sequence of earlier releases, which publish in another format. Each publication deletes it, so that such a
 * release, if it is started again, publishes everything in its format. Until ours exists, it shows that all keys are
 * there.
 */
const formerSequenceKey = 'bunting:marker:2'

/** The count as a text; false if there is none, and an empty text if something else is in its place. */
export const current = `
local kind = redis.call('TYPE', KEYS[1]).ok
local function current()
  if kind == 'none' then return false end
  if kind ~= 'string' or redis.call('STRLEN', KEYS[1]) > 15 then return '' end
  return string.match(redis.call('GET', KEYS[1]), '^%d+$') or ''
end`

const read = `${current}
return current()`

const advanceExisting = `${current}
if not tonumber(current() or '') then return false end
return redis.call('INCR', KEYS[1])`

/** Sets the count, unless writers have advanced it beyond that meanwhile. One that is too far ahead for that is replaced. */
const restoreAtLeast = `${current}
local found = current()
local count = tonumber(found or '')
local least = tonumber(ARGV[1])
local isAhead = count and count > least
if isAhead and count - least <= tonumber(ARGV[2]) then return 0 end
redis.call('DEL', KEYS[1])
redis.call('SET', KEYS[1], ARGV[1])
return (isAhead or found == '') and 1 or 0`

export const sequenceIn = (
  commands: RedisClient,
  reportInvalid: ReportInvalid,
  maxAhead: number,
): PublishSequence & { exists(): Promise<boolean> } => ({
  read: async () => countIn(await commands.eval(read, 1, sequenceKey)),
  advance: async () => {
    const [advanced] = await Promise.all([
      commands.eval(advanceExisting, 1, sequenceKey) as Promise<number | null>,
      commands.del(formerSequenceKey),
    ])
    return advanced ?? undefined
  },
  // Damage is only reported here: until it is restored, the sequence may have been advanced from a damaged one.
  restore: async (atLeast) => {
    const wasDamaged = await commands.eval(restoreAtLeast, 1, sequenceKey, atLeast, maxAhead)
    await commands.del(formerSequenceKey)
    if (wasDamaged === 1) reportInvalid('marker', 'it is not a count, or further ahead than was ever published')
  },
  clear: async () => {
    await Promise.all([sequenceKey, formerSequenceKey].map((key) => commands.del(key)))
  },
  exists: async () =>
    (await Promise.all([sequenceKey, formerSequenceKey].map((key) => commands.exists(key)))).includes(1),
})
