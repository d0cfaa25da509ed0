import { endpoints } from '@bunting/contract'
import { handle } from '../../http/endpoint/handle.ts'

export const listFlags = handle(endpoints.listFlags, async (ctx) => {
  const { flags, flagVersions } = ctx.store
  const asked = await flags.list(ctx.project.id, ctx.query)
  const versions = await flagVersions.latestOf(asked.items.map((flag) => flag.id))
  const fits = versions.size === asked.items.length
  const page = fits ? asked : await flags.list(ctx.project.id, { ...ctx.query, limit: versions.size })
  return { ...page, items: page.items.map((flag) => ({ ...flag, versions: versions.get(flag.id) ?? {} })) }
})

export const getFlag = handle(endpoints.getFlag, async (ctx) => {
  const versions = await ctx.store.flagVersions.latestOf([ctx.flag.id])
  return { ...ctx.flag, versions: versions.get(ctx.flag.id) ?? {} }
})
