import type { EnvironmentId } from '@bunting/contract'
import { countIn, parseJson } from '../../base/json.ts'
import { maxBundleBytes } from '../../rules/configs/bundle-size.ts'
import type { Edge, EdgeBundle, EdgeEntries, EdgePatch } from '../edge.ts'
import { bundleIn } from '../format/bundle-text.ts'
import { edgeChangesIn } from '../format/changes-in.ts'
import { noEntries, toggleEntries } from '../format/checksum.ts'
import type { ReportInvalid } from '../format/invalid-entries.ts'
import { patchable, putPatch, putWhole, readFrom, readRevision } from './bundle-scripts.ts'
import type { Connected } from './connect.ts'

export type BundleLimits = {
  maxBytes: number
  /** The size of a larger bundle is read first: it says how long the read may take. */
  readAtOnceBytes: number
}

const usualLimits: BundleLimits = { maxBytes: maxBundleBytes, readAtOnceBytes: 1024 * 1024 }
const maxFields = 250_000
const maxRounds = 10

/** The key of a bundle, and its key in earlier releases. In a cluster both are on the same node. */
const keysOf = (environmentId: string): [own: string, former: string] => {
  const former = `bunting:bundle:${environmentId}`
  return [`bunting:bundle:2:{${former}}`, former]
}

type Bundles = Pick<Edge, 'putBundle' | 'readBundle' | 'readRevision'>
type Head = (string | null)[]
/** For a `large` bundle, which is yet to be read, the head is its number of bytes. */
type Found = [problem: string | null, Head, form: 'patch' | 'whole' | 'former' | 'large', fields: Head]

/**
 * Bundles in Redis, each a hash with a field for each flag and segment, so that a change only writes and reads what it
 * touched. `clear` makes everything be published again.
 */
export const bundlesIn = (
  { commands, transfers }: Pick<Connected, 'commands' | 'transfers'>,
  reportInvalid: ReportInvalid,
  clear: () => Promise<void>,
  given: Partial<BundleLimits> = {},
): Bundles => {
  const { maxBytes, readAtOnceBytes } = { ...usualLimits, ...given }

  // Passed as one array: a function only takes so many arguments, and a bundle may have 100,000 flags.
  const run = (script: string, id: EnvironmentId, args: readonly (string | number)[] = []): Promise<unknown> =>
    commands.call('eval', [script, 2, ...keysOf(id), ...args])

  const read = async (id: EnvironmentId, from: number | undefined): Promise<Found | null> => {
    const readUpTo = (atOnceBytes: number) =>
      run(readFrom, id, [from ?? '', maxBytes, maxFields, atOnceBytes]) as Promise<Found | null>
    const found = await readUpTo(readAtOnceBytes)
    if (found?.[2] !== 'large') return found
    return transfers.carry(countIn(found[1][0]) ?? maxBytes, () => readUpTo(maxBytes))
  }

  const wholeOf = async (head: Known, fields: Head): Promise<EdgeBundle> => {
    const entries = entriesOf(fields).filter((entry): entry is [string, string] => entry[1] !== null)
    if (toggleEntries(noEntries, entries) === head.checksum) return { ...head, ...partsOf(entries) }
    await clear()
    throw reportInvalid('bundle', 'something in it was changed without its checksum')
  }

  const formerOf = (id: EnvironmentId, [revision, replaces]: Head, [text]: Head): EdgeBundle => {
    const bundle = bundleIn(text ?? '', id)
    if (typeof bundle === 'string') throw reportInvalid('bundle', bundle)
    if (bundle.revision !== countIn(revision))
      throw reportInvalid('bundle', 'its revision is another than its text says')
    return { ...bundle, ...replacing(replaces) }
  }

  const writeWhole = (bundle: EdgeBundle, expectedRevision: string): Promise<unknown> => {
    const entries = [...named('f:', bundle.flags), ...named('s:', bundle.segments)]
    const bytes = bytesOf(entries)
    if (bytes > maxBytes) throw new Error(`the bundle is larger than ${maxBytes} bytes`)
    const checksum = toggleEntries(noEntries, entries)
    const head = { revision: bundle.revision, ...written(bundle), bytes, checksum }
    const fields = [...Object.entries(head), ...entries].flat()
    return transfers.carry(bytes, () =>
      run(putWhole, bundle.environmentId, [bundle.revision, expectedRevision, ...fields]),
    )
  }

  const writePatch = async (patch: EdgePatch): Promise<unknown> => {
    if (patch.from === patch.revision) return null
    const { environmentId, from, revision, flags, segments } = patch
    const entries = [...named('f:', flags), ...named('s:', segments)].map(([name, text]) => [name, text ?? ''] as const)
    const { changes, format } = written(patch)
    const head = [from, revision, changes, format, maxBytes]
    const bytes = bytesOf(entries)
    const answer = await transfers.carry(bytes, () => run(putPatch, environmentId, [...head, ...entries.flat()]))
    if (answer === 'too large') throw new Error(`the bundle would be larger than ${maxBytes} bytes`)
    return answer
  }

  return {
    putBundle: async (id, read) => {
      let expectedRevision = ''
      for (let round = 0; round < maxRounds; round++) {
        const bundle = await read(countIn(await run(patchable, id)))
        const answer = 'from' in bundle ? await writePatch(bundle) : await writeWhole(bundle, expectedRevision)
        if (answer === 1) reportInvalid('bundle', 'its revision was never given out')
        if (typeof answer !== 'string') return
        // Another writer was faster, or the revision was never ours: reading the store again tells which.
        if (answer !== 'moved') expectedRevision = answer
      }
      throw new Error('others publish all the time; it is tried again')
    },

    readBundle: async (id, from) => {
      const found = await read(id, from)
      if (found === null) return undefined
      const [problem, said, form, fields] = found
      if (problem !== null) throw reportInvalid('bundle', problem)
      if (form === 'former') return formerOf(id, said, fields)
      const head = headIn(id, said)
      if (!head) throw reportInvalid('bundle', 'it has no revision, or no checksum')
      const isPatch = form === 'patch' && from !== undefined
      return isPatch ? { ...head, from, ...partsOf(entriesOf(fields)) } : wholeOf(head, fields)
    },

    readRevision: async (id) => {
      const [revisionText, replaces, checksum] = (await run(readRevision, id)) as Head
      const revision = countIn(revisionText)
      if (revision === undefined) return undefined
      return { revision, ...replacing(replaces), ...(checksum == null ? {} : { checksum }) }
    },
  }
}

