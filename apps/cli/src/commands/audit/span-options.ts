import { text } from '../../core/parameters.ts'

export const spanOptions = {
  from: text('when', 'from this day or instant on: 2026-01-01, 2026-01-01T12:00:00Z'),
  to: text('when', 'up to this day, or before this instant'),
}
