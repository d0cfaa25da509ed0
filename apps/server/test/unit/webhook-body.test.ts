import type { AuditLogEntry, AuditLogEntryId } from '@bunting/contract'
import { expect, test } from 'vitest'
import type { Sendable } from '../../src/store/tables/webhook-tries.ts'
import { bodyOf } from '../../src/webhooks/body.ts'
import { slackBody } from '../../src/webhooks/slack.ts'

const sendable = (entry: Partial<AuditLogEntry>, fields: Partial<Sendable> = {}): Sendable => ({
  webhookId: 'hook_1',
  entryId: 'al_1' as AuditLogEntryId,
  entry: {
    id: 'al_1',
    orgId: 'org_1',
    actorId: 'user_1',
    actorType: 'user',
    action: 'flag.updated',
    resourceType: 'flag',
    resourceId: 'flag_1',
    meta: {},
    createdAt: '2026-05-01T12:00:00.000Z',
    ...entry,
  },
  actor: 'Ada',
  project: 'default',
  environment: undefined,
  tries: 0,
  ...fields,
})

const metaOf = (meta: Record<string, unknown>) => {
  const body = bodyOf(sendable({ meta }))
  expect(Buffer.byteLength(body)).toBeLessThanOrEqual(20_000)
  return JSON.parse(body).data
}

test('as much of the meta is sent as goes into 20,000 bytes, the largest fields are left out', () => {
  const small = { name: 'A name', clientSafe: true }
  const [large, larger] = ['x'.repeat(9_000), 'ü'.repeat(5_500)]
  expect(metaOf({ ...small, large })).toMatchObject({ meta: { ...small, large } })
  expect(metaOf({ ...small, large })).not.toHaveProperty('truncated')
  expect(metaOf({ larger, ...small, large })).toMatchObject({ meta: { ...small, large }, truncated: true })
  expect(metaOf({ larger, ...small, large }).meta).not.toHaveProperty('larger')
  expect(metaOf({ one: '"'.repeat(15_000) })).toMatchObject({ meta: {}, truncated: true })
})

test('who is no member and no key is named by the id, and what is about no project names none', () => {
  const body = bodyOf(sendable({ actorId: 'operator' }, { actor: undefined, project: undefined }))
  const { data } = JSON.parse(body)
  expect(data.actor).toBe('operator')
  expect(data).not.toHaveProperty('project')
  expect(data).not.toHaveProperty('environment')
})

test('what Slack would read as its own is escaped, and long sentences are cut', () => {
  const entry = { action: 'flag.created', meta: { key: 'a', type: 'boolean', comment: '<!here> & "more"' } } as const
  const { text } = JSON.parse(slackBody(sendable(entry, { actor: '<@U1|Ada>' }), undefined, 'https://flags.example'))
  expect(text).toBe(
    '&lt;@U1|Ada&gt; created the flag a, a boolean: “&lt;!here&gt; &amp; "more"” <https://flags.example/|Open in Bunting>',
  )
  const long = { ...entry, meta: { ...entry.meta, comment: '😀&'.repeat(3_000) } }
  const cut = JSON.parse(slackBody(sendable(long), undefined, 'https://flags.example')).text
  expect(cut).toMatch(/… <https:\/\/flags.example\/\|Open in Bunting>$/)
  expect(Buffer.byteLength(cut)).toBeLessThan(20_000)
})
