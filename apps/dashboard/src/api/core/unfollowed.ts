/** Of what the whole organization has. */
const organization = ''

/** Since when what was read of each project may have changed without a word, in milliseconds of the service's clock. */
const since = new Map<string, number>()

/** The project whose changes are told, with those of the organization. */
let followed: string | undefined

/** When the last answer came, by the service's clock. */
let latestMs: number | undefined

const isTold = (place: string): boolean => followed !== undefined && (place === followed || place === organization)

/** What an answer shows is as old as its request: `askedMs`, of `performance.now()`. */
export const noteRead = (address: string, answer: Response, askedMs: number): void => {
  const date = Date.parse(answer.headers.get('date') ?? '')
  const answeredMs = Number.isNaN(date) ? Date.now() : date
  latestMs = Math.max(latestMs ?? 0, answeredMs)
  const place = /\/v1\/projects\/([^/?]+)/.exec(address)?.[1] ?? organization
  if (isTold(place)) return
  const readMs = answeredMs - (performance.now() - askedMs)
  since.set(place, Math.min(since.get(place) ?? readMs, readMs))
}

/** From now on every change is told. Since when some were not, if anything was read then. */
export const beginFollowing = (projectId: string): number | undefined => {
  followed = projectId
  const places = [projectId, organization]
  const found = places.flatMap((place) => since.get(place) ?? [])
  for (const place of places) since.delete(place)
  return found.length === 0 ? undefined : Math.min(...found)
}

export const endFollowing = (projectId: string): void => {
  if (followed !== projectId) return
  followed = undefined
  if (latestMs === undefined) return
  for (const place of [projectId, organization]) since.set(place, latestMs)
}
