import { expect, vi } from 'vitest'
import { openPostgres } from '../../../src/store/connect/postgres.ts'
import { openSqlite } from '../../../src/store/connect/sqlite.ts'
import { migrate } from '../../../src/store/core/migrate.ts'
import type { Settings } from '../../../src/testing/servers/server-process.ts'
import { type Asked, askAll } from '../../fixtures/ask.ts'
import { withCorrections } from '../../fixtures/corrections.ts'
import { openDoors } from '../../fixtures/doors.ts'
import { layOut, type Recorded, readRecorded, settingsFor, versions } from '../../fixtures/fixture.ts'
import { emptyDatabases, type ProcessDatabase } from './databases.ts'

const kinds = { SQLite: 'sqlite', PostgreSQL: 'postgres' } as const
const ignore = () => undefined
/** The newest version that has a fixture. */
export const newest = versions.at(-1) ?? ''

/** A copy of a version's fixture, and its answers with the known mistakes corrected. */
export const openFixture = async (version: string, name: keyof typeof kinds) => {
  const database: ProcessDatabase = await emptyDatabases[name]()
  await layOut[kinds[name]](version, database.settings)
  const recorded = withCorrections(version, readRecorded(version, kinds[name]))
  const settings: Settings = { ...database.settings, ...settingsFor(recorded) }
  return {
    database,
    recorded,
    settings,
    migrate: async (): Promise<void> => {
      const { BUNTING_DATA_DIR: dataDir, DATABASE_URL: url } = database.settings
      const db = url === undefined ? openSqlite(dataDir, ignore) : openPostgres(url, ignore, ignore)
      await migrate(db, kinds[name])
      await db.destroy()
    },
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  }
}

type ServiceAddress = AsyncDisposable & Parameters<typeof openDoors>[0] & { stop(): Promise<unknown> }

/** The expected answers, and the questions that were not answered as expected yet. */
type Wanted = { expected: Recorded['answers']; left: Set<string> }

/**
 * The nightly run continues after a start: figures appear soon, everything else at once. Asking everything again would
 * take most of the time, so only the questions whose answers were not as expected yet are asked again.
 */
const expectAnswers = async ({ answers, askAgain }: Asked, { expected, left }: Wanted): Promise<void> => {
  const look = (): void => {
    for (const question of left) {
      try {
        expect(answers[question]).toMatchObject(expected[question] as object)
        left.delete(question)
      } catch {
        // Not as expected yet.
      }
    }
  }
  const only = (of: Recorded['answers']) => Object.fromEntries([...left].map((question) => [question, of[question]]))
  look()
  await vi.waitFor(async () => {
    await Promise.all([...left].map(askAgain))
    look()
    expect(only(answers)).toMatchObject(only(expected))
  })
}

export const expectSameAnswers = async (
  settings: Settings,
  { answers: expected, ...known }: Recorded,
  start: (settings: Settings) => Promise<ServiceAddress>,
): Promise<void> => {
  await using server = await start(settings)
  const expectThose = (asked: Asked, questions: Iterable<string>) =>
    expectAnswers(asked, { expected, left: new Set(questions) })
  const before = new Set<string>()
  const asked = await askAll(openDoors(server), known, async (soFar) => {
    for (const question of Object.keys(expected)) if (question in soFar.answers) before.add(question)
    await expectThose(soFar, before)
  })
  await expectThose(asked, new Set(Object.keys(expected)).difference(before))
  await server.stop()
}
