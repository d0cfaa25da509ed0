import { endpoints } from '@bunting/contract'
import { handle } from '../../http/handle.ts'

export const getFlag = handle(endpoints.getFlag, async (ctx) => {
  const versions = await ctx.store.flagVersions.latestOf([ctx.flag.id])
  return { ...ctx.flag, versions: versions.get(ctx.flag.id) ?? {} }
})
