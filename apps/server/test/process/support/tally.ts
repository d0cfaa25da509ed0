import type { Answer } from '../../../src/testing/clients/answer.ts'

/** The number of answers by status and code. A 207 counts as 201: the change is made, only the edge was slow. */
export const tally = (answers: Answer[]) => {
  const counts: Record<string, number> = {}
  for (const { status, body } of answers) {
    const answer = [status === 207 ? 201 : status, body.error?.code].join(' ').trim()
    counts[answer] = (counts[answer] ?? 0) + 1
  }
  return counts
}
