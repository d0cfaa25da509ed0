import { expect, test } from 'vitest'
import { type AuditAction, type AuditLogEntry, auditActions } from '../src/index.ts'
import { sayEntry, sentenceOf, words } from '../src/sentences/index.ts'

const entryOf = (action: AuditAction, meta: AuditLogEntry['meta'] = {}, more: Partial<AuditLogEntry> = {}) => ({
  id: 'al_1',
  orgId: 'org_1',
  actorId: 'user_ada',
  actorType: 'user' as const,
  action,
  resourceType: words[action].resourceType,
  resourceId: 'one_1',
  meta,
  createdAt: '2026-11-16T12:00:00.000Z',
  ...more,
})

const known = {
  actor: (id: string) => ({ user_ada: 'Ada', user_lin: 'Lin', key_ci: 'CI' })[id],
  environment: (id: string) => ({ env_1: 'Production', env_2: 'QA' })[id],
  flagKey: (id: string) => ({ flag_1: 'checkout' })[id],
  apiKey: (id: string) => ({ key_web: { description: 'Web app', environmentId: 'env_1' } })[id],
  proposal: (id: string) => ({ prop_1: { createdBy: 'user_lin', flagId: 'flag_1' } })[id],
}
const there = { flagKey: 'checkout', envId: 'env_1', environmentId: 'env_1' }

const say = (...entry: Parameters<typeof entryOf>) => sayEntry(entryOf(...entry), known)

