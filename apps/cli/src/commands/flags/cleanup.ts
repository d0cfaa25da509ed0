import type { CleanupReason, Finding } from '@bunting/contract'
import { command } from '../../core/command.ts'
import { oneOf, wholeNumber } from '../../core/parameters.ts'
import { noteMore, pagingOptions, readPage } from '../paging.ts'

const says: Record<CleanupReason, (finding: Finding) => string> = {
  past_end: ({ expectedEnd }) => `should have ended on ${expectedEnd}`,
  never_evaluated: () => 'never evaluated',
  not_evaluated: ({ lastEvaluatedOn }) => `last evaluated on ${lastEvaluatedOn}`,
  single_value: ({ value, evaluations = 0 }) => `always ${value}, ${evaluations.toLocaleString('en')} times`,
  no_owner: ({ ownerId }) => (ownerId === undefined ? 'no owner' : `its owner, ${ownerId}, is gone`),
}
const reasons = Object.keys(says) as CleanupReason[]

export const cleanUp = command({
  name: 'cleanup',
  summary: 'List flags that need attention, and why',
  description:
    'Stale ones, those past their expected end, never evaluated or without an owner. Figures are as of last night.',
  target: 'project',
  options: {
    reason: oneOf('reason', reasons, 'only these'),
    days: wholeNumber('n', 'for how long nobody has to have evaluated it, 1 to 90 (default 30)'),
    ...pagingOptions,
  },
  examples: ['flags cleanup', 'flags cleanup --reason past_end --all --json'],
  run: async ({ api, out, project }, { reason, days, ...paging }) => {
    const params = { projectId: project.id }
    const more = { reason, ...(days === undefined ? {} : { days: String(days) }) }
    const page = await readPage(paging, (query) => api.listCleanup({ params, query: { ...query, ...more } }))
    out.show(page, () => {
      out.table(
        ['key', 'why', 'name'],
        page.items.map(({ key, name, findings }) => [
          key,
          findings.map((finding) => says[finding.reason](finding)).join('; '),
          name,
        ]),
      )
      noteMore(out, page)
    })
  },
})
