import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { type Channel, openRpc } from '../../src/base/rpc.ts'

const channelTo = (port: MessagePort): Channel => ({
  send: (message, transfer = []) => port.postMessage(message, [...transfer]),
  onMessage: (listener) => {
    port.on('message', listener)
  },
})

type Handle = Parameters<typeof openRpc>[1]

const connect = (left: Handle, right: Handle) => {
  const { port1, port2 } = new MessageChannel()
  onTestFinished(() => port1.close())
  return [openRpc(channelTo(port1), left), openRpc(channelTo(port2), right)] as const
}
const never: Handle = () => new Promise(() => undefined)

test('both ends ask each other over one channel, and each gets the answer to what it asked', async () => {
  const [left, right] = connect(
    async (request) => ({ left: request }),
    async (request) => ({ right: request }),
  )
  expect(await Promise.all([left.call({ a: 1 }), right.call({ b: 2 }), left.call({ a: 3 })])).toEqual([
    { right: { a: 1 } },
    { left: { b: 2 } },
    { right: { a: 3 } },
  ])
})

test('what fails there fails here, with what it says and where it was', async () => {
  const failure = new Error('the disk is full')
  const [left] = connect(never, () => Promise.reject(failure))
  const told = await left.call({}).catch((error: unknown) => error)
  expect(told).toBeInstanceOf(Error)
  expect(told).toMatchObject({ message: 'the disk is full', stack: failure.stack })
})

test('once nobody answers any more, what was asked fails, and what is asked later too', async () => {
  const [left] = connect(never, never)
  const asked = left.call({})
  left.end(new Error('it is gone'))
  left.end(new Error('it is gone once more'))
  await expect(asked).rejects.toThrow(/^it is gone$/)
  await expect(left.call({})).rejects.toThrow(/^it is gone$/)
})

test('what is transferred is not copied', async () => {
  const [left] = connect(never, async (request) => (request as { bytes: ArrayBuffer }).bytes.byteLength)
  const bytes = new ArrayBuffer(8)
  expect(await left.call({ bytes }, [bytes])).toBe(8)
  expect(bytes.byteLength).toBe(0)
})