test('every action has a sentence, whatever its entry leaves out', () => {
  for (const action of auditActions) {
    const text = sayEntry(entryOf(action))
    expect(text).toMatch(/^Somebody ./)
    expect(text).not.toMatch(/ {2}|null|\[object/)
  }
})

test.each<[string, ...Parameters<typeof entryOf>]>([
  ['Ada saved version 4 of checkout in Production', 'flag.version.created', { ...there, version: 4 }],
  [
    'Ada saved version 4 of checkout in Production past the proposals, in an emergency: “Orders fail”',
    'flag.version.created',
    { ...there, version: 4, emergency: true, comment: 'Orders fail' },
  ],
  [
    'Ada saved version 4 of checkout in Production over MCP: “Half of them”',
    'flag.version.created',
    { ...there, version: 4, via: 'mcp', claimedClient: 'Robot', comment: 'Half of them' },
  ],
  [
    'Ada saved version 4 of checkout in Production by a schedule: “Launch”',
    'flag.version.created',
    { ...there, version: 4, scheduleId: 'sched_1', comment: 'Launch' },
  ],
  ['Ada archived the flag checkout', 'flag.updated', { archivedAt: '2026-01-01' }, { resourceId: 'flag_1' }],
  ['Ada tagged checkout “web”, “q3”', 'flag.updated', { tags: ['web', 'q3'] }, { resourceId: 'flag_1' }],
  ['Ada took all tags off checkout', 'flag.updated', { tags: [] }, { resourceId: 'flag_1' }],
  [
    'Ada made Lin the owner of checkout',
    'flag.updated',
    { ownerId: 'user_lin', owner: 'Lin' },
    { resourceId: 'flag_1' },
  ],
  ['Ada left checkout without an owner', 'flag.updated', { ownerId: null }, { resourceId: 'flag_1' }],
  ['Ada made checkout an experiment flag', 'flag.updated', { kind: 'experiment' }, { resourceId: 'flag_1' }],
  [
    'Ada said that checkout should be gone by 2026-12-31',
    'flag.updated',
    { expectedEnd: '2026-12-31' },
    { resourceId: 'flag_1' },
  ],
  [
    'Ada said that checkout is managed in “git:acme/shop”',
    'flag.updated',
    { managedBy: 'git:acme/shop' },
    { resourceId: 'flag_1' },
  ],
  ['Ada said that checkout is managed here', 'flag.updated', { managedBy: null }, { resourceId: 'flag_1' }],
  [
    'Ada said that team is managed in “git:acme/shop”',
    'segment.updated',
    { key: 'team', managedBy: 'git:acme/shop' },
    { resourceId: 'seg_1' },
  ],
  [
    'Ada changed the segment team',
    'segment.updated',
    { key: 'team', name: 'Team', managedBy: null },
    { resourceId: 'seg_1' },
  ],
  ['Ada took the schema off checkout', 'flag.updated', { schema: null }, { resourceId: 'flag_1' }],
  [
    'Ada changed checkout: its name, its tags, its owner, its kind and when it should be gone',
    'flag.updated',
    { name: 'Checkout', tags: [], ownerId: null, kind: null, expectedEnd: null },
    { resourceId: 'flag_1' },
  ],
  [
    'The key CI revoked the key Web app pk_1 of Production',
    'api_key.revoked',
    { keyPrefix: 'pk_1' },
    { resourceId: 'key_web', actorId: 'key_ci', actorType: 'api_key' },
  ],
  [
    'Ada proposed a change to checkout in Production: “Why not”',
    'flag.proposal.created',
    { ...there, comment: 'Why not' },
  ],
  [
    'Ada approved Lin’s schedule for checkout in Production: “Go”',
    'flag.proposal.approved',
    { ...there, kind: 'schedule', scheduleId: 'sched_1', comment: 'Launch', note: 'Go' },
    { resourceId: 'prop_1' },
  ],
  [
    'Lin withdrew their own change to checkout in Production',
    'flag.proposal.rejected',
    { envId: 'env_1' },
    { resourceId: 'prop_1', actorId: 'user_lin' },
  ],
  [
    'Ada allowed emergency saves in Production. An admin may save there past the proposals',
    'environment.updated',
    { emergency: true },
    { resourceId: 'env_1' },
  ],
  [
    'Ada paused the schedule of checkout in Production. The config was changed by hand',
    'schedule.paused',
    { ...there, reason: 'The config was changed by hand.' },
  ],
  ['Ada created the metric purchases', 'metric.created', { key: 'purchases', name: 'Purchases', kind: 'conversion' }],
  ['Ada archived the metric purchases', 'metric.updated', { key: 'purchases', archivedAt: '2026-01-01' }],
  ['Ada brought the metric purchases back', 'metric.updated', { key: 'purchases', archivedAt: null }],
  ['Ada changed the metric purchases', 'metric.updated', { key: 'purchases', name: 'Bought' }],
  ['Ada drafted an experiment on checkout in Production', 'experiment.created', there],
  ['Ada started the experiment on checkout in Production', 'experiment.started', there],
  [
    'Ada stopped the experiment on checkout in Production. The flag was archived',
    'experiment.stopped',
    { ...there, reason: 'The flag was archived.' },
  ],
  [
    'Ada shipped the experiment on checkout in Production: green for everyone. Recommended was: “Ship it?”',
    'experiment.shipped',
    { ...there, variant: 'green', to: 'everyone', recommendation: 'ship', why: 'Ship it?' },
  ],
  [
    'Ada saw a guardrail crossed of the experiment on checkout in Production. The guardrail errors was crossed by green',
    'experiment.guardrail',
    { ...there, metric: 'errors', reason: 'The guardrail errors was crossed by green.' },
  ],
  [
    'Ada got the verdict of the experiment on checkout in Production: “green converts better. Ship it?”',
    'experiment.verdict',
    { ...there, recommendation: 'ship', variant: 'green', why: 'green converts better. Ship it?' },
  ],
  [
    'Ada uploaded where main of acme/shop names flags: 1,200 references to 1 flag',
    'code_references.updated',
    { repository: 'acme/shop', branch: 'main', commit: 'c0ffee', flags: 1, references: 1200, unknown: 0 },
  ],
  [
    'Ada uploaded where main of acme/shop names flags: nowhere',
    'code_references.updated',
    { repository: 'acme/shop', branch: 'main', commit: 'c0ffee', flags: 0, references: 0, unknown: 2 },
  ],
  ['Ada allowed lines of code beside code references', 'project.updated', { codeLines: true }],
  ['Ada had a unit forgotten in Production', 'units.forgotten', { events: 2 }, { resourceId: 'env_1' }],
  [
    'Ada approved Lin’s start for the experiment on checkout in Production',
    'flag.proposal.approved',
    { ...there, kind: 'experiment', experimentId: 'exp_1' },
    { resourceId: 'prop_1' },
  ],
  [
    'Ada lost the webhook Deploys to hooks.example.com, which is disabled. Ten tries failed',
    'webhook.disabled',
    { description: 'Deploys', host: 'hooks.example.com', reason: 'Ten tries failed.' },
  ],
  [
    'Ada created the environment QA as a copy of Production',
    'environment.created',
    { copiedFrom: 'env_1' },
    { resourceId: 'env_2' },
  ],
  ['Ada put the environments into another order', 'project.updated', { environmentOrder: ['env_1'] }],
  ['The operator created the project Shop', 'project.created', { name: 'Shop' }, { actorId: 'operator' }],
])('%s', (text, ...entry) => {
  expect(say(...entry)).toBe(text)
})

test('a name from right to left stands by itself, and lines become one', () => {
  const text = say('flag.version.created', { ...there, version: 1, comment: 'שלום\nעולם' })
  expect(text).toBe('Ada saved version 1 of checkout in Production: “\u2068שלום עולם\u2069”')
})

test('what changed in a project is said of the one it is read in', () => {
  const entry = entryOf('member.updated', { name: 'Lin', projects: { proj_1: 'editor' } })
  expect(sentenceOf(entry, 'proj_1').at(-1)).toBe(' an editor in this project')
  expect(sentenceOf(entry, 'proj_2').at(-1)).toBe(' in another project')
  expect(sentenceOf(entry).at(-1)).toBe(' in a project')
})