/** The fields of a bundle besides its entries, as texts. */
const written = ({ format, changes = [] }: EdgeBundle | EdgePatch) => ({
  format: JSON.stringify(format),
  changes: JSON.stringify(changes),
})

const replacing = (text: string | null | undefined): { replaces?: number } => {
  const replaces = countIn(text)
  return replaces === undefined ? {} : { replaces }
}

type Known = Omit<EdgeBundle, 'flags' | 'segments'>

const headIn = (environmentId: EnvironmentId, said: Head): Known | undefined => {
  const [revisionText, replaces, checksum, format, changes] = said
  const revision = countIn(revisionText)
  if (revision === undefined || checksum == null) return undefined
  return {
    environmentId,
    revision,
    format: parseJson(format ?? ''),
    checksum,
    changes: edgeChangesIn(changes ?? '', revision),
    ...replacing(replaces),
  }
}

type NamedEntry<Text extends string | null> = readonly [name: string, text: Text]

const named = <Text extends string | null>(prefix: string, entries: EdgeEntries<Text>): NamedEntry<Text>[] =>
  entries.map(([key, text]) => [`${prefix}${key}`, text] as const)

const bytesOf = (entries: readonly NamedEntry<string>[]): number =>
  entries.reduce((sum, [name, text]) => sum + Buffer.byteLength(name) + Buffer.byteLength(text), 0)

/** The entries as pairs of a name and a text, without the fields about the bundle itself. */
const entriesOf = (fields: Head): NamedEntry<string | null>[] =>
  fields.flatMap((name, at) =>
    at % 2 === 0 && name !== null && /^[fs]:/.test(name) ? [[name, fields[at + 1] ?? null] as const] : [],
  )

const partsOf = <Text extends string | null>(entries: readonly NamedEntry<Text>[]) => {
  const startingWith = (prefix: string): EdgeEntries<Text> =>
    entries.filter(([name]) => name.startsWith(prefix)).map(([name, text]) => [name.slice(2), text] as const)
  return { flags: startingWith('f:'), segments: startingWith('s:') }
}
