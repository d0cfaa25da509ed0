import { invalid, type Page } from '@bunting/contract'
import { z } from 'zod'
import { fitting } from './size.ts'

/** The items of a page of the API, from which answers are made: how many of them fit is known only then. */
const pageSize = 20

export const cursor = z.string().max(40).optional().describe('nextCursor of the answer before')

type Position = { after: number | undefined; skip: number }

/** A cursor is the API's own, and how many items of its page were answered. */
const readCursor = (text: string | undefined): Position => {
  if (text === undefined) return { after: undefined, skip: 0 }
  const [, after, skip] = /^(\d{0,16})\.(\d{1,2})$/.exec(text) ?? []
  if (after === undefined)
    return invalid('The cursor is not one of an answer.', [{ path: 'cursor', message: 'must be nextCursor' }])
  return { after: after === '' ? undefined : Number(after), skip: Number(skip) }
}

const writeCursor = ({ after, skip }: Position): string => `${after ?? ''}.${skip}`

type Asked = { cursor?: string | undefined; limit?: number | undefined }
type List<Item> = {
  /** The other fields of the answer. */
  head?: object
  read(query: { limit: number; cursor: number | undefined }): Promise<Page<Item>>
  show(items: readonly Item[]): object[] | Promise<object[]>
}

/** Answers with as many items of a list as fit, and with the cursor of the rest. */
export const answerPage = async <Item>(
  { cursor, limit = pageSize }: Asked,
  { head = {}, read, show }: List<Item>,
): Promise<object> => {
  const { after, skip } = readCursor(cursor)
  const page = await read({ limit: pageSize, cursor: after })
  const rest = page.items.slice(skip)
  const items = fitting((await show(rest.slice(0, limit))) as object[], head)
  const next = nextOf({ after, skip: skip + items.length }, items.length < rest.length, page)
  return { ...head, items, ...(next && { nextCursor: writeCursor(next) }) }
}

const nextOf = (here: Position, isLeft: boolean, { nextCursor }: Page<unknown>): Position | undefined => {
  if (isLeft) return here
  return nextCursor === null ? undefined : { after: nextCursor, skip: 0 }
}
