import { limits } from '@bunting/contract'
import { expect, test, vi } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import type { TestOrganization } from '../../src/testing/test-organization.ts'
import { at, namedAt, reference, upload } from '../api/support/code-references.ts'

const server = await startTestServer({ stopClock: true })
const dayMs = 24 * 60 * 60 * 1_000

const branchesOf = async (org: TestOrganization) =>
  (await org.walk(`${org.base}/code-references`)).map(({ branch, default: isDefault = false }) => [branch, isDefault])

const countsOf = async (org: TestOrganization, ...keys: string[]) => {
  const { body } = await org.get(`${org.base}/flags/summaries?keys=${keys.join(',')}`)
  return Object.fromEntries(
    body.items.map((item: { key: string; codeReferences?: number }) => [item.key, item.codeReferences]),
  )
}

test('an upload takes the place of all that its branch named, and of nothing else', async () => {
  const org = await server.newOrganization()
  const [{ key: one }, { key: other }] = [await org.createFlag(), await org.createFlag()]
  const first = await upload(org, [reference(one, { line: 9 }), reference(one, { line: 3 }), reference(other)])
  expect(first).toMatchObject({ status: 200, body: { flags: 2, references: 3, unknown: 0 } })
  await upload(org, [reference(other, { path: 'lib/a.go' })], { repository: 'acme/api' })
  const second = await upload(org, [reference(one, { line: 4 }), reference('gone')], { commit: 'c0ffee2', at: at(1) })
  expect(second.body).toEqual({ flags: 1, references: 1, unknown: 1 })

  const here = { repository: 'acme/shop', branch: 'main', commit: 'c0ffee2' }
  expect(await namedAt(org, one)).toEqual([{ ...here, path: 'src/shop.ts', line: 4 }])
  expect(await namedAt(org, other)).toMatchObject([{ repository: 'acme/api', path: 'lib/a.go' }])
  expect(await org.walk(`${org.base}/code-references`)).toEqual([
    { repository: 'acme/api', branch: 'main', commit: 'c0ffee1', at: at(0), references: 1, default: true },
    { ...here, at: at(1), references: 1, default: true },
  ])
})

test('a scan that comes late replaces nothing newer; one of the same commit is taken', async () => {
  const org = await server.newOrganization()
  const { key } = await org.createFlag()
  await upload(org, [reference(key)], { at: at(5) })
  const late = await upload(org, [], { at: at(4) })
  expect(late).toMatchObject({ status: 409, body: { error: { code: 'CONFLICT' } } })
  expect(late.body.error.message).toContain('c0ffee1')
  expect(await namedAt(org, key)).toHaveLength(1)
  expect((await upload(org, [], { at: at(5) })).status).toBe(200)
  expect(await namedAt(org, key)).toEqual([])
  expect((await upload(org, [], { at: at(0), branch: 'other' })).status).toBe(200)
})

test('of uploads at once one stays, whole, and never an older one', async () => {
  const org = await server.newOrganization()
  const keys = [(await org.createFlag()).key, (await org.createFlag()).key]
  const uploadOf = (commit: number, minute: number) => {
    const references = keys.flatMap((key) => [reference(key, { line: commit }), reference(key, { line: 100 + commit })])
    return upload(org, references, { commit: `commit-${commit}`, at: at(minute) })
  }
  for (let round = 0; round < 5; round++) {
    const newest = 10 * round + 5
    const answers = await Promise.all([
      uploadOf(1, newest - 1),
      uploadOf(2, newest),
      uploadOf(3, newest),
      uploadOf(4, newest - 2),
    ])
    for (const { status } of answers) expect([200, 409]).toContain(status)
    expect(answers.slice(1, 3).map(({ status }) => status)).toEqual([200, 200])
    const found = (await Promise.all(keys.map((key) => namedAt(org, key)))).flat()
    const commits = new Set(found.map(({ commit }) => commit))
    expect([...commits]).toEqual([expect.stringMatching(/^commit-[23]$/)])
    const [commit = 0] = [...commits].map((text) => Number(text.slice(-1)))
    expect(found.map(({ line }) => line)).toEqual([commit, 100 + commit, commit, 100 + commit])
  }
  expect(await branchesOf(org)).toEqual([['main', true]])
})

