/** The other end of a worker's or the primary's channel. */
export type Channel = {
  send(message: object): void
  onMessage(listener: (message: object) => void): void
}

export type Ask = (question: object) => Promise<unknown>

type Asked = { ask: number; question: object }
type Answered = { answer: number; value?: unknown; error?: string }

/** Questions and answers over a channel, in both directions at once. */
export const openCalls = (channel: Channel, answerTo: Ask): Ask => {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let asked = 0

  const settle = ({ answer, value, error }: Answered): void => {
    const one = waiting.get(answer)
    waiting.delete(answer)
    if (error === undefined) one?.resolve(value)
    else one?.reject(new Error(error))
  }
  const reply = ({ ask, question }: Asked): void => {
    answerTo(question).then(
      (value) => channel.send({ answer: ask, value } satisfies Answered),
      (error: Error) => channel.send({ answer: ask, error: error.message } satisfies Answered),
    )
  }
  channel.onMessage((message) => {
    if ('ask' in message) reply(message as Asked)
    if ('answer' in message) settle(message as Answered)
  })

  return (question) => {
    const answer = Promise.withResolvers<unknown>()
    waiting.set(++asked, answer)
    channel.send({ ask: asked, question } satisfies Asked)
    return answer.promise
  }
}
