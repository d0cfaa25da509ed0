import { readIsoInstant } from '@bunting/engine'
import { z } from 'zod'

const dayUs = 24 * 60 * 60 * 1_000_000

const message = 'must be a date such as 2026-01-31, or an instant such as 2026-01-31T12:00:00Z'

/** Microseconds of a date or an instant. What a date alone means is for its field to say. */
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

/** From when on, and until when: two spans that meet share nothing and leave out nothing. */
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
