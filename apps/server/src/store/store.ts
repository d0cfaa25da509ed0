import { randomBytes, randomUUID } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Logger } from '../base/log.ts'
import { auditChainTable } from './audit/chain.ts'
import { auditLogTable } from './audit/log.ts'
import { auditNewsTable } from './audit/news.ts'
import type { Copier } from './backup/copy-database.ts'
import { checkpointsTable } from './bundles/checkpoints.ts'
import { configGraphTable } from './bundles/config-graph.ts'
import { configReferencesTable } from './bundles/config-references.ts'
import { publicationsTable } from './bundles/publications.ts'
import type { Dialect } from './connect/dialect.ts'
import type { Hearing, openPostgresChannel } from './connect/postgres-channel.ts'
import type { Access } from './core/access.ts'
import { clockTable } from './core/clock.ts'
import { translateConstraint } from './core/constraints.ts'
import { dueTable } from './core/due.ts'
import { migrate } from './core/migrate.ts'
import { milestonesTable } from './core/milestones.ts'
import type { Schema } from './core/schema.ts'
import { sharedCommits } from './core/shared-commits.ts'
import { type Listener, openSignals, type Signal, signalIn } from './core/signals.ts'
import { noticeChannel } from './core/tell.ts'
import type { Unwritable } from './core/unwritable.ts'
import { openWriting } from './core/writing.ts'
import { apiKeysTable } from './tables/api-keys.ts'
import { codeBranchesTable } from './tables/code-branches.ts'
import { codeReferencesTable } from './tables/code-references.ts'
import { codeRemovalsTable } from './tables/code-removals.ts'
import { entryNamesTable } from './tables/entry-names.ts'
import { environmentsTable } from './tables/environments.ts'
import { experimentsTable } from './tables/experiments.ts'
import { favouritesTable } from './tables/favourites.ts'
import { flagVersionsTable } from './tables/flag-versions.ts'
import { flagsTable } from './tables/flags.ts'
import { invitationsTable } from './tables/invitations.ts'
import { largeListsTable } from './tables/large-lists.ts'
import { listPartsTable } from './tables/list-parts.ts'
import { listVersionsTable } from './tables/list-versions.ts'
import { makersTable } from './tables/makers.ts'
import { metricsTable } from './tables/metrics.ts'
import { organizationsTable } from './tables/organizations.ts'
import { outboxTable } from './tables/outbox.ts'
import { overviewOf } from './tables/overview.ts'
import { projectRolesTable } from './tables/project-roles.ts'
import { projectsTable } from './tables/projects.ts'
import { proposalsTable } from './tables/proposals.ts'
import { retiredSecretsTable } from './tables/retired-secrets.ts'
import { savedContextsTable } from './tables/saved-contexts.ts'
import { savedViewsTable } from './tables/saved-views.ts'
import { schedulesTable } from './tables/schedules.ts'
import { seenSdksTable } from './tables/seen-sdks.ts'
import { segmentVersionsTable } from './tables/segment-versions.ts'
import { segmentsTable } from './tables/segments.ts'
import { sessionsTable } from './tables/sessions.ts'
import { signInLinksTable } from './tables/sign-in-links.ts'
import { telemetryBytesTable } from './tables/telemetry-bytes.ts'
import { trackedTable } from './tables/tracked.ts'
import { unitSecretsTable } from './tables/unit-secrets.ts'
import { usageTable } from './tables/usage.ts'
import { usageHoursTable } from './tables/usage-hours.ts'
import { usageMinutesTable } from './tables/usage-minutes.ts'
import { usersTable } from './tables/users.ts'
import { waitingProposals } from './tables/waiting-proposals.ts'
import { webhookDeliveriesTable } from './tables/webhook-deliveries.ts'
import { webhooksTable } from './tables/webhooks.ts'

const tables = {
  milestones: milestonesTable,
  organizations: organizationsTable,
  projects: projectsTable,
  environments: environmentsTable,
  flags: flagsTable,
  flagVersions: flagVersionsTable,
  segments: segmentsTable,
  segmentVersions: segmentVersionsTable,
  largeLists: largeListsTable,
  listParts: listPartsTable,
  listVersions: listVersionsTable,
  configReferences: configReferencesTable,
  configGraph: configGraphTable,
  proposals: proposalsTable,
  waitingProposals,
  savedViews: savedViewsTable,
  savedContexts: savedContextsTable,
  favourites: favouritesTable,
  codeBranches: codeBranchesTable,
  codeReferences: codeReferencesTable,
  codeRemovals: codeRemovalsTable,
  schedules: schedulesTable,
  metrics: metricsTable,
  experiments: experimentsTable,
  apiKeys: apiKeysTable,
  retiredSecrets: retiredSecretsTable,
  users: usersTable,
  projectRoles: projectRolesTable,
  makers: makersTable,
  invitations: invitationsTable,
  sessions: sessionsTable,
  signInLinks: signInLinksTable,
  auditLog: auditLogTable,
  auditChain: auditChainTable,
  entryNames: entryNamesTable,
  auditNews: auditNewsTable,
  publications: publicationsTable,
  checkpoints: checkpointsTable,
  telemetryBytes: telemetryBytesTable,
  unitSecrets: unitSecretsTable,
  tracked: trackedTable,
  usage: usageTable,
  overview: overviewOf,
  webhooks: webhooksTable,
  webhookDeliveries: webhookDeliveriesTable,
  outbox: outboxTable,
  usageMinutes: usageMinutesTable,
  usageHours: usageHoursTable,
  seenSdks: seenSdksTable,
  due: dueTable,
  clock: clockTable,
  kept: ({ kept }: Access) => kept,
}

