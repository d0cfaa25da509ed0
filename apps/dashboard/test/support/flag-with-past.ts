import type { ActorId, EnvironmentId } from '@bunting/contract'
import { newId } from '../../../server/src/random.ts'
import { openSqlite } from '../../../server/src/store/connect/sqlite.ts'
import { openStore, type Tables } from '../../../server/src/store/store.ts'
import { guardrail } from '../../../server/src/testing/guardrail.ts'

const hourUs = 3_600_000_000
const ruleId = 'pilot'

const config = (version: number, rolloutPercentage: number, enabled = true) => ({
  version,
  enabled,
  defaultValue: false,
  rules: [
    {
      id: ruleId,
      name: 'Pilot',
      enabled: true,
      conditionOperator: 'AND' as const,
      conditions: [],
      value: true,
      rolloutPercentage,
    },
  ],
})

/** Hours from now, and the share from then on; a share of 0 means off. */
type Moment = readonly [hours: number, share: number]

const pasts: Record<string, readonly Moment[]> = {
  production: [
    [-600, 1],
    [-120, 5],
    [-76, 0],
    [-75.7, 5],
  ],
  staging: [
    [-110, 10],
    [-60, 40],
  ],
  development: [[-30, 100]],
}

/** Eight steps in production, of which four are done. */
const treads: readonly Moment[] = [
  [-40, 10],
  [-28, 15],
  [-16, 20],
  [-8, 25],
  [4, 40],
  [16, 60],
  [28, 80],
  [40, 100],
]

/**
 * The flag `slow-checkout` with a history of weeks in every environment, and a ramp in production that is half done.
 * Nothing of it is due, so it stays as it is. Written into the data of a stopped server, since the API cannot create
 * the past.
 */
export const addFlagWithPast = async (dataDir: string): Promise<void> => {
  const store = await openStore(
    openSqlite(dataDir, () => undefined),
    'sqlite',
  )
  const organization = await store.organizations.first()
  if (!organization) throw new Error('The server made no organization.')
  const [project] = (await store.projects.list(organization.id, { limit: 1 })).items
  const [person] = (await store.users.list(organization.id, { limit: 1 })).items
  if (!project || !person) throw new Error('The server made no project.')
  const environments = (await store.environments.list(project.id, { limit: 10 })).items
  const nowUs = Date.now() * 1_000
  const atUs = (hours: number): number => Math.round(nowUs + hours * hourUs)
  const of = { orgId: organization.id, projectId: project.id }
  const flagId = newId('flag')
  const scheduleId = newId('schedule')
  const createdBy: ActorId = person.id
  const append = (tx: Tables, environmentId: EnvironmentId, version: number, [hours, share]: Moment, byRamp = false) =>
    tx.flagVersions.append(
      {
        id: newId('flagVersion'),
        flagId,
        environmentId,
        config: config(version, share, share > 0),
        needs: [],
        createdBy,
        proposalId: null,
        ...(byRamp && { scheduleId }),
      },
      atUs(hours),
    )
  await store.transaction(async (tx) => {
    const names = { key: 'slow-checkout', name: 'Slow checkout', description: null } as const
    await tx.flags.insert({ id: flagId, type: 'boolean', clientSafe: false, ...of, ...names }, atUs(-700))
    for (const { id, slug } of environments) {
      for (const [index, moment] of (pasts[slug] ?? []).entries()) await append(tx, id, index + 1, moment)
    }
    const environmentId = environments.find(({ slug }) => slug === 'production')?.id
    const baseVersion = pasts.production?.length ?? 0
    if (!environmentId) throw new Error('The server made no environment for production.')
    const steps = treads.map(([hours, rolloutPercentage], index) => ({
      atUs: atUs(hours),
      change: { rules: { [ruleId]: { rolloutPercentage } } },
      ...(hours < 0
        ? { status: 'done' as const, version: baseVersion + index + 1, doneUs: atUs(hours) }
        : { status: 'waiting' as const }),
    }))
    await tx.schedules.insert(
      {
        id: scheduleId,
        ...of,
        flagId,
        environmentId,
        status: 'running',
        reason: null,
        steps,
        guardrails: [guardrail('checkout_errors', { above: 0.05, for: 300 }, 'rollback')],
        guardAnswers: {
          askedUs: atUs(0),
          answers: [{ value: 0.014, first: { askedUs: atUs(-48), value: 0.012 } }],
        },
        comment: null,
        createdBy,
        baseVersion,
        seenVersion: baseVersion + 4,
        endedUs: null,
      },
      atUs(-48),
    )
    for (const [index, moment] of treads.slice(0, 4).entries()) {
      await append(tx, environmentId, baseVersion + index + 1, moment, true)
    }
  })
  await store.close()
}
