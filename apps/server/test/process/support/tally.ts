import type { Answer } from '../../../src/testing/clients/answer.ts'

/** How many answers there were of each status and code. Where the edge was slow to take a change, it is made all the same. */
export const tally = (answers: Answer[]) => {
  const counts: Record<string, number> = {}
  for (const { status, body } of answers) {
    const answer = [status === 207 ? 201 : status, body.error?.code].join(' ').trim()
    counts[answer] = (counts[answer] ?? 0) + 1
  }
  return counts
}
