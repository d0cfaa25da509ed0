import { limits, type ProjectId } from '@bunting/contract'
import { expect, test } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'

const server = await startTestServer()
const org = await server.newOrganization()
const statusesOf = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).sort()

/** Inserts this many directly, without the API. */
const fill = (kind: 'view' | 'context', projectId: ProjectId, count: number) =>
  server.deps.store.transaction(async (tx) => {
    for (let at = 0; at < count; at++) {
      const fields = { projectId, name: `${at}`, createdBy: 'operator' } as const
      if (kind === 'view') await tx.savedViews.insert({ ...fields, id: server.deps.newId('savedView'), search: '' }, at)
      else await tx.savedContexts.insert({ ...fields, id: server.deps.newId('savedContext'), context: {} }, at)
    }
  })

/** The kinds of things that are saved under a name, each with a valid body. */
const kinds = [
  { kind: 'view', body: { search: 'tag=checkout&kind=release' } },
  {
    kind: 'context',
    body: { context: { userId: 'ada', attributes: { plan: 'pro', teams: ['web', 'ios'], age: 36, beta: true } } },
  },
] as const

for (const { kind, body } of kinds) {
  const path = `${org.base}/${kind}s`
  const bodyOf = (name: string) => ({ name, ...body })

  test(`of ten ${kind}s of one name at once one is saved, and of ten who delete it one does`, async () => {
    const ten = <Result>(work: () => Promise<Result>) => Promise.all(Array.from({ length: 10 }, work))
    const made = await ten(() => org.post(path, bodyOf('At once')))
    expect(statusesOf(made)).toEqual([201, ...Array(9).fill(409)])
    expect(made.find(({ status }) => status === 409)?.body.error).toMatchObject({
      code: 'CONFLICT',
      message: `A ${kind} of this name exists already in the project.`,
    })
    const { body: other } = await org.post('/v1/projects', { name: 'Other', slug: `other-${kind}` })
    expect((await org.post(`/v1/projects/${other.id}/${kind}s`, bodyOf('At once'))).status).toBe(201)

    const saved = made.find(({ status }) => status === 201)?.body
    const deleted = await ten(() => org.delete(`${path}/${saved.id}`))
    expect(statusesOf(deleted)).toEqual([200, ...Array(9).fill(404)])
    expect(await org.walk(`${org.base}/audit-log?action=${kind}.deleted&resourceId=${saved.id}`)).toHaveLength(1)
  })

  test(`a project has ${limits.saved} ${kind}s, however many are saved at once`, async () => {
    const full = await server.newOrganization()
    const here = `${full.base}/${kind}s`
    await fill(kind, full.project.id, limits.saved - 2)
    const answers = await Promise.all(Array.from({ length: 5 }, (_, at) => full.post(here, bodyOf(`Last ${at}`))))
    expect(statusesOf(answers)).toEqual([201, 201, 409, 409, 409])
    expect(await full.walk(here)).toHaveLength(limits.saved)
    const [newest] = await full.walk(here)
    await full.delete(`${here}/${newest.id}`)
    expect((await full.post(here, bodyOf('Room again'))).status).toBe(201)
  })
}
