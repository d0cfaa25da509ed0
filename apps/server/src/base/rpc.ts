import type { Transferable } from 'node:worker_threads'

/** A connection to another thread or process, by messages. */
export type Channel = {
  /** Sends a message. Transferred memory is no longer available here; processes cannot transfer memory. */
  send(message: object, transfer?: readonly Transferable[]): void
  onMessage(listener: (message: object) => void): void
}

export type Call = (request: object, transfer?: readonly Transferable[]) => Promise<unknown>

type Request = { call: number; request: object }
type Response = { answer: number; value?: unknown; error?: SentError }
/** Errors lose their class between processes. */
type SentError = { message: string; stack?: string | undefined }

type Rpc = {
  call: Call
  /** Ends the calls, because the other side is gone: pending and later calls fail. */
  end(error: Error): void
}

/** Calls over a channel, in both directions. */
export const openRpc = (channel: Channel, handle: (request: object) => Promise<unknown>): Rpc => {
  const pending = new Map<number, PromiseWithResolvers<unknown>>()
  let calls = 0
  let ended: Error | undefined

  const settle = ({ answer, value, error }: Response): void => {
    const one = pending.get(answer)
    pending.delete(answer)
    if (error === undefined) one?.resolve(value)
    else one?.reject(Object.assign(new Error(error.message), { stack: error.stack }))
  }
  const respond = ({ call, request }: Request): void => {
    handle(request).then(
      (value) => channel.send({ answer: call, value } satisfies Response),
      ({ message, stack }: Error) => channel.send({ answer: call, error: { message, stack } } satisfies Response),
    )
  }
  channel.onMessage((message) => {
    if ('call' in message) respond(message as Request)
    if ('answer' in message) settle(message as Response)
  })

  return {
    call: (request, transfer) => {
      if (ended) return Promise.reject(ended)
      const answer = Promise.withResolvers<unknown>()
      pending.set(++calls, answer)
      channel.send({ call: calls, request } satisfies Request, transfer)
      return answer.promise
    },
    end: (error) => {
      ended ??= error
      for (const one of pending.values()) one.reject(ended)
      pending.clear()
    },
  }
}
