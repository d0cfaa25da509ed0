import type { Advice, CleanupReason, Finding } from '@bunting/contract'
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
type Advised = { advice: Advice; findings: readonly Finding[]; codeReferences?: number | undefined }

const advises: Record<Advice, (flag: Advised) => string> = {
  archive: () => 'archive it',
  take_out: ({ findings, codeReferences }) => {
    const where = codeReferences === undefined ? 'the code' : lines(codeReferences)
    const single = findings.find(({ reason }) => reason === 'single_value')
    return single ? `take it out of ${where}, keep ${single.value}` : `take it out of ${where}, then archive it`
  },
  find_callers: () => 'it is in no scanned code: find out who asks',
  end: () => 'take it out, or move its end',
  own: () => 'give it an owner',
}

const lines = (count: number): string => `${count.toLocaleString('en')} ${count === 1 ? 'line' : 'lines'}`

const reasons = Object.keys(says) as CleanupReason[]

export const cleanUp = command({
  name: 'cleanup',
  summary: 'List flags that need attention, and why',
  description:
    'Stale ones, those past their expected end, never evaluated or without an owner, and what to do with each: by how it is used, and by where code names it, if that was uploaded (code-refs --upload). Figures are as of last night.',
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
        ['key', 'why', 'what to do', 'name'],
        page.items.map((flag) => [
          flag.key,
          flag.findings.map((finding) => says[finding.reason](finding)).join('; '),
          advises[flag.advice](flag),
          flag.name,
        ]),
      )
      noteMore(out, page)
    })
  },
})
