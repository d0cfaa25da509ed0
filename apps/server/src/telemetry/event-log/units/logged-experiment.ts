import type { Moments } from '@bunting/statistics'
import type { HealthCount, LoggedExperiment } from '../../../store/tables/unit-log.ts'

export type DayRow = { metric: string; variant: number; day: string; moments: string }
export type CountRow = { kind: string; sdk_type: string; sdk_version: string; count: number }

/** Converts the rows of either database. */
export const loggedExperiment = (days: readonly DayRow[], counts: readonly CountRow[]): LoggedExperiment => ({
  days: days.map(({ moments, ...place }) => ({ ...place, moments: JSON.parse(moments) as Moments })),
  exposed: counts
    .filter(({ kind }) => kind === 'exposed')
    .map(({ sdk_type, count }) => ({ variant: Number(sdk_type), count })),
  health: counts
    .filter(({ kind }) => kind !== 'exposed')
    .map(({ kind, sdk_type, sdk_version, count }) => ({
      kind: kind as HealthCount['kind'],
      sdkType: sdk_type,
      sdkVersion: sdk_version,
      count,
    })),
})
