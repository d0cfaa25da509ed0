import { isolate } from '@bunting/contract/text'
import type { Experiment } from '../../../api/experiments.ts'
import { pennantState } from '../../../ui/pennants/pennant-state.ts'
import type { Happening } from './happening.ts'
import type { Version } from './what-was.ts'

/** The past of a flag's experiments: when each started, and how it ended. */
export const experimentsWere = (experiments: readonly Experiment[], versions: readonly Version[]): Happening[] =>
  experiments.flatMap((experiment) => {
    const { startedAt, stoppedAt, decision, reason } = experiment
    const name = isolate(experiment.name)
    if (startedAt === null) return []
    const at = (time: string, says: string) => happening(experiment, versions, time, says)
    const ended =
      decision !== null
        ? [
            {
              ...at(decision.at, `${isolate(decision.variant)} shipped, from the experiment ${name}`),
              createdBy: decision.by,
            },
          ]
        : stoppedAt !== null
          ? [{ ...at(stoppedAt, `the experiment ${name} stopped`), comment: reason ?? undefined }]
          : []
    return [at(startedAt, `the experiment ${name} started`), ...ended]
  })

/** The planned ends of those that run. */
export const experimentsWill = (experiments: readonly Experiment[], versions: readonly Version[]): Happening[] =>
  experiments.flatMap((experiment) => {
    const { plannedEnd, status, name } = experiment
    if (plannedEnd === null || status !== 'running' || Date.parse(plannedEnd) < Date.now()) return []
    return [
      {
        ...happening(experiment, versions, plannedEnd, `the planned end of the experiment ${isolate(name)}`),
        isComing: true,
      },
    ]
  })

const happening = (
  { id, environmentId }: Experiment,
  versions: readonly Version[],
  time: string,
  says: string,
): Happening => ({
  id: `${id} ${time}`,
  kind: 'experiment',
  environmentId,
  atMs: Date.parse(time),
  state: pennantState(versions.find((one) => one.environmentId === environmentId && one.createdAt <= time)?.config),
  label: 'experiment',
  says,
  isComing: false,
  // Its bar in the lane shows it.
  isTread: true,
  where: { kind: 'experiment', experimentId: id },
})
