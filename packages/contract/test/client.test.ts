import { expect, test } from 'vitest'
import { ApiError, createClient } from '../src/index.ts'

/** The error of a call that is answered like this. */
const failureOf = async (status: number, body: string): Promise<unknown> => {
  const client = createClient({ baseUrl: 'http://bunting.test', fetch: async () => new Response(body, { status }) })
  return client.listProjects({}).catch((error: unknown) => error)
}

test('an error that a newer server knows has its code, its message and the status of its answer', async () => {
  for (const code of ['TEAPOT_EMPTY', 'constructor', '__proto__']) {
    const error = await failureOf(418, JSON.stringify({ error: { code, message: 'There is no tea.' } }))
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ code, status: 418, message: 'There is no tea.' })
  }
})

test('an answer that says nothing, or nothing of ours, keeps its status too', async () => {
  for (const body of ['', 'no gateway', 'null', '[]', '{"error":"no"}', '{"error":{"code":7}}']) {
    const error = await failureOf(502, body)
    expect(error).toMatchObject({ code: 'INTERNAL_ERROR', status: 502, message: expect.stringContaining('502') })
  }
})

test('an answer that breaks off is an error, and one that has nothing to say is not', async () => {
  for (const body of ['', '{"items":[', 'not ours']) {
    expect(await failureOf(200, body)).toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  }
  const fetch = async () => new Response(null, { status: 204 })
  expect(await createClient({ baseUrl: 'http://bunting.test', fetch }).signOut({ body: {} })).toBeUndefined()
})

test('an error that was made here has the status of its code', () => {
  expect(new ApiError('VERSION_CONFLICT', 'Somebody was faster.').status).toBe(409)
  expect(new ApiError('TEAPOT_EMPTY' as never, 'There is no tea.').status).toBe(500)
})