test('default branches of two uploads at once are one', async () => {
  const org = await server.newOrganization()
  const branches = ['a', 'b', 'c', 'd']
  const answers = await Promise.all(branches.map((branch) => upload(org, [], { branch, default: true })))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const found = await branchesOf(org)
  expect(found.map(([branch]) => branch).sort()).toEqual(branches)
  expect(found.filter(([, isDefault]) => isDefault)).toHaveLength(1)
})

test('flags are counted by default branches alone: the first, until an upload names another', async () => {
  const org = await server.newOrganization()
  const [{ key: one }, { key: other }] = [await org.createFlag(), await org.createFlag()]
  expect(await countsOf(org, one)).toEqual({ [one]: undefined })
  await upload(org, [reference(one), reference(one, { line: 2 })])
  await upload(org, [reference(other)], { branch: 'next' })
  await upload(org, [reference(one)], { repository: 'acme/api', branch: 'trunk' })
  expect(await countsOf(org, one, other)).toEqual({ [one]: 3, [other]: 0 })
  expect((await namedAt(org, other)).map(({ branch }) => branch)).toEqual(['next'])

  await upload(org, [reference(other)], { branch: 'next', default: true })
  expect(await countsOf(org, one, other)).toEqual({ [one]: 1, [other]: 1 })
  await upload(org, [reference(one)])
  expect(await branchesOf(org)).toEqual([
    ['trunk', true],
    ['next', true],
    ['main', false],
  ])
  await upload(org, [reference(other)], { branch: 'next', default: false })
  expect(await countsOf(org, one, other)).toEqual({ [one]: 1, [other]: 0 })
  await upload(org, [reference(one)])
  expect(await countsOf(org, one, other)).toEqual({ [one]: 2, [other]: 0 })
})

test('branches go 30 days after their last upload, except for default ones', async () => {
  const org = await server.newOrganization()
  const { key } = await org.createFlag()
  await upload(org, [reference(key)])
  for (const branch of ['left', 'kept']) await upload(org, [reference(key)], { branch })
  server.moveClock(29 * dayMs)
  await upload(org, [reference(key)], { branch: 'kept' })
  server.moveClock(dayMs)
  await vi.waitFor(async () =>
    expect(await branchesOf(org)).toEqual([
      ['kept', false],
      ['main', true],
    ]),
  )
  expect((await namedAt(org, key)).map(({ branch }) => branch)).toEqual(['main', 'kept'])
  // A former default branch is deleted too; a branch that became the default one is kept.
  await upload(org, [reference(key)], { branch: 'kept', default: true })
  server.moveClock(30 * dayMs)
  await vi.waitFor(async () => expect(await branchesOf(org)).toEqual([['kept', true]]))
  expect(await server.execute(`select 1 from due where kind = 'codeBranch'`)).toEqual([])
})

test('a project has so many branches: the one uploaded longest ago makes room, never a default one', async () => {
  const org = await server.newOrganization()
  const fill = (count: number, isDefault: boolean) =>
    server.deps.store.transaction(async (tx) => {
      for (let made = 0; made < count; made++) {
        await tx.codeBranches.insert(
          {
            ...{ id: server.deps.newId('codeBranch'), projectId: org.project.id, repository: `acme/${made}` },
            ...{ branch: isDefault ? 'main' : 'next', commit: 'c0ffee', atMs: 0, url: null, isDefault },
            ...{ references: 0, uploadedUs: made },
          },
          server.deps.nowUs(),
        )
      }
    })
  await fill(limits.codeBranches - 2, true)
  await fill(2, false)
  expect((await upload(org, [])).status).toBe(200)
  const left = (await org.walk(`${org.base}/code-references`)).filter((branch) => !branch.default)
  expect(left).toMatchObject([{ repository: 'acme/1', branch: 'next' }])
  expect((await upload(org, [], { repository: 'acme/new' })).status).toBe(200)
  const full = await upload(org, [], { repository: 'acme/newer' })
  expect(full).toMatchObject({ status: 409, body: { error: { code: 'CONFLICT' } } })
  expect((await upload(org, [])).status).toBe(200)
})

