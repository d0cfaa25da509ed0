import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { storedWarnings } from '../../src/config/start-warnings.ts'
import { openStore } from '../../src/store/store.ts'
import { openAtMigration } from '../../src/testing/databases/open-database.ts'
import { openBrowser } from '../api/support/browser.ts'
import { person, startWithProvider } from '../api/support/with-provider.ts'

const { server, provider, first } = await startWithProvider()

test('of accounts that come with anybody’s address at once, one is let in', async () => {
  for (let round = 0; round < 3; round++) {
    const email = `shared-${round}@example.com`
    const browsers = Array.from({ length: 4 }, () => openBrowser(server))
    const backs: string[] = []
    for (const browser of browsers) {
      provider.become(person({ email }))
      backs.push(await browser.goAndComeBack())
    }
    const answers = await Promise.all(browsers.map((browser, at) => browser.go(backs[at] ?? '')))
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 403, 403, 403])
  }
})

test('the database itself refuses a second member with an address', async () => {
  const member = await server.newMember(first, 'viewer')
  const other = await server.newMember(first, 'viewer')
  const { store } = server.deps
  const refresh = store.transaction((tx) =>
    tx.users.refresh(other.id, {
      identity: other.id,
      name: 'Ada',
      email: `${member.id.toUpperCase()}@Example.com`,
      roleFromGroups: false,
      invited: false,
    }),
  )
  await expect(refresh).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('of members who share an address from before, it is whose who may the most, then who was here last', async () => {
  const { db, dialect } = await openAtMigration('0015-leftovers-additive')
  const user = (id: string, email: string | null, role: string, at: number, removed = 'null') =>
    `insert into users (id, org_id, identity, name, email, role, removed_us, created_us)
      values ('${id}', 'org_1', '${id}', 'A', ${email ? `'${email}'` : 'null'}, '${role}', ${removed}, ${at})`
  const rows = [
    "insert into organizations (id, name, plan, created_us) values ('org_1', 'O', 'enterprise', 1)",
    user('user_viewer', 'Ada@example.com', 'viewer', 1),
    user('user_admin', 'ada@example.com', 'admin', 2),
    user('user_dead', 'bob@example.com', 'editor', 3),
    user('user_living', 'BOB@example.com', 'editor', 4),
    user('user_gone', 'eve@example.com', 'admin', 5, '6'),
    user('user_eve', 'eve@example.com', 'viewer', 7),
    user('user_local', null, 'admin', 8),
    "insert into sessions (id, user_id, hash, created_us, used_us) values ('sess_1', 'user_living', 'h', 5, 5)",
  ]
  for (const row of rows) await sql.raw(row).execute(db)
  const store = await openStore(db, dialect)
  const { rows: have } = await sql`select id, address from users where address is not null order by id`.execute(db)
  expect(have).toEqual([
    { id: 'user_admin', address: 'ada@example.com' },
    { id: 'user_eve', address: 'eve@example.com' },
    { id: 'user_living', address: 'bob@example.com' },
  ])
  expect(await storedWarnings(store)).toEqual([expect.stringContaining('2 members have an e-mail that is another')])
  await store.close()
})

test('of two accounts that share an address from before, one comes in and the other is told which', async () => {
  const [one, two] = [person(), person()]
  for (const who of [one, two]) {
    provider.become(who)
    await openBrowser(server).signIn()
  }
  const taken = one.user.email as string
  await server.execute(`update users set email = '${taken}', address = null where email = '${two.user.email}'`)
  const come = async (who: typeof one) => {
    provider.become({ user: { ...who.user, email: taken } })
    return (await openBrowser(server).signIn()).status
  }
  expect([await come(two), await come(one), await come(two)]).toEqual([403, 302, 403])
})
