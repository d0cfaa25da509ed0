import { endpoints } from '@bunting/contract'
import { handle } from '../../http/endpoint/handle.ts'

export const listFlagDependents = handle(endpoints.listFlagDependents, async (ctx) => {
  const { configReferences, flagVersions } = ctx.store
  const page = await configReferences.listDependents(ctx.flag.id, ctx.query)
  const versions = new Map<string, Awaited<ReturnType<typeof flagVersions.latestIn>>>()
  for (const [envId, those] of Map.groupBy(page.items, ({ environmentId }) => environmentId)) {
    const flagIds = those.map(({ flagId }) => flagId)
    versions.set(envId, await flagVersions.latestIn(envId, flagIds))
  }
  const items = page.items.flatMap(({ environmentId, flagId, flagKey, name }) => {
    const config = versions.get(environmentId)?.get(flagId)?.config
    const needed = config?.prerequisites?.find((one) => one.flagKey === ctx.flag.key)
    // A newer version was saved meanwhile, and no longer needs the flag.
    if (!config || !needed) return []
    const { enabled, defaultValue } = config
    return [{ environmentId, flagKey, name, values: [...needed.values], enabled, defaultValue }]
  })
  return { ...page, items }
})
