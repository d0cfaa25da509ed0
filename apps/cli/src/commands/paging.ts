import type { Page } from '@bunting/contract'
import { switched, wholeNumber } from '../core/parameters.ts'
import type { Output } from '../output/output.ts'
import { dim, rich } from '../output/rich.ts'
import { listAll } from '../server/list-all.ts'

/** The options of every list. */
export const pagingOptions = {
  limit: wholeNumber('n', 'how many, 1 to 100 (default 50)'),
  cursor: wholeNumber('n', 'where an earlier page ended'),
  all: switched('every page'),
}

type Chosen = { limit: number | undefined; cursor: number | undefined; all: boolean | undefined }
type Query = { limit: number | undefined; cursor: number | undefined }

/** Reads one page, or with `--all` every item as a single page. */
export const readPage = async <Item>(
  { limit, cursor, all }: Chosen,
  ask: (query: Query) => Promise<Page<Item>>,
): Promise<Page<Item>> =>
  all ? { items: await listAll(ask), nextCursor: null, hasMore: false } : ask({ limit, cursor })

export const noteMore = (out: Output, page: Page<unknown>): void => {
  if (page.hasMore)
    out.note(dim(rich`There are more: --cursor ${page.nextCursor} for the next page, --all for every one.`))
}
