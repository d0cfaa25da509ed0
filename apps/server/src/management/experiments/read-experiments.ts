import { endpoints, type Page } from '@bunting/contract'
import { handle } from '../../http/endpoint/handle.ts'
import type { Experiment } from '../../rules/changes/experiments.ts'
import { showExperiment } from './show-experiment.ts'

const showPage = ({ items, ...page }: Page<Experiment>) => ({ ...page, items: items.map(showExperiment) })

export const listFlagExperiments = handle(endpoints.listFlagExperiments, async (ctx) => {
  const place = { flagId: ctx.flag.id, environmentId: ctx.environment.id }
  return showPage(await ctx.store.experiments.listOfFlag(place, ctx.query))
})

export const listProjectExperiments = handle(endpoints.listProjectExperiments, async (ctx) =>
  showPage(await ctx.store.experiments.listOfProject(ctx.project.id, ctx.query)),
)

export const getExperiment = handle(endpoints.getExperiment, async (ctx) => showExperiment(ctx.experiment))
