import type { Transferable } from 'node:worker_threads'

/** The other end of a thread's or a process's channel. */
export type Channel = {
  /** What is transferred is gone here; between processes nothing is. */
  send(message: object, transfer?: readonly Transferable[]): void
  onMessage(listener: (message: object) => void): void
}

export type Ask = (question: object, transfer?: readonly Transferable[]) => Promise<unknown>

type Asked = { ask: number; question: object }
type Answered = { answer: number; value?: unknown; error?: Failed }
/** Between processes an error is not one any more. */
type Failed = { message: string; stack?: string | undefined }

type Calls = {
  ask: Ask
  /** Nobody answers any more: what was asked fails, and what will be. */
  end(error: Error): void
}

/** Questions and answers over a channel, in both directions at once. */
export const openCalls = (channel: Channel, answerTo: (question: object) => Promise<unknown>): Calls => {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let asked = 0
  let ended: Error | undefined

  const settle = ({ answer, value, error }: Answered): void => {
    const one = waiting.get(answer)
    waiting.delete(answer)
    if (error === undefined) one?.resolve(value)
    else one?.reject(Object.assign(new Error(error.message), { stack: error.stack }))
  }
  const reply = ({ ask, question }: Asked): void => {
    answerTo(question).then(
      (value) => channel.send({ answer: ask, value } satisfies Answered),
      ({ message, stack }: Error) => channel.send({ answer: ask, error: { message, stack } } satisfies Answered),
    )
  }
  channel.onMessage((message) => {
    if ('ask' in message) reply(message as Asked)
    if ('answer' in message) settle(message as Answered)
  })

  return {
    ask: (question, transfer) => {
      if (ended) return Promise.reject(ended)
      const answer = Promise.withResolvers<unknown>()
      waiting.set(++asked, answer)
      channel.send({ ask: asked, question } satisfies Asked, transfer)
      return answer.promise
    },
    end: (error) => {
      ended ??= error
      for (const one of waiting.values()) one.reject(ended)
      waiting.clear()
    },
  }
}
