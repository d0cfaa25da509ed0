import { createInterface } from 'node:readline'
import type { Answer, Question } from '../cases.ts'

type Details = { value: unknown; reason?: string; variant?: string; errorCode?: string }

/** Answers each question on standard input: a line of JSON each. */
export const answerAll = async (evaluate: (question: Question) => Promise<Details>): Promise<never> => {
  for await (const line of createInterface({ input: process.stdin })) {
    const { value, reason, variant, errorCode } = await evaluate(JSON.parse(line))
    const answer = { value, reason, variant, errorCode } as Answer
    process.stdout.write(`${JSON.stringify(answer)}\n`)
  }
  process.exit(0)
}
