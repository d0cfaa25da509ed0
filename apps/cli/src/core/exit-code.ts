/** Exit codes that scripts can rely on, each with its description in `bunting --help`. */
export const exitCodes = {
  ok: { code: 0, when: 'done; with a question about differences: none' },
  refused: { code: 1, when: 'the server refused it, there is no such thing, or a difference was found' },
  wrongUse: { code: 2, when: 'wrong use: an unknown command or option, a bad value, no profile' },
  unreachable: { code: 3, when: 'the server cannot be reached or cannot answer now: trying again later may work' },
  fault: { code: 70, when: 'a fault of bunting itself' },
} as const

export type Outcome = keyof typeof exitCodes
