import type { EnvironmentId } from '@bunting/contract'
import type { Edge, EdgeBundle, EdgePatch } from '../../edge/edge.ts'
import { noEntries, toggleEntries } from '../../edge/format/checksum.ts'

type Read = EdgeBundle | EdgePatch

const namedEntries = ({ flags, segments }: Read): (readonly [string, string | null])[] => [
  ...flags.map(([key, text]) => [`f:${key}`, text] as const),
  ...segments.map(([key, text]) => [`s:${key}`, text] as const),
]

/** Follows an environment's bundle as Delivery does: by patches between revisions, and by whole bundles if necessary. */
export const openBundleReader = (edge: Edge, environmentId: EnvironmentId) => {
  const reader = {
    revision: undefined as number | undefined,
    entries: new Map<string, string>(),
    /** The numbers of patches and whole bundles that it received. */
    patches: 0,
    wholes: 0,
    follow: async (): Promise<void> => {
      const read = await edge.readBundle(environmentId, reader.revision)
      if (!read) throw new Error('there is no bundle')
      if ('from' in read) {
        if (read.from !== reader.revision) throw new Error(`a patch from ${read.from} for ${reader.revision}`)
        reader.patches++
      } else {
        reader.entries.clear()
        reader.wholes++
      }
      for (const [name, text] of namedEntries(read)) {
        if (text === null) reader.entries.delete(name)
        else reader.entries.set(name, text)
      }
      reader.revision = read.revision
      if (read.checksum !== undefined && read.checksum !== toggleEntries(noEntries, reader.entries))
        throw new Error('the checksum is of something else')
    },
    /** Reads the whole bundle, as a new reader does. */
    whole: async () => {
      const read = await edge.readBundle(environmentId)
      if (!read) throw new Error('there is no bundle')
      return { revision: read.revision, entries: new Map(namedEntries(read)) }
    },
  }
  return reader
}