type Name = keyof typeof tables
export type Tables = { readonly [One in Name]: ReturnType<(typeof tables)[One]> }

const names = Object.keys(tables) as Name[]

/** Creates each table object at its first use: a transaction needs only a few of the many. */
class LazyTables {
  readonly access: Access
  constructor(access: Access) {
    this.access = access
  }
}
for (const name of names) {
  Object.defineProperty(LazyTables.prototype, name, {
    get(this: LazyTables) {
      const value = tables[name](this.access)
      Object.defineProperty(this, name, { value })
      return value
    },
  })
}

const lazyTables = (access: Access) => new LazyTables(access) as unknown as Tables
const allTables = (access: Access) => Object.fromEntries(names.map((name) => [name, tables[name](access)])) as Tables

export type Store = Tables & {
  /** Runs the work in a transaction. If the database had to break a deadlock, the work is run again. */
  transaction<Result>(work: (tx: Tables) => Promise<Result>): Promise<Result>
  /** Calls the listener after every committed change, of any process. Returns a function that ends it. */
  listen(listener: Listener): () => void
  ping(): Promise<void>
  /** The reason why nothing can be saved now, if there is one. */
  unwritable(): Unwritable | undefined
  /** Reports a statement that failed. */
  failed(error: unknown): void
  /** Undefined if the database has backup tools of its own. */
  copy: Copier['copy'] | undefined
  close(): Promise<void>
}

const attempts = 5

export type StoreOptions = {
  copier?: Copier
  /** Replaces the clock by which jobs are due. */
  nowUs?: () => number
  /** Opens the channel over which notices of other processes arrive. */
  openChannel?: ReturnType<typeof openPostgresChannel>
  log?: Logger
}

/** Opens the store on a connected database, after migrating it to this code's schema. */
export const openStore = async (db: Kysely<Schema>, dialect: Dialect, options: StoreOptions = {}): Promise<Store> => {
  await migrate(db, dialect).catch(async (error: unknown) => {
    // Idle connections would keep the process alive for ten seconds.
    await db.destroy()
    throw error
  })
  return storeOn(db, dialect, options)
}

/** The store on a database that has this code's schema. */
export const storeOn = (
  db: Kysely<Schema>,
  dialect: Dialect,
  { copier, nowUs, openChannel, log }: StoreOptions,
): Store => {
  const writing = openWriting(log, () => tryToWrite(db))
  const signals = openSignals()
  const sender = randomUUID()
  const channel = openChannel?.({
    name: noticeChannel,
    proof: sender,
    send: async (text) => void (await sql`select pg_notify(${noticeChannel}, ${text})`.execute(db)),
    hearing: hearingOf(sender, signals.emit),
  })
  const inTransaction =
    dialect === 'sqlite'
      ? sharedCommits(db)
      : <Result>(work: (transaction: Transaction<Schema>) => Promise<Result>) => db.transaction().execute(work)
  const once = async <Result>(work: (tx: Tables) => Promise<Result>): Promise<Result> => {
    const told: Signal[] = []
    const tell = (signal: Signal) => told.push(signal)
    const result = await inTransaction((transaction) =>
      work(lazyTables({ db: transaction, dialect, tell, sender, kept: { bytes: 0 }, nowUs })),
    )
    for (const signal of told) signals.emit(signal)
    return result
  }
  return {
    ...allTables({ db, dialect, tell: signals.emit, sender, kept: { bytes: 0 }, nowUs }),
    listen: signals.listen,
    transaction: async (work) => {
      for (let attempt = 1; ; attempt++) {
        try {
          return await once(work)
        } catch (error) {
          if (attempt < attempts && isDeadlock(error)) continue
          writing.failed(error)
          throw translateConstraint(error)
        }
      }
    },
    ping: async () => {
      await sql`select 1`.execute(db)
    },
    unwritable: writing.unwritable,
    failed: writing.failed,
    copy: copier?.copy,
    close: async () => {
      writing.close()
      await channel?.close()
      const closeCopier = await copier?.close()
      await db.destroy()
      await closeCopier?.()
    },
  }
}

/** Writes enough that the database has to allocate space for it. */
const tryToWrite = async (db: Kysely<Schema>): Promise<void> => {
  const names = Array.from({ length: 40 }, () => `probe ${randomBytes(1_000).toString('hex')}`)
  await db
    .insertInto('milestones')
    .values(names.map((name) => ({ name })))
    .execute()
  await db.deleteFrom('milestones').where('name', 'like', 'probe %').execute()
}

const hearingOf = (sender: string, emit: (signal: Signal) => void): Hearing => ({
  notice: (text) => {
    const signal = signalIn(text, sender)
    if (signal) emit(signal)
  },
  missed: () => {
    emit('due')
    emit({ entries: 'any' })
  },
})

const isDeadlock = (error: unknown): boolean => ['40P01', '40001'].includes((error as { code?: string }).code ?? '')
