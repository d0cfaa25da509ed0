import { gzipSync } from 'node:zlib'
import { limits } from '@bunting/contract'
import { expect, test } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'

const server = await startTestServer()
const org = await server.newOrganization()

const newList = async (fields: object = {}) => {
  const { key } = await org.uploadSegment('ada', fields)
  const path = `${org.segmentAt(key)}/ids`
  const latest = async () => (await org.walk(`${path}/versions`))[0]
  return { key, path, latest }
}

/** The detail of a refusal, and that nothing changed by it. */
const refused = async (body: string | Uint8Array, headers: Record<string, string> = {}, query = '') => {
  const { path, latest } = await newList()
  const answer = await org.upload(`${path}?op=replace${query}`, body, headers)
  expect(await latest()).toMatchObject({ version: 1, size: 1 })
  return { status: answer.status, code: answer.body.error.code, detail: answer.body.error.details?.[0] }
}

const at = (line: number, message: string) => ({
  status: 422,
  code: 'VALIDATION_ERROR',
  detail: { path: `line ${line}`, message: expect.stringContaining(message) },
})

test('a line that is no id is refused with its number, and nothing is changed', async () => {
  expect(await refused('bob\n\ncleo')).toEqual(at(2, 'empty'))
  expect(await refused(`bob\n${'x'.repeat(257)}\n`)).toEqual(at(2, '256'))
  expect(await refused('bob\ncl\0eo')).toEqual(at(2, 'null byte'))
  const json = { 'content-type': 'application/x-ndjson' }
  expect(await refused('"bob"\n17\n', json)).toEqual(at(2, 'text'))
  expect(await refused('"bob"\n"\\ud800"\n', json)).toEqual(at(2, 'surrogate'))
  expect(await refused('"bob"\n"cl\\u0000eo"\n', json)).toEqual(at(2, 'null byte'))
  expect(await refused('"bob"\n{"id":\n', json)).toEqual(at(2, 'JSON'))
  const csv = { 'content-type': 'text/csv' }
  expect(await refused('id,mail\n1,a\n2\n', csv, '&column=mail')).toEqual(at(3, 'columns'))
  expect(await refused('id,mail\n1,a\n', csv, '&column=phone')).toEqual(at(1, 'phone'))
  expect(await refused('"bob\ncleo\n', csv)).toEqual(at(1, 'quotes'))
  expect(await refused('"bob"x\n', csv)).toEqual(at(1, 'comma'))
})

test('what is not UTF-8 is refused with its line, wherever a piece of the body ends', async () => {
  expect(await refused(Buffer.from([0x61, 0x0a, 0xff, 0x0a, 0x62]))).toEqual(at(2, 'UTF-8'))
  expect(await refused(Buffer.from([0x61, 0x0a, 0xc3]))).toEqual(at(2, 'UTF-8'))
})

test('a body of one endless line is refused long before its end', async () => {
  const { path } = await newList()
  let sent = 0
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      sent += 64 * 1024
      controller.enqueue(Buffer.alloc(64 * 1024, 'x'))
    },
  })
  const response = await server.fetch(`${path}?op=add`, {
    method: 'POST',
    headers: { authorization: `Bearer ${org.key}`, 'content-type': 'text/plain' },
    body,
    duplex: 'half',
  } as RequestInit)
  expect(response.status).toBe(422)
  expect(sent).toBeLessThan(16 * limits.listLine)
})

test('a small body that unpacks to one endless line is refused, and so is what is no gzip', async () => {
  const packed = { 'content-encoding': 'gzip' }
  const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024, 'x'))
  expect(bomb.length).toBeLessThan(1024 * 1024)
  expect(await refused(bomb, packed)).toMatchObject({ status: 422 })
  expect(await refused('not gzip at all', packed)).toMatchObject({ status: 422, code: 'VALIDATION_ERROR' })
  expect(await refused(gzipSync('bob\ncleo').subarray(0, 20), packed)).toMatchObject({ status: 422 })
  expect(await refused('bob', { 'content-encoding': 'br' })).toMatchObject({ status: 415 })
  expect(await refused('bob', { 'content-type': 'application/json' })).toMatchObject({ status: 415 })
})

test('a small body that unpacks to more than there may be is refused, although every line of it is an id', async () => {
  const line = `ada,${'x'.repeat(limits.listLine - 4)}\n`
  const member = gzipSync(line.repeat(1_000))
  // Members of gzip that follow each other are one body.
  const bomb = Buffer.concat(
    Array.from({ length: Math.ceil(limits.listUploadBytes / (1_000 * line.length)) }, () => member),
  )
  expect(bomb.length).toBeLessThan(8 * 1024 * 1024)
  const packed = { 'content-encoding': 'gzip', 'content-type': 'text/csv' }
  expect(await refused(bomb, packed)).toMatchObject({ status: 413, code: 'PAYLOAD_TOO_LARGE' })
})

