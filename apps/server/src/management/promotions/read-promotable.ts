import type { Environment, Flag, ProjectId } from '@bunting/contract'
import type { FlagConfig, SegmentConfig } from '@bunting/engine'
import { giveTurn } from '../../base/give-turn.ts'
import type { Promotable } from '../../rules/configs/promotion.ts'
import type { Store, Tables } from '../../store/store.ts'

/** Configs may be large: reading more of them at once would keep other requests waiting. */
const batch = 25

/** The configs of the wanted flags in an environment, and of all segments that they need there. */
export const readPromotable = async (
  store: Store,
  projectId: ProjectId,
  from: Environment,
  wanted: 'all' | readonly string[],
): Promise<Promotable> => {
  const found = new Map<string, Flag>()
  const flags = new Map<string, FlagConfig>()
  const segments = new Map<string, { config: SegmentConfig }>()
  for await (const some of wanted === 'all'
    ? activeFlags(store, projectId)
    : [await store.flags.findAll(projectId, wanted)]) {
    const ids = some.map(({ id }) => id)
    const source = await store.configGraph.readSource(from.id, ids)
    for (const flag of some) {
      found.set(flag.key, flag)
      const own = source.flags.get(flag.key)
      if (own) flags.set(flag.key, own.config)
    }
    for (const [key, segment] of source.segments) segments.set(key, 'config' in segment ? segment : { config: nothing })
  }
  if (wanted === 'all') return { keys: [...flags.keys()], flags, segments, lacks: new Map() }
  const keys = [...new Set(wanted)]
  const lacking = keys.filter((key) => !flags.has(key))
  return { keys, flags, segments, lacks: new Map(lacking.map((key) => [key, lackOf(key, found.get(key), from)])) }
}

/** A list is promoted by nobody: what stands for it only says that it is needed. */
const nothing: SegmentConfig = { version: 0, included: [], excluded: [], rules: [] }

const lackOf = (key: string, flag: Flag | undefined, from: Environment): string => {
  if (!flag) return `There is no flag ${key} in the project.`
  return flag.archivedAt === null ? `It has no config in ${from.slug}.` : 'It is archived.'
}

/** All flags that are not archived, newest first, a batch at a time. */
export async function* activeFlags(store: Pick<Tables, 'flags'>, projectId: ProjectId): AsyncGenerator<Flag[]> {
  for (let cursor: number | undefined; ; ) {
    const flags = await store.flags.listActive(projectId, { cursor, limit: batch })
    yield flags
    if (flags.length < batch) return
    cursor = flags.at(-1)?.createdUs
    await giveTurn()
  }
}
