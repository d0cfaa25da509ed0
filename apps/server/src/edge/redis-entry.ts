import { countIn } from '../base/json.ts'
import type { ReportInvalid } from './invalid-entries.ts'
import type { RedisClient } from './redis-connect.ts'

/** What a hash holds of a bundle or a key. */
export type Entry = {
  revision: number
  text: string
  /** Every revision up to this one that is above its own was never given out. */
  replaces?: number
}

export type Entries = {
  /** Undefined where there is none. Fails where what is there is none of ours. */
  read(key: string): Promise<Entry | undefined>
  /** Undefined where there is none, or none of ours. */
  readRevision(key: string): Promise<Omit<Entry, 'text'> | undefined>
  /** An older revision never replaces a newer one. `read` gives what the store has when it is asked. */
  put(key: string, read: () => Promise<Entry>): Promise<void>
}

/** More digits than a revision can have are not even sent. */
const readBounded = `
local kind = redis.call('TYPE', KEYS[1]).ok
if kind == 'none' then return false end
if kind ~= 'hash' then return {'it is not a hash'} end
if redis.call('HSTRLEN', KEYS[1], 'text') > tonumber(ARGV[1]) then return {'it is larger than any of ours'} end
for _, name in ipairs({'revision', 'replaces'}) do
  if redis.call('HSTRLEN', KEYS[1], name) > 15 then return {'its revision is not a revision'} end
end
local fields = redis.call('HMGET', KEYS[1], 'revision', 'text', 'replaces')
return {false, fields[1], fields[2], fields[3]}`

const readRevision = `
if redis.call('TYPE', KEYS[1]).ok ~= 'hash' then return {} end
for _, name in ipairs({'revision', 'replaces'}) do
  if redis.call('HSTRLEN', KEYS[1], name) > 15 then return {} end
end
return redis.call('HMGET', KEYS[1], 'revision', 'replaces')`

/**
 * Compared and replaced in one step, so that the order in which writers finish does not matter. What is no entry of ours
 * is replaced whatever it is. Gives back the newer revision that stands in the way, unless that is the one named as
 * never given out.
 */
const putNewer = `
if redis.call('TYPE', KEYS[1]).ok ~= 'hash' then redis.call('DEL', KEYS[1]) end
local function count(name)
  if redis.call('HSTRLEN', KEYS[1], name) > 15 then return false end
  return string.match(redis.call('HGET', KEYS[1], name) or '', '^%d+$')
end
local revision = tonumber(ARGV[1])
local current = count('revision')
local ahead = current and tonumber(current) > revision
if ahead and current ~= ARGV[3] then return current end
redis.call('HSET', KEYS[1], 'revision', ARGV[1], 'text', ARGV[2])
if ahead then
  redis.call('HSET', KEYS[1], 'replaces', current)
  return 1
end
local replaces = count('replaces')
if not replaces or tonumber(replaces) <= revision then redis.call('HDEL', KEYS[1], 'replaces') end
return false`

const maxRounds = 5

/** Bundles or keys in Redis, each a hash with a text that has a revision. */
export const entriesIn = (
  commands: RedisClient,
  kind: 'bundle' | 'key',
  maxBytes: number,
  reportInvalid: ReportInvalid,
): Entries => ({
  read: async (key) => {
    const found = (await commands.eval(readBounded, 1, key, maxBytes)) as (string | null)[] | null
    if (found === null) return undefined
    const [problem, revisionText, text, replacesText] = found
    if (problem != null) throw reportInvalid(kind, problem)
    const revision = countIn(revisionText)
    if (revision === undefined || text == null) throw reportInvalid(kind, 'it has no revision, or no text')
    const replaces = countIn(replacesText)
    return { revision, text, ...(replaces === undefined ? {} : { replaces }) }
  },
  readRevision: async (key) => {
    const fields = (await commands.eval(readRevision, 1, key)) as (string | null)[]
    const [revision, replaces] = fields.map(countIn)
    return revision === undefined ? undefined : { revision, ...(replaces === undefined ? {} : { replaces }) }
  },
  put: async (key, read) => {
    let inTheWay = ''
    for (let round = 0; round < maxRounds; round++) {
      const { revision, text } = await read()
      if (Buffer.byteLength(text) > maxBytes) throw new Error(`the ${kind} is larger than ${maxBytes} bytes`)
      const answer = await commands.eval(putNewer, 1, key, revision, text, inTheWay)
      if (answer === 1) reportInvalid(kind, 'its revision was never given out')
      if (typeof answer !== 'string') return
      // Another writer was faster, or the revision is somebody's invention: what the store has now tells which.
      inTheWay = answer
    }
  },
})
