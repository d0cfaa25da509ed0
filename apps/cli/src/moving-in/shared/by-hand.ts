import type { FindingCode } from '../finding-codes.ts'
/** A construct of a source that Bunting cannot have: the flag is there, off, and nothing of it is guessed. */
export class ByHand extends Error {
  readonly code: FindingCode

  constructor(code: FindingCode, message: string) {
    super(message)
    this.name = 'ByHand'
    this.code = code
  }
}

export const byHand = (code: FindingCode, message: string): never => {
  throw new ByHand(code, message)
}

/** What `make` makes; undefined where something in it has to be done by hand, which `tell` is told of. */
export const attempt = <Made>(make: () => Made, tell: (reason: ByHand) => void): Made | undefined => {
  try {
    return make()
  } catch (error) {
    if (!(error instanceof ByHand)) throw error
    tell(error)
    return undefined
  }
}

const longest = 160

/** A construct of the source, as a message shows it. */
export const shown = (construct: unknown): string => {
  const text = typeof construct === 'string' ? construct : JSON.stringify(construct)
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}
