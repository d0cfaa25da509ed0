import { expect, inject, test, vi } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'

const server = await startTestServer()
const { store } = server.deps

/** Counts the most attempts of any transaction: the store runs one again if the database had to break a deadlock. */
const countTries = () => {
  const tries = new Map<unknown, number>()
  const { transaction } = store
  vi.spyOn(store, 'transaction').mockImplementation((work) =>
    transaction((tx) => {
      tries.set(work, (tries.get(work) ?? 0) + 1)
      return work(tx)
    }),
  )
  return () => Math.max(...tries.values())
}

/** SQLite has one writer at a time, so nothing waits for a row there. */
const untilStatementsWait = async (expected: number): Promise<void> => {
  if (inject('database') === 'sqlite') return
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await vi.waitFor(async () => expect(await server.execute(waiting)).toHaveLength(expected))
}

test('a member is removed while the remover, who keeps their keys, rotates one of them, without a deadlock', async () => {
  for (const isRemoverFirst of [true, false]) {
    const org = await server.newOrganization()
    const one = await server.newMember(org, 'admin')
    const other = await server.newMember(org, 'admin')
    const [remover, member] = one.id < other.id === isRemoverFirst ? [one, other] : [other, one]
    const path = `${org.base}/environments/${org.environmentId('development')}/api-keys`
    const { body: key } = await member.post(path, { type: 'server', description: 'Theirs' })
    const tries = countTries()
    // The key is locked here, so the removal waits for it, and then the rotation arrives.
    const answers = await store.transaction(async (tx) => {
      await tx.apiKeys.lock(key.id)
      const removed = remover.delete(`/v1/members/${member.id}?keepKeys=true`)
      await untilStatementsWait(1)
      const rotated = remover.post(`${path}/${key.id}/rotate`, {})
      await untilStatementsWait(2)
      return [removed, rotated]
    })
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 201])
    vi.restoreAllMocks()
    expect(tries()).toBe(1)
  }
})
