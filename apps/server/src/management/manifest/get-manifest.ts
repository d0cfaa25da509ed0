import { type ManifestFlag, manifestEndpoints } from '@bunting/contract'
import { giveTurn } from '../../base/give-turn.ts'
import { handle } from '../../http/endpoint/handle.ts'
import { addCapabilities } from './capabilities.ts'
import { environmentsOf } from './environments.ts'
import { manifestFlag } from './show-flag.ts'

/** The number of flags read at a time. */
const readAtOnce = 100

export const getManifest = handle(manifestEndpoints.getManifest, async (ctx) => {
  const { store, project } = ctx
  const environments = await environmentsOf(store, project)
  const flags: ManifestFlag[] = []
  for (let cursor: number | undefined, more = true; more; ) {
    const read = await store.flags.listActive(project.id, { cursor, limit: readAtOnce })
    const versions = await store.flagVersions.latestOf(read.map(({ id }) => id))
    // Large configs may reach the limit of a read before all of these flags have theirs.
    const shown = read.slice(0, versions.size)
    flags.push(...shown.map((flag) => manifestFlag(flag, versions.get(flag.id) ?? {}, environments)))
    more = read.length === readAtOnce || shown.length < read.length
    cursor = shown.at(-1)?.createdUs
    await giveTurn()
  }
  addCapabilities(ctx)
  return { flags: flags.sort((one, other) => (one.key < other.key ? -1 : 1)) }
})
