/** The scope of reads that belong to no project. */
const organization = ''

/** Since when what was read of a project, or of the organization, may have changed untold: in milliseconds of the service's clock. */
const untoldSince = new Map<string, number>()

/** The project whose changes are told, with those of the organization. */
let followed: string | undefined

/** When the last answer came, by the service's clock. */
let latestMs: number | undefined

const isTold = (scope: string): boolean => followed !== undefined && (scope === followed || scope === organization)

/** What an answer shows is as old as its request: `askedMs`, of `performance.now()`. */
export const noteRead = (address: string, answer: Response, askedMs: number): void => {
  const date = Date.parse(answer.headers.get('date') ?? '')
  const answeredMs = Number.isNaN(date) ? Date.now() : date
  latestMs = Math.max(latestMs ?? 0, answeredMs)
  const scope = /\/v1\/projects\/([^/?]+)/.exec(address)?.[1] ?? organization
  if (isTold(scope)) return
  const readMs = answeredMs - (performance.now() - askedMs)
  untoldSince.set(scope, Math.min(untoldSince.get(scope) ?? readMs, readMs))
}

/** From now on every change is told. Since when some were not, if anything was read then. */
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
