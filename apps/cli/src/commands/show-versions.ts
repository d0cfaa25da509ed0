import type { Page } from '@bunting/contract'
import type { EnvironmentContext } from '../core/context.ts'
import { type Part, red } from '../output/rich.ts'
import { timeText } from '../output/time-text.ts'
import { nameActors } from '../server/name-actors.ts'
import { noteMore } from './paging.ts'

type Version<Config> = {
  version: number
  createdAt: string
  createdBy: string
  config: Config
  proposalId?: string | null
  scheduleId?: string | undefined
  comment?: string | undefined
  emergency?: true | undefined
}

/** Prints a page of the history of a flag or a segment, newest first, with the changes of each version. */
export const showVersions = async <Config>(
  { api, out }: EnvironmentContext,
  page: Page<Version<Config>>,
  changeText: (before: Config, after: Config) => string,
): Promise<void> => {
  const nameOf = await nameActors(
    api,
    page.items.map(({ createdBy }) => createdBy),
  )
  out.show(page, () => {
    out.table(
      ['version', 'when', 'who', 'by way of', 'changed', 'comment'],
      page.items.map((item, at): Part[] => {
        const { version, createdAt, createdBy, config, comment = '' } = item
        const before = page.items[at + 1]?.config
        const changed = version === 1 ? 'first version' : before ? changeText(before, config) : ''
        return [version, timeText(createdAt), nameOf(createdBy), wayOf(item), changed, comment]
      }),
    )
    noteMore(out, page)
  })
}

/** Tells how a version was made, unless it was a plain save. */
export const wayOf = ({ proposalId, scheduleId, emergency }: Omit<Version<unknown>, 'config'>): Part =>
  emergency ? red('emergency') : (proposalId ?? scheduleId ?? '')
