import { auditActions, nearest } from '@bunting/contract'
import { didYouMean, wrongUse } from '../../core/failure.ts'
import { list } from '../../core/parameters.ts'

export const eventOption = {
  event: list('action', 'an action of the audit log, or how some begin, such as flag. or schedule.failed; * for all'),
}

/** Every action, and every prefix of several: `flag.`, `flag.proposal.`. */
const known = [
  ...new Set(
    auditActions.flatMap((action) => {
      const parts = action.split('.')
      return [...parts.slice(1).map((_, at) => `${parts.slice(0, at + 1).join('.')}.`), action]
    }),
  ),
]

/** Reads the events, which may also be separated by commas. */
export const readEvents = (given: readonly string[]): string[] =>
  given
    .flatMap((text) => text.split(','))
    .map((event) => {
      if (event === '*' || (event !== '' && auditActions.some((action) => action.startsWith(event)))) return event
      return wrongUse(
        `No action of the audit log begins with "${event}".${didYouMean(nearest(event, known))}`,
        `There are: ${[...new Set(auditActions.map((action) => `${action.split('.')[0]}.`))].join(', ')}`,
      )
    })
