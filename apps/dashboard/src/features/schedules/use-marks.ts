import { useMemo } from 'react'
import { useFlagVersions } from '../../api/flag-versions.ts'
import { useFlagSchedules } from '../../api/schedules.ts'
import { type Mark, marksOf } from './marks-of.ts'

/** The past and future changes of a flag in an environment, for charts with a time axis. */
export const useMarks = (projectId: string, envId: string, flagKey: string): readonly Mark[] => {
  const flagRef = { projectId, envId, flagKey }
  const { items: versions } = useFlagVersions(flagRef)
  const { items: schedules } = useFlagSchedules(flagRef)
  return useMemo(() => marksOf(versions ?? [], schedules ?? []), [versions, schedules])
}
