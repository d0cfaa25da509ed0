import { readIsoInstant } from '@bunting/engine'
import { z } from 'zod'

const dayUs = 24 * 60 * 60 * 1_000_000

const message = 'must be a date such as 2026-01-31, or an instant such as 2026-01-31T12:00:00Z'

/** A date or an instant in microseconds. Each field decides what a date without a time means. */
const moment = (ofDate: (midnightUs: number) => number) =>
  z
    .string()
    .transform((text) => {
      const ms = readIsoInstant(text)
      if (ms === undefined) return Number.NaN
      return text.includes('T') ? ms * 1_000 : ofDate(ms * 1_000)
    })
    .pipe(z.number(message))
    .optional()

/** The start and the end of a span. Adjacent spans share nothing and leave no gap. */
export const span = {
  from: moment((midnightUs) => midnightUs).meta({
    description: 'From this instant on; a date is its midnight UTC.',
    override: { type: 'string', example: '2026-01-01' },
  }),
  to: moment((midnightUs) => midnightUs + dayUs).meta({
    description: 'Before this instant; with a date, that whole day in UTC too.',
    override: { type: 'string', example: '2026-01-31' },
  }),
}

type Span = { from?: number | undefined; to?: number | undefined }

export const ascends = ({ from, to }: Span): boolean => from === undefined || to === undefined || from < to

export const ascendsMessage = { path: ['from'], message: 'must lie before to' }
