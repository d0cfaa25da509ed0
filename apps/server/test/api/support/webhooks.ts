import { vi } from 'vitest'
import type { AuditDraft } from '../../../src/rules/audit/audit.ts'
import type { ChangeActor } from '../../../src/store/audit/chain.ts'
import type { Json } from '../../../src/testing/clients/answer.ts'
import type { TestServer } from '../../../src/testing/servers/test-server.ts'
import type { TestOrganization } from '../../../src/testing/test-organization.ts'

/** A valid body, with the fields that the test is about. */
export const webhookBody = (fields: object = {}) => ({
  url: 'https://hooks.example/secret-path',
  events: ['*'],
  ...fields,
})

export const createWebhook = async (org: TestOrganization, fields: object = {}): Promise<Json> =>
  (await org.post('/v1/webhooks', webhookBody(fields))).body

/** Waits until all audit entries have their deliveries. */
export const settled = (server: TestServer) =>
  vi.waitFor(async () => {
    const [row] = await server.execute("select count(*) as count from due where kind = 'outbox'")
    if (Number((row as { count: number }).count) > 0) throw new Error('deliveries are still to be made')
  })

/** The types of the messages of a webhook, sent or waiting, oldest first. */
export const typesOf = async (org: TestOrganization, { id }: { id: string }): Promise<string[]> =>
  (await org.walk(`/v1/webhooks/${id}/deliveries`)).map(({ type }) => type).reverse()

/** Appends entries about `count` flags in one transaction. */
export const appendFlags = ({ deps }: TestServer, org: TestOrganization, count: number): Promise<void> => {
  const drafts = Array.from({ length: count }, (_, at) => ({
    ...{ action: 'flag.created', projectId: org.project.id, resourceType: 'flag', resourceId: `flag_${at}` },
    meta: {},
  }))
  const by = { id: 'operator', type: 'user', orgId: org.id } as ChangeActor
  return deps.store.transaction((tx) => tx.auditChain.append(by, drafts as AuditDraft[], deps))
}
