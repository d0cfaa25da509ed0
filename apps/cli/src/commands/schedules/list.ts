import type { AnswerOf, Endpoints, Page } from '@bunting/contract'
import { command } from '../../core/command.ts'
import { wrongUse } from '../../core/failure.ts'
import { oneOf, text } from '../../core/parameters.ts'
import type { Part } from '../../output/rich.ts'
import { stepTimeText } from '../../schedule/describe.ts'
import { scheduleStates } from '../../schedule/states.ts'
import { findEnvironment, listEnvironments } from '../../server/find-environment.ts'
import { listFlags, orNearFlag } from '../../server/flags.ts'
import { listAll } from '../../server/list-all.ts'
import { nameActors } from '../../server/name-actors.ts'
import { noteMore, pagingOptions, readPage } from '../paging.ts'

type Schedule = AnswerOf<Endpoints['getSchedule']>

export const listSchedules = command({
  name: 'list',
  summary: 'List the schedules of a project, or of a flag',
  target: 'project',
  options: {
    status: oneOf(
      'status',
      ['pending', 'running', 'paused', 'completed', 'cancelled', 'failed'],
      'only these (default: all)',
    ),
    flag: text('key', 'only of this flag', { complete: 'flag' }),
    env: text('slug', 'with --flag: only in this environment', { complete: 'environment' }),
    ...pagingOptions,
  },
  examples: ['schedules list --status running', 'schedules list --flag new-checkout --env production --json'],
  run: async (context, { status, flag, env, ...paging }) => {
    const { api, out, project } = context
    if (flag === undefined && env !== undefined) wrongUse('Of which flag?', '--flag <key> --env <slug>')
    const params = { projectId: project.id }
    const page: Page<Schedule> =
      flag === undefined
        ? await readPage(paging, (query) => api.listProjectSchedules({ params, query: { ...query, status } }))
        : await readOfFlag(context, flag, env, { ...paging, status })
    const flags = page.items.length === 0 ? [] : await listFlags(context)
    const environments = await listEnvironments(api, project)
    const nameOf = await nameActors(
      api,
      page.items.map(({ createdBy }) => createdBy),
    )
    out.show(page, () => {
      out.table(
        ['id', 'status', 'flag', 'environment', 'steps', 'next', 'by', 'comment', 'reason'],
        page.items.map((schedule): Part[] => [
          schedule.id,
          scheduleStates[schedule.status],
          flags.find(({ id }) => id === schedule.flagId)?.key ?? schedule.flagId,
          environments.find(({ id }) => id === schedule.environmentId)?.slug ?? schedule.environmentId,
          progressText(schedule),
          nextText(schedule),
          nameOf(schedule.createdBy),
          schedule.comment ?? '',
          schedule.reason ?? '',
        ]),
      )
      noteMore(out, page)
    })
  },
})

type OfFlag = Parameters<typeof readPage>[0] & { status: Schedule['status'] | undefined }

/** Lists the schedules of a flag. Of one environment they are few, and filtered by status here, not by the server. */
const readOfFlag = async (
  context: Parameters<typeof orNearFlag>[0] & { project: Parameters<typeof findEnvironment>[1] },
  flagKey: string,
  env: string | undefined,
  { status, ...paging }: OfFlag,
): Promise<Page<Schedule>> => {
  const { api, project } = context
  if (env === undefined) {
    const params = { projectId: project.id, flagKey }
    return orNearFlag(context, flagKey, () =>
      readPage(paging, (query) => api.listFlagSchedulesEverywhere({ params, query: { ...query, status } })),
    )
  }
  const params = { projectId: project.id, envId: (await findEnvironment(api, project, env)).id, flagKey }
  const read = (query: { limit?: number | undefined; cursor?: number | undefined }) =>
    api.listFlagSchedules({ params, query })
  return orNearFlag(context, flagKey, async () => {
    if (status === undefined) return readPage(paging, read)
    const items = (await listAll(read)).filter((schedule) => schedule.status === status)
    return { items, nextCursor: null, hasMore: false }
  })
}

/** The number of steps that are over, of all. */
const progressText = ({ steps }: Schedule): string =>
  `${steps.filter(({ status }) => status !== 'waiting').length}/${steps.length}`

const nextText = (schedule: Schedule): string => {
  const { status, steps } = schedule
  const next = steps.find((step) => step.status === 'waiting')?.at
  const goesOn = status === 'running' || status === 'paused' || status === 'pending'
  return next && goesOn ? stepTimeText(next, schedule) : ''
}
