import { z } from 'zod'
import { limits } from '../limits.ts'

const wholeNumber = (text: string): number => (/^\d{1,16}$/.test(text) ? Number(text) : Number.NaN)

const limitMessage = `must be a whole number from 1 to ${limits.pageSize}`
const cursorMessage = 'must be the nextCursor of an earlier page'

export const paging = {
  limit: z
    .string()
    .optional()
    .transform((text) => (text === undefined ? limits.defaultPageSize : wholeNumber(text)))
    .pipe(z.number(limitMessage).min(1, limitMessage).max(limits.pageSize, limitMessage))
    .meta({
      description: 'How many items a page has.',
      override: { type: 'integer', minimum: 1, maximum: limits.pageSize, default: limits.defaultPageSize },
    }),
  cursor: z
    .string()
    .transform(wholeNumber)
    .pipe(z.number(cursorMessage).max(Number.MAX_SAFE_INTEGER, cursorMessage))
    .optional()
    .meta({
      description: 'The `nextCursor` of the page before.',
      override: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
    }),
}

export type Paging = { limit: number; cursor?: number | undefined }

export const page = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    nextCursor: z.int().min(0).nullable().meta({ description: 'What to send as `cursor` for the next page.' }),
    hasMore: z.boolean(),
  })

export type Page<Item> = { items: Item[]; nextCursor: number | null; hasMore: boolean }
