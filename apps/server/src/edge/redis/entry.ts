import { countIn } from '../../base/json.ts'
import type { ReportInvalid } from '../format/invalid-entries.ts'
import type { RedisClient } from './connect.ts'

/** The content of a hash in Redis. */
type Entry = {
  revision: number
  text: string
}

/** An entry to write, and the message that tells others of it. */
export type NewEntry = Entry & { notice: string }

type Entries = {
  /** Undefined if there is none. Rejects if the value is not in our format. */
  read(key: string): Promise<Entry | undefined>
  /**
   * Writes entries, and publishes their notices. An older revision never replaces a newer one. `readAgain` reads the store
   * again, for the entries of which there is something newer.
   */
  put(
    entries: ReadonlyMap<string, NewEntry>,
    readAgain: (keys: readonly string[]) => Promise<ReadonlyMap<string, NewEntry>>,
  ): Promise<void>
}

/** Reads an entry. One that is too large, or has more digits than a revision can have, is not even sent. */
const readBounded = `
local kind = redis.call('TYPE', KEYS[1]).ok
if kind == 'none' then return false end
if kind ~= 'hash' then return {'it is not a hash'} end
if redis.call('HSTRLEN', KEYS[1], 'text') > tonumber(ARGV[1]) then return {'it is larger than any of ours'} end
if redis.call('HSTRLEN', KEYS[1], 'revision') > 15 then return {'its revision is not a revision'} end
local fields = redis.call('HMGET', KEYS[1], 'revision', 'text')
return {false, fields[1], fields[2]}`

/**
 * Compares and replaces in one step, so that the order in which writers finish does not matter. A value that is not an
 * entry of ours is always replaced. Returns the newer revision that prevents it, unless that is the one known as never
 * given out. The notice is in the same command, since a hundred thousand keys at once are as fast as their commands are few.
 */
const putNewer = `
if redis.call('TYPE', KEYS[1]).ok ~= 'hash' then redis.call('DEL', KEYS[1]) end
local current = redis.call('HSTRLEN', KEYS[1], 'revision') <= 15
  and string.match(redis.call('HGET', KEYS[1], 'revision') or '', '^%d+$')
local ahead = current and tonumber(current) > tonumber(ARGV[1])
if ahead and current ~= ARGV[3] then return current end
redis.call('HSET', KEYS[1], 'revision', ARGV[1], 'text', ARGV[2])
redis.call('PUBLISH', ARGV[4], ARGV[5])
return ahead and 1 or false`

const maxRounds = 5

/** Keys in Redis, each a hash with a text that has a revision. */
export const entriesIn = (
  commands: RedisClient,
  channel: string,
  maxBytes: number,
  reportInvalid: ReportInvalid,
): Entries => {
  /** Returns the newer revision if that prevents it. */
  const putOne = async (
    key: string,
    { revision, text, notice }: NewEntry,
    expectedRevision: string,
  ): Promise<string | undefined> => {
    if (Buffer.byteLength(text) > maxBytes) throw new Error(`the key is larger than ${maxBytes} bytes`)
    const answer = await commands.eval(putNewer, 1, key, revision, text, expectedRevision, channel, notice)
    if (answer === 1) reportInvalid('key', 'its revision was never given out')
    return typeof answer === 'string' ? answer : undefined
  }

  return {
    read: async (key) => {
      const found = (await commands.eval(readBounded, 1, key, maxBytes)) as (string | null)[] | null
      if (found === null) return undefined
      const [problem, revisionText, text] = found
      if (problem != null) throw reportInvalid('key', problem)
      const revision = countIn(revisionText)
      if (revision === undefined || text == null) throw reportInvalid('key', 'it has no revision, or no text')
      return { revision, text }
    },
    put: async (entries, readAgain) => {
      const conflicting = new Map<string, string>()
      let waiting = entries
      for (let round = 0; round < maxRounds; round++) {
        // Sent one after another without waiting; in a cluster, each to its own node.
        const answers = await Promise.all(
          Array.from(
            waiting,
            async ([key, entry]) => [key, await putOne(key, entry, conflicting.get(key) ?? '')] as const,
          ),
        )
        const refused = answers.filter((answer): answer is readonly [string, string] => answer[1] !== undefined)
        if (refused.length === 0) return
        // Another writer was faster, or the revision was never ours: reading the store again tells which.
        for (const [key, revision] of refused) conflicting.set(key, revision)
        waiting = await readAgain(refused.map(([key]) => key))
      }
      throw new Error('others publish all the time; it is tried again')
    },
  }
}
