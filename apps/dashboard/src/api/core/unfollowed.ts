/** The scope of reads that belong to no project. */
const organization = ''

/** Per scope, the time since which cached reads may have missed changes, in milliseconds of the service's clock. */
const untoldSince = new Map<string, number>()

/** The project whose changes are reported live, together with the organization's. */
let followed: string | undefined

/** The time of the last answer, by the service's clock. */
let latestMs: number | undefined

const isTold = (scope: string): boolean => followed !== undefined && (scope === followed || scope === organization)

/** Notes a read of data that is not followed. It is as old as its request: `askedMs`, of `performance.now()`. */
export const noteRead = (address: string, answer: Response, askedMs: number): void => {
  const date = Date.parse(answer.headers.get('date') ?? '')
  const answeredMs = Number.isNaN(date) ? Date.now() : date
  latestMs = Math.max(latestMs ?? 0, answeredMs)
  const scope = /\/v1\/projects\/([^/?]+)/.exec(address)?.[1] ?? organization
  if (isTold(scope)) return
  const readMs = answeredMs - (performance.now() - askedMs)
  untoldSince.set(scope, Math.min(untoldSince.get(scope) ?? readMs, readMs))
}

/** From now on changes are reported live. Returns since when some may have been missed, if anything was read. */
export const beginFollowing = (projectId: string): number | undefined => {
  followed = projectId
  const scopes = [projectId, organization]
  const found = scopes.flatMap((scope) => untoldSince.get(scope) ?? [])
  for (const scope of scopes) untoldSince.delete(scope)
  return found.length === 0 ? undefined : Math.min(...found)
}

export const endFollowing = (projectId: string): void => {
  if (followed !== projectId) return
  followed = undefined
  if (latestMs === undefined) return
  for (const scope of [projectId, organization]) untoldSince.set(scope, latestMs)
}
