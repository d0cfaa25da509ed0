import type { Flag, Page, Paging, Project } from '@bunting/contract'
import { giveTurn } from '../../base/give-turn.ts'
import type { Deps } from '../../http/endpoint/deps.ts'
import type { FlagFigures } from '../../store/tables/usage.ts'

type Looked = Flag & { createdUs: number }
type Judge<Item> = (flag: Looked, figures: FlagFigures | undefined) => Item | undefined

/** The number of flags that are read at a time, until a page of matching ones is full. */
const lookAt = 100

/** A page of the active flags for which the judge returns an item, by the usage figures since a day. */
export const lookThrough = async <Item>(
  { store }: Pick<Deps, 'store'>,
  { id }: Pick<Project, 'id'>,
  since: string,
  paging: Paging,
  judgeOf: (flags: readonly Flag[]) => Promise<Judge<Item>>,
): Promise<Page<Item>> => {
  const found: { item: Item; createdUs: number }[] = []
  let { cursor } = paging
  for (let more = true; more && found.length <= paging.limit; ) {
    const flags = await store.flags.listActive(id, { cursor, limit: lookAt })
    const keys = flags.map(({ key }) => key)
    const [figures, judge] = await Promise.all([store.usage.figures(id, keys, since), judgeOf(flags)])
    for (const flag of flags) {
      const item = judge(flag, figures.get(flag.key))
      if (item !== undefined) found.push({ item, createdUs: flag.createdUs })
    }
    more = flags.length === lookAt
    cursor = flags.at(-1)?.createdUs
    await giveTurn()
  }
  const shown = found.slice(0, paging.limit)
  const hasMore = found.length > paging.limit
  return {
    items: shown.map(({ item }) => item),
    nextCursor: hasMore ? (shown.at(-1)?.createdUs ?? null) : null,
    hasMore,
  }
}
