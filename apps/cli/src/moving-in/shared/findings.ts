import type { Finding, FindingKind, Moment } from '../converted.ts'
import type { FindingCode } from '../finding-codes.ts'

/** The subject of a finding. */
export type Where = Pick<Finding, 'flagKey' | 'segmentKey' | 'environment'>

type Say = (code: FindingCode, message: string) => void

/** Adds findings about one flag or segment. Conversion may go on after `byHand`, to find more. */
export type Notes = {
  exact: Say
  widened: Say
  byHand: Say
  /** Records that the flag changes at this time, in epoch milliseconds. */
  changesAt(ms: number, how?: { isGradual: boolean }): void
}

export type Findings = {
  /** Adds a finding, once however often it occurs. */
  add(finding: Finding): void
  at(where: Where): Notes
  list(): Finding[]
  moments(): Moment[]
}

export const openFindings = (): Findings => {
  const found = new Map<string, Finding>()
  const moments: Moment[] = []
  const add = (finding: Finding): void => {
    const { code, kind, flagKey, segmentKey, environment, message } = finding
    const name = JSON.stringify([code, kind, flagKey, segmentKey, environment, message])
    if (!found.has(name)) found.set(name, finding)
  }
  return {
    add,
    at: (where) => {
      const sayAs =
        (kind: FindingKind): Say =>
        (code, message) =>
          add({ code, kind, ...where, message })
      const { flagKey, environment } = where
      return {
        exact: sayAs('exact'),
        widened: sayAs('widened'),
        byHand: sayAs('by-hand'),
        changesAt: (ms, { isGradual } = { isGradual: false }) => {
          if (flagKey !== undefined && environment !== undefined) moments.push({ flagKey, environment, ms, isGradual })
        },
      }
    },
    list: () => [...found.values()],
    moments: () => moments,
  }
}
