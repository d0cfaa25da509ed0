import type { EnvironmentId } from '@bunting/contract'
import { countIn, parseJson } from '../base/json.ts'
import { bundleIn } from './bundle-text.ts'
import { edgeChangesIn } from './changes-in.ts'
import { noEntries, toggleEntries } from './checksum.ts'
import type { Edge, EdgeBundle, EdgeEntries, EdgePatch, EdgeRevision } from './edge.ts'
import type { ReportInvalid } from './invalid-entries.ts'
import { dropFormer, patchable, putPatch, putWhole, readFrom, readRevision } from './redis-bundle-scripts.ts'
import type { RedisClient } from './redis-connect.ts'
import { entriesIn } from './redis-entry.ts'

/** Many times what thousands of flags have, and not yet what takes a process down to read. */
const maxBytes = 32 * 1024 * 1024
const maxFields = 250_000
const maxRounds = 10

const keyOf = (environmentId: string): string => `bunting:bundle:2:${environmentId}`
/** Where earlier releases put the whole as one text: what such a one publishes beside this one is read too. */
const formerKeyOf = (environmentId: string): string => `bunting:bundle:${environmentId}`

type Bundles = Pick<Edge, 'putBundle' | 'readBundle' | 'readRevision'>
type Head = (string | null)[]

/**
 * Bundles in Redis, each a hash with a field for each flag and segment, so that a change writes and reads what it touched.
 * `clear` has everything published again.
 */
export const bundlesIn = (commands: RedisClient, reportInvalid: ReportInvalid, clear: () => Promise<void>): Bundles => {
  const formers = entriesIn(commands, 'bundle', maxBytes, reportInvalid)

  const readOwn = async (id: EnvironmentId, from: number | undefined): Promise<EdgeBundle | EdgePatch | undefined> => {
    const found = await commands.eval(readFrom, 1, keyOf(id), from ?? '', maxBytes, maxFields)
    if (found === null) return undefined
    const [problem, said, isPatch, fields] = found as [string | null, Head, number, Head]
    if (problem !== null) throw reportInvalid('bundle', problem)
    const head = headIn(id, said)
    if (!head) throw reportInvalid('bundle', 'it has no revision, or no checksum')
    const entries = entriesOf(fields)
    if (isPatch === 1 && from !== undefined) return { ...head, from, ...partsOf(entries) }
    const present = entries.filter((entry): entry is [string, string] => entry[1] !== null)
    if (toggleEntries(noEntries, present) === head.checksum) return { ...head, ...partsOf(present) }
    await clear()
    throw reportInvalid('bundle', 'something in it was changed without its checksum')
  }

  const readFormer = async (environmentId: EnvironmentId): Promise<EdgeBundle | undefined> => {
    const entry = await formers.read(formerKeyOf(environmentId))
    if (!entry) return undefined
    const bundle = bundleIn(entry.text, environmentId)
    if (typeof bundle === 'string') throw reportInvalid('bundle', bundle)
    if (bundle.revision !== entry.revision) throw reportInvalid('bundle', 'its revision is another than its text says')
    return { ...bundle, ...(entry.replaces === undefined ? {} : { replaces: entry.replaces }) }
  }

  const readOwnRevision = async (id: EnvironmentId): Promise<EdgeRevision | undefined> => {
    const [revisionText, replacesText, checksum] = (await commands.eval(readRevision, 1, keyOf(id))) as Head
    const [revision, replaces] = [countIn(revisionText), countIn(replacesText)]
    if (revision === undefined || checksum == null) return undefined
    return { revision, checksum, ...(replaces === undefined ? {} : { replaces }) }
  }

  const writeWhole = (bundle: EdgeBundle, former: number, doubted: string): Promise<unknown> => {
    const entries = [...named('f:', bundle.flags), ...named('s:', bundle.segments)]
    const bytes = entries.reduce((sum, [name, text]) => sum + Buffer.byteLength(name) + Buffer.byteLength(text), 0)
    if (bytes > maxBytes) throw new Error(`the bundle is larger than ${maxBytes} bytes`)
    const checksum = toggleEntries(noEntries, entries)
    const head = { revision: bundle.revision, ...written(bundle), bytes, checksum }
    const fields = [...Object.entries(head), ...entries].flat()
    return commands.eval(putWhole, 1, keyOf(bundle.environmentId), bundle.revision, former, doubted, ...fields)
  }

  const writePatch = async (patch: EdgePatch): Promise<unknown> => {
    if (patch.from === patch.revision) return null
    const { environmentId, from, revision, flags, segments } = patch
    const entries = [...named('f:', flags), ...named('s:', segments)].map(([name, text]) => [name, text ?? ''])
    const { changes, format } = written(patch)
    const head = [from, revision, changes, format, maxBytes]
    const answer = await commands.eval(putPatch, 1, keyOf(environmentId), ...head, ...entries.flat())
    if (answer === 'too large') throw new Error(`the bundle would be larger than ${maxBytes} bytes`)
    return answer
  }

  return {
    putBundle: async (id, read) => {
      let doubted = ''
      for (let round = 0; round < maxRounds; round++) {
        const [current, former = 0] = await Promise.all([
          commands.eval(patchable, 1, keyOf(id)).then(countIn),
          formers.readRevision(formerKeyOf(id)).then((found) => found?.revision),
        ])
        const bundle = await read(former > (current ?? 0) ? undefined : current)
        const answer = 'from' in bundle ? await writePatch(bundle) : await writeWhole(bundle, former, doubted)
        if (answer === 1) reportInvalid('bundle', 'its revision was never given out')
        if (typeof answer !== 'string') {
          const until = Math.max(bundle.revision, former)
          if (former > 0) await commands.eval(dropFormer, 1, formerKeyOf(id), until)
          return
        }
        // Another writer was faster, or the revision is somebody's invention: what the store has now tells which.
        if (answer !== 'moved') doubted = answer
      }
      throw new Error('others publish all the time; it is tried again')
    },

    readBundle: async (id, from) => {
      // Whoever knows nothing yet is answered by one read: a newer one in the form of before is found by the revision.
      if (from === undefined) return (await readOwn(id, from)) ?? readFormer(id)
      const [own, former] = await Promise.all([readOwn(id, from), formers.readRevision(formerKeyOf(id))])
      return former && former.revision > (own?.revision ?? 0) ? readFormer(id) : own
    },

    readRevision: async (id) => {
      const [own, former] = await Promise.all([readOwnRevision(id), formers.readRevision(formerKeyOf(id))])
      return former && former.revision > (own?.revision ?? 0) ? former : own
    },
  }
}

