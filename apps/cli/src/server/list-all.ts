import type { Page } from '@bunting/contract'

type Ask<Item> = (query: { limit: number; cursor: number | undefined }) => Promise<Page<Item>>

/** Reads all pages of a list. */
export const listAll = async <Item>(ask: Ask<Item>): Promise<Item[]> => {
  const items: Item[] = []
  for (let cursor: number | undefined; ; ) {
    const page = await ask({ limit: 100, cursor })
    items.push(...page.items)
    if (page.nextCursor === null) return items
    cursor = page.nextCursor
  }
}