test('a body that is announced as larger than there may be is not read', async () => {
  const announced = { 'content-length': String(limits.listUploadBytes + 1) }
  expect(await refused('bob', announced)).toMatchObject({ status: 413, code: 'PAYLOAD_TOO_LARGE' })
})

test('a body that breaks off changes nothing', async () => {
  const { path, latest } = await newList()
  let pieces = 0
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (++pieces > 3) controller.error(new Error('the line is cut'))
      else controller.enqueue(Buffer.from('bob\ncleo\n'))
    },
  })
  const headers = { authorization: `Bearer ${org.key}`, 'content-type': 'text/plain' }
  await server
    .fetch(`${path}?op=replace`, { method: 'POST', headers, body, duplex: 'half' } as RequestInit)
    .catch(() => undefined)
  expect(await latest()).toMatchObject({ version: 1, size: 1 })
})

test('a packed body that is refused is answered at once, and may break off afterwards', async () => {
  const { path, latest } = await newList()
  for (const [sent, expected] of [
    [gzipSync('bob\n\ncleo'), at(2, 'empty')],
    [Buffer.from('not gzip at all'), { status: 422, code: 'VALIDATION_ERROR', detail: undefined }],
  ] as const) {
    let breakOff = (): void => undefined
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        controller.enqueue(sent)
        breakOff = () => controller.error(new Error('the line is cut'))
      },
    })
    const headers = {
      authorization: `Bearer ${org.key}`,
      'content-type': 'text/plain',
      'content-encoding': 'gzip',
    }
    const answer = await server.fetch(`${path}?op=replace`, {
      method: 'POST',
      headers,
      body,
      duplex: 'half',
    } as RequestInit)
    const { error } = await answer.json()
    expect({ status: answer.status, code: error.code, detail: error.details?.[0] }).toEqual(expected)
    breakOff()
  }
  expect(await latest()).toMatchObject({ version: 1, size: 1 })
})

test('ids that are all the same take the room of one', async () => {
  for (const keepIds of [false, true]) {
    const { path } = await newList({ keepIds })
    const { body } = await org.upload(`${path}?op=add`, 'the same id\n'.repeat(300_000))
    expect(body).toEqual({ version: 2, size: 2, added: 1, removed: 0, unchanged: 299_999 })
  }
})

test('a segment with a config takes no uploads, and a large one no configs', async () => {
  const plain = await org.saveSegment()
  const conflict = { status: 409, body: { error: { code: 'CONFLICT' } } }
  expect(await org.upload(`${org.segmentAt(plain.key)}/ids?op=add`, 'ada')).toMatchObject(conflict)
  expect(await org.post(`${org.segmentAt(plain.key)}/ids/contains`, { id: 'ada' })).toMatchObject(conflict)
  const { key } = await newList()
  const put = await org.put(org.segmentAt(key), { version: 2 })
  expect(put).toMatchObject(conflict)
  expect(put.body.error.message).toContain(`/segments/${key}/ids`)
  expect(await org.get(`${org.segmentAt(key)}/versions`)).toMatchObject(conflict)
  expect(await org.get(`${org.segmentAt(key)}/ids`)).toMatchObject(conflict)
  for (const fields of [{ large: false }, { keepIds: true }]) {
    expect((await org.patch(`${org.base}/segments/${key}`, fields)).body.error.code).toBe('IMMUTABLE_FIELD')
  }
  const both = { key: 'keeps', name: 'Keeps', keepIds: true }
  expect((await org.post(`${org.base}/segments`, both)).status).toBe(422)
})

test('a plan has so many large segments, of so many ids', async () => {
  const free = await server.newOrganization('free')
  expect((await free.post(`${free.base}/segments`, { key: 'big', name: 'Big', large: true })).body.error).toMatchObject(
    {
      code: 'UPGRADE_REQUIRED',
      message: expect.stringContaining('0 large segments'),
    },
  )
  const pro = await server.newOrganization('pro')
  for (let at = 0; at < 10; at++) await pro.createSegment({ large: true })
  const more = await pro.post(`${pro.base}/segments`, { key: 'big', name: 'Big', large: true })
  expect(more).toMatchObject({ status: 403, body: { error: { code: 'UPGRADE_REQUIRED' } } })
})

test('an upload of more ids than a plan includes changes nothing', async () => {
  const pro = await server.newOrganization('pro')
  const { key } = await pro.uploadSegment('ada')
  const path = `${pro.segmentAt(key)}/ids`
  const ids = Array.from({ length: 1_000_000 }, (_, at) => at).join('\n')
  const refused = {
    status: 403,
    body: { error: { code: 'UPGRADE_REQUIRED', message: expect.stringContaining('1,000,001') } },
  }
  expect(await pro.upload(`${path}?op=add`, ids)).toMatchObject(refused)
  expect(await pro.upload(`${path}?op=add&dryRun=true`, ids)).toMatchObject(refused)
  expect((await pro.walk(`${path}/versions`))[0]).toMatchObject({ version: 1, size: 1 })
  expect((await pro.upload(`${path}?op=replace`, ids)).body).toMatchObject({ size: 1_000_000 })
})
