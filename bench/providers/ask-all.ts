import { createInterface } from 'node:readline'
import { type Answer, type Case, cases } from './cases.ts'
import type { Gate } from './gate.ts'
import { type Command, start } from './run-to-end.ts'
import type { Service } from './service.ts'

export type Asked = { of: Case; answer: Answer; bulk: number[] }

/** Asks a runner every case, one after the other. */
export const askAll = async (command: Command, { keys }: Service, gate: Gate): Promise<Asked[]> => {
  const child = start({ ...command, env: { ...command.env, OFREP_URL: gate.url } })
  let complaints = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const ask = async ({ type, flag, default: fallback, context, key }: Case): Promise<Answer> => {
    child.stdin.write(`${JSON.stringify({ type, flag, default: fallback, context, key: keys[key] })}\n`)
    const { value: line, done } = await lines.next()
    if (done) throw new Error(`The runner ended.\n${complaints}`)
    return JSON.parse(line)
  }
  const asked: Asked[] = []
  try {
    for (const of of cases) {
      await gate.setAway(of.away)
      gate.takeBulk()
      asked.push({ of, answer: await ask(of), bulk: gate.takeBulk() })
    }
  } finally {
    await gate.setAway(false)
    child.kill()
  }
  return asked
}