test('as many references as an upload may have are kept, and read in pages', async () => {
  const org = await server.newOrganization()
  const keys = Array.from({ length: 520 }, (_, at) => `flag-${at}`)
  const fields = { orgId: org.project.orgId, projectId: org.project.id, description: null, clientSafe: false } as const
  await server.deps.store.transaction(async (tx) => {
    for (const key of keys) {
      const flag = { id: server.deps.newId('flag'), key, name: key, type: 'boolean', ...fields } as const
      await tx.flags.insert(flag, server.deps.nowUs())
    }
  })
  const [crowded = ''] = keys
  const text = 'if (flags.boolean("checkout")) {'
  const all = { alias: 'checkout', text: text.slice(0, 20) }
  const references = [
    ...keys.map((key) => reference(key, all)),
    ...Array.from({ length: limits.flagReferences - 1 }, (_, at) => reference(crowded, { ...all, line: at + 2 })),
    ...Array.from({ length: limits.codeReferences - keys.length - limits.flagReferences + 1 }, (_, at) =>
      reference(`unknown-${at % 100}`, { ...all, line: at + 1 }),
    ),
  ]
  const taken = await upload(org, references)
  expect(taken.body).toEqual({ flags: 520, references: 520 + limits.flagReferences - 1, unknown: 100 })
  const found = await org.walk(`${org.base}/flags/${crowded}/code-references`, 99)
  expect(found.map(({ line }) => line)).toEqual(Array.from({ length: limits.flagReferences }, (_, at) => at + 1))
  expect(await countsOf(org, ...keys.slice(0, 2))).toEqual({ [crowded]: limits.flagReferences, [keys[1] as string]: 1 })
})

test('pages go on from one branch to the next, default branches first', async () => {
  const org = await server.newOrganization()
  const { key } = await org.createFlag()
  const three = [1, 2, 3].map((line) => reference(key, { line }))
  for (const branch of ['main', 'a', 'b']) await upload(org, three, { branch })
  for (const limit of [1, 2, 4, 100]) {
    const found = await org.walk(`${org.base}/flags/${key}/code-references`, limit)
    expect(found.map(({ branch, line }) => `${branch} ${line}`)).toEqual([
      ...['main 1', 'main 2', 'main 3', 'a 1', 'a 2', 'a 3', 'b 1', 'b 2', 'b 3'],
    ])
  }
})

test('the last removal is told while no default branch names the flag', async () => {
  const org = await server.newOrganization()
  const [{ key }, { key: other }] = [await org.createFlag(), await org.createFlag()]
  const removedOf = async (flagKey: string) =>
    (await org.get(`${org.base}/flags/${flagKey}/code-references`)).body.removed
  await upload(org, [reference(key)])
  const removal = (flagKey: string, minute: number, fields: object = {}) => ({
    ...{ flagKey, commit: `commit-${minute}`, at: at(minute) },
    ...fields,
  })
  const removed = [removal(key, 2), removal(key, 3, { author: 'Ada' }), removal(key, 1), removal('unknown', 9)]
  await upload(org, [reference(key)], { removed: [removal(key, 0)], at: at(4) })
  expect(await removedOf(key)).toBeUndefined()
  // A removal on another branch does not affect the default one.
  await upload(org, [], { branch: 'next', removed: [removal(key, 9)] })
  await upload(org, [], { removed, at: at(5) })
  const last = { repository: 'acme/shop', commit: 'commit-3', at: at(3), author: 'Ada' }
  expect(await removedOf(key)).toEqual(last)
  expect(await removedOf(other)).toBeUndefined()
  await upload(org, [], { repository: 'acme/api', removed: [removal(key, 2)] })
  expect(await removedOf(key)).toEqual(last)
  await upload(org, [reference(key)], { repository: 'acme/api', at: at(1) })
  expect(await removedOf(key)).toBeUndefined()
})
