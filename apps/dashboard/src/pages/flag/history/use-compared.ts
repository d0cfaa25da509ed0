import type { HistoricFlagVersion } from '@bunting/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type FlagPlace, flagVersionQuery } from '../../../data/flag-versions.ts'

const from = '/projects/$projectId/flags/$flagKey'

/** The two versions side by side. A is undefined where there is but one. */
export type Compared = {
  a: number | undefined
  b: number
  versionA: HistoricFlagVersion | undefined
  versionB: HistoricFlagVersion | undefined
  compare(a: number | undefined, b: number): void
}

const numberOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined

/** Which two are compared is in the address, so that a link can say it. Without: the latest and the one before. */
export const useCompared = (place: FlagPlace, loaded: readonly HistoricFlagVersion[] | undefined): Compared => {
  const navigate = useNavigate({ from })
  const search = useSearch({ from })
  const latest = loaded?.[0]?.version ?? 0
  const b = Math.min(numberOf(search.b) ?? latest, latest)
  const before = b > 1 ? b - 1 : undefined
  const asked = numberOf(search.a)
  const a = asked !== undefined && asked <= latest && asked !== b ? asked : before
  return {
    a,
    b,
    versionA: useVersion(place, loaded, a),
    versionB: useVersion(place, loaded, b),
    compare: (nextA, nextB) =>
      void navigate({
        search: (now) => ({ ...now, a: nextA === undefined ? undefined : String(nextA), b: String(nextB) }),
        replace: true,
        resetScroll: false,
      }),
  }
}

/** From the list, or by itself where a link names one that is further down. */
const useVersion = (
  place: FlagPlace,
  loaded: readonly HistoricFlagVersion[] | undefined,
  version: number | undefined,
): HistoricFlagVersion | undefined => {
  const listed = loaded?.find((one) => one.version === version)
  const isAlone = loaded !== undefined && !listed && version !== undefined && version > 0
  const { data } = useQuery({ ...flagVersionQuery(place, version ?? 0), enabled: isAlone })
  return listed ?? (isAlone ? data : undefined)
}
