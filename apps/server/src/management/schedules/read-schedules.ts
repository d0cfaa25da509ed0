import { endpoints, type Page } from '@bunting/contract'
import { handle } from '../../http/endpoint/handle.ts'
import type { Schedule } from '../../rules/changes/schedules.ts'
import { showSchedule } from './show-schedule.ts'

const showPage = ({ items, ...page }: Page<Schedule>) => ({ ...page, items: items.map(showSchedule) })

export const listFlagSchedules = handle(endpoints.listFlagSchedules, async (ctx) => {
  const place = { flagId: ctx.flag.id, environmentId: ctx.environment.id }
  return showPage(await ctx.store.schedules.listOfFlag(place, ctx.query))
})

export const listFlagSchedulesEverywhere = handle(endpoints.listFlagSchedulesEverywhere, async (ctx) =>
  showPage(await ctx.store.schedules.listOfFlagEverywhere(ctx.flag.id, ctx.query)),
)

export const listProjectSchedules = handle(endpoints.listProjectSchedules, async (ctx) =>
  showPage(await ctx.store.schedules.listOfProject(ctx.project.id, ctx.query)),
)

export const getSchedule = handle(endpoints.getSchedule, async (ctx) => showSchedule(ctx.schedule))
