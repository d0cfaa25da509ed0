import type { Flag, ScheduleId } from '@bunting/contract'
import { batch } from '../../base/batch.ts'
import type { Deps } from '../../http/endpoint/deps.ts'
import { creatorOf } from '../../rules/access/creator-of.ts'
import type { Schedule } from '../../rules/changes/schedules.ts'
import { flagName } from '../../store/bundles/changes.ts'
import { change } from '../change.ts'
import { settleVersions } from '../experiments/settle-versions.ts'
import { carryOutSteps } from './carry-out-steps.ts'

/** The most concurrent transactions: others need the database too. */
const transactionsAtOnce = 4

/**
 * Runs the due steps of schedules. Schedules of an environment that are due together share a transaction, since a
 * thousand may be due at the same moment.
 */
export const runSteps = (deps: Deps): ((subject: string) => Promise<void>) => {
  const runDue = async (subjects: readonly string[], failed: (subject: string, error: unknown) => void) => {
    const schedules = await deps.store.schedules.findByIds(subjects as readonly ScheduleId[])
    await removeGone(deps, subjects, schedules)
    const groups = Map.groupBy(schedules, ({ environmentId, createdBy }) => `${environmentId} ${createdBy}`).values()
    const runNext = async (): Promise<void> => {
      for (const group of groups) await runEach(deps, group, failed)
    }
    await Promise.all(Array.from({ length: transactionsAtOnce }, runNext))
  }
  // Unlimited, so that schedules that become due later do not wait behind others that wait for a lock.
  return batch(runDue, { maxRunning: Number.POSITIVE_INFINITY }).add
}

/** Removes jobs without a schedule, which would be due for ever. */
const removeGone = async (
  { store }: Pick<Deps, 'store'>,
  subjects: readonly string[],
  schedules: readonly Schedule[],
): Promise<void> => {
  const found = new Set<string>(schedules.map(({ id }) => id))
  const gone = subjects.filter((subject) => !found.has(subject))
  await store.due.setAll(
    'schedule',
    gone.map((subject) => ({ subject, atUs: null })),
  )
}

/** If the schedules cannot be run together, runs each by itself: so one that fails does not stop the others. */
const runEach = async (
  deps: Deps,
  group: readonly Schedule[],
  failed: (id: ScheduleId, error: unknown) => void,
): Promise<void> => {
  try {
    await runTogether(deps, group)
  } catch (error) {
    const [first, ...others] = group as readonly [Schedule, ...Schedule[]]
    if (others.length === 0) failed(first.id, error)
    else for (const one of group) await runEach(deps, [one], failed)
  }
}

/** Runs steps under locks, under which a second instance sees what was done: this alone ensures that each step runs once. */
const runTogether = (deps: Deps, group: readonly Schedule[]): Promise<object> => {
  const [found] = group as readonly [Schedule]
  return change(deps, creatorOf(found), async (tx) => {
    const flags = await tx.flags.lockAll(group.map(({ flagId }) => flagId))
    const environment = await tx.environments.lock(found.environmentId)
    const schedules = await tx.schedules.lockAll(group.map(({ id }) => id))
    const latest = await tx.flagVersions.latestIn(environment.id, [...flags.keys()])
    const plan = (await tx.organizations.find(found.orgId))?.plan ?? 'free'
    const maker = (await tx.makers.find(found.orgId, [found.createdBy])).get(found.createdBy)
    const nowUs = await tx.clock.nowUs()
    const outcomes = []
    for (const schedule of schedules) {
      const flag = flags.get(schedule.flagId) as Flag
      const at = { flag, environment, nowUs, plan, maker, latest: latest.get(flag.id) }
      outcomes.push(await carryOutSteps(deps, tx, at, schedule))
    }
    const versions = outcomes.flatMap(({ version }) => version ?? [])
    await tx.flagVersions.appendAll(versions, nowUs)
    await tx.schedules.saveAll(outcomes.map(({ schedule }) => schedule))
    await tx.due.setAll(
      'schedule',
      outcomes.map(({ schedule, nextUs }) => ({ subject: schedule.id, atUs: nextUs })),
    )
    const audit = [
      ...outcomes.flatMap((outcome) => outcome.audit),
      ...(await settleVersions(tx, environment.id, versions)),
    ]
    // A step keeps the references of the version before it: no segment becomes needed or unneeded.
    const names = versions.map(({ flagId }) => flagName((flags.get(flagId) as Flag).key))
    return { result: {}, audit, environments: names.length > 0 ? [{ environmentId: environment.id, names }] : [] }
  })
}
