import type { FindingCode } from '../finding-codes.ts'
/** Thrown for a construct that Bunting cannot express: the flag is imported as off, and nothing is guessed. */
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

/** Runs `make`; if something has to be done by hand it reports that to `tell`, and returns undefined. */
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

/** A construct of the source as text for a message, shortened. */
export const shown = (construct: unknown): string => {
  const text = typeof construct === 'string' ? construct : JSON.stringify(construct)
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}
