import type { HistoricFlagVersion, Schedule } from '@bunting/contract'
import { sayStep } from '../diff/words/say-step.ts'
import { isLive } from './progress.ts'

/** A past or future change of a flag at a time, for charts with a time axis. */
export type Mark = { at: string; label: string; kind: 'version' | 'step'; version?: number }

type Version = Pick<HistoricFlagVersion, 'version' | 'createdAt' | 'comment' | 'emergency' | 'scheduleId' | 'config'>

const labelOf = ({ version, comment, emergency, scheduleId }: Version): string => {
  const how = emergency ? ', in an emergency' : scheduleId === undefined ? '' : ', by a schedule'
  return `Version ${version}${how}${comment === undefined ? '' : `: “${comment}”`}`
}

/** Every version and every coming step, in chronological order. The result of a past step is a version already. */
export const marksOf = (
  versions: readonly Version[],
  schedules: readonly Pick<Schedule, 'steps' | 'endedAt'>[],
): Mark[] => {
  const config = versions[0]?.config
  const saved = versions.map(
    (one): Mark => ({ at: one.createdAt, label: labelOf(one), kind: 'version', version: one.version }),
  )
  const coming = schedules
    .filter(isLive)
    .flatMap(({ steps }) =>
      steps.flatMap(({ at, status, change }): Mark[] =>
        at === null || status !== 'waiting' ? [] : [{ at, label: sayStep(change, config), kind: 'step' }],
      ),
    )
  return [...saved, ...coming].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
}
