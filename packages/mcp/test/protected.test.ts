import { beforeAll, expect, test } from 'vitest'
import { useWorld } from './support/world.ts'

const world = useWorld()

let flag = ''
beforeAll(async () => {
  flag = await world.newFlag({}, 10, 'production', 'staging')
  await world.protect('production')
})

test('a change of a protected environment becomes a proposal, and nobody is asked', async () => {
  const assistant = await world.overHttp()
  const { json } = await assistant.call('change_flag', {
    key: flag,
    environment: 'production',
    rollout: 50,
    comment: 'Half',
  })
  expect(json).toMatchObject({
    changed: false,
    proposal: expect.stringMatching(/^prop_/),
    url: `${world.server.managementUrl}/projects/${world.project.id}/proposals/${json.proposal}`,
  })
  const listed = await assistant.call('list_proposals', { status: 'pending' })
  expect(listed.json).toMatchObject({
    items: [
      { id: json.proposal, flagKey: flag, environment: 'production', comment: 'Half', url: json.url, untrusted: true },
    ],
  })
  const { versions } = await world.api.getFlag({ params: { projectId: world.project.id, flagKey: flag } })
  expect(versions[world.envId('production')]?.version).toBe(1)
})

test('a proposal is withdrawn by the key that made it, and by no other', async () => {
  const other = await world.overHttp({ key: await world.newKey('read', 'edit') })
  const assistant = await world.overHttp()
  const { items } = (await assistant.call('list_proposals', { status: 'pending' })).json as { items: { id: string }[] }
  const id = items[0]?.id
  expect(await other.call('withdraw_proposal', { id, comment: 'Not mine' })).toMatchObject({
    isError: true,
    json: { error: { code: 'FORBIDDEN' } },
  })
  expect((await assistant.call('withdraw_proposal', { id, comment: 'Later' })).json).toMatchObject({
    status: 'rejected',
  })
})

test('a segment and a schedule of a protected environment become proposals too', async () => {
  const assistant = await world.overHttp()
  const params = { projectId: world.project.id, segmentKey: 'few' }
  await world.api.createSegment({ params, body: { key: 'few', name: 'Few' } })
  const edit = await assistant.call('edit_segment', {
    key: 'few',
    environment: 'production',
    add: ['ada'],
    comment: 'In',
  })
  expect(edit.json).toMatchObject({ changed: false, proposal: expect.stringMatching(/^prop_/) })
  await world.api.createSegment({ params, body: { key: 'lots', name: 'Lots', large: true } })
  const upload = await assistant.call('edit_segment', {
    key: 'lots',
    environment: 'production',
    add: ['ada'],
    comment: 'In',
  })
  expect(upload.json).toMatchObject({ changed: false, proposal: expect.stringMatching(/^prop_/) })
  const steps = [{ after: 60, change: { enabled: false } }]
  const ramp = await assistant.call('schedule_change', { key: flag, environment: 'production', steps, comment: 'Off' })
  expect(ramp.json).toMatchObject({
    changed: false,
    proposal: expect.stringMatching(/^prop_/),
    schedule: expect.any(String),
  })
})

test('a key of an admin archives no flag of a protected environment, although the API lets it', async () => {
  const assistant = await world.overStdio(['--yes-unprotected'])
  const refused = await assistant.call('archive_flag', { key: flag, comment: 'Old' })
  expect(refused).toMatchObject({
    isError: true,
    json: { error: { message: expect.stringContaining('production, which is protected') } },
  })
})

test('where the protection is strict, archiving is proposed, with its comment', async () => {
  await world.protect('production', true)
  const { json } = await (await world.overHttp()).call('archive_flag', { key: flag, comment: 'Old' })
  expect(json).toMatchObject({ changed: false, proposal: expect.stringMatching(/^prop_/) })
  const proposal = await world.api.getProposal({ params: { proposalId: String(json.proposal) } })
  expect(proposal).toMatchObject({ kind: 'archive', comment: 'Old', status: 'pending' })
})

test('no tool approves, and none saves past a protection', async () => {
  const { tools } = await (await world.overHttp()).client.listTools()
  expect(JSON.stringify(tools)).not.toMatch(/"name":"approve|"emergency"/)
  const assistant = await world.overStdio(['--yes-unprotected'])
  const sneaky = { key: flag, environment: 'production', enabled: false, comment: 'Now', emergency: true }
  expect((await assistant.call('change_flag', sneaky)).json).toMatchObject({ error: { code: 'VALIDATION_ERROR' } })
})