/** What of a bundle is beside its entries, as texts. */
const written = ({ format, changes = [] }: EdgeBundle | EdgePatch) => ({
  format: JSON.stringify(format),
  changes: JSON.stringify(changes),
})

const headIn = (environmentId: EnvironmentId, [revisionText, replacesText, checksum, format, changes]: Head) => {
  const revision = countIn(revisionText)
  const replaces = countIn(replacesText)
  if (revision === undefined || checksum == null) return undefined
  return {
    environmentId,
    revision,
    format: parseJson(format ?? ''),
    checksum,
    changes: edgeChangesIn(changes ?? '', revision),
    ...(replaces === undefined ? {} : { replaces }),
  }
}

type NamedEntry<Text extends string | null> = readonly [name: string, text: Text]

const named = <Text extends string | null>(prefix: string, entries: EdgeEntries<Text>): NamedEntry<Text>[] =>
  entries.map(([key, text]) => [`${prefix}${key}`, text] as const)

/** Pairs of a name and a text, without what is about the bundle itself. */
const entriesOf = (fields: Head): NamedEntry<string | null>[] =>
  fields.flatMap((name, at) =>
    at % 2 === 0 && name !== null && /^[fs]:/.test(name) ? [[name, fields[at + 1] ?? null] as const] : [],
  )

const partsOf = <Text extends string | null>(entries: readonly NamedEntry<Text>[]) => {
  const startingWith = (prefix: string): EdgeEntries<Text> =>
    entries.filter(([name]) => name.startsWith(prefix)).map(([name, text]) => [name.slice(2), text] as const)
  return { flags: startingWith('f:'), segments: startingWith('s:') }
}
