import { useNavigate, useSearch } from '@tanstack/react-router'

/** The two versions side by side. A is undefined if there is only one. */
export type Compared<Some = unknown> = {
  a: number | undefined
  b: number
  versionA: Some | undefined
  versionB: Some | undefined
  compare(a: number | undefined, b: number): void
}

const numberOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined

/** Loads a single version, if needed. */
type UseVersion<Some> = (version: number, isNeeded: boolean) => Some | undefined

/** The address names the two versions, so that they can be linked. By default the latest and the one before. */
export const useCompared = <Some extends { version: number }>(
  loaded: readonly Some[] | undefined,
  useVersion: UseVersion<Some>,
): Compared<Some> => {
  const navigate = useNavigate()
  const search: { a?: string; b?: string } = useSearch({ strict: false })
  const latest = loaded?.[0]?.version ?? 0
  const b = Math.min(numberOf(search.b) ?? latest, latest)
  const before = b > 1 ? b - 1 : undefined
  const asked = numberOf(search.a)
  const a = asked !== undefined && asked <= latest && asked !== b ? asked : before
  return {
    a,
    b,
    versionA: useListed(loaded, a, useVersion),
    versionB: useListed(loaded, b, useVersion),
    compare: (nextA, nextB) =>
      void navigate({
        to: '.',
        search: (now) => ({ ...now, a: nextA === undefined ? undefined : String(nextA), b: String(nextB) }),
        replace: true,
        resetScroll: false,
      }),
  }
}

/** The version from the list, or loaded separately if a link names one further down. */
const useListed = <Some extends { version: number }>(
  loaded: readonly Some[] | undefined,
  version: number | undefined,
  useVersion: UseVersion<Some>,
): Some | undefined => {
  const listed = loaded?.find((one) => one.version === version)
  const isAlone = loaded !== undefined && !listed && version !== undefined && version > 0
  const alone = useVersion(version ?? 0, isAlone)
  return listed ?? (isAlone ? alone : undefined)
}
