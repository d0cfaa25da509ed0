/** A construct that Bunting cannot answer alike: its flag comes in off, and `code` says why. */
export class Unmappable extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.name = 'Unmappable'
    this.code = code
  }
}

export const byHand = (code: string, message: string): never => {
  throw new Unmappable(code, message)
}

const longest = 160

/** A construct of the source, as a message shows it. */
export const shown = (construct: unknown): string => {
  const text = typeof construct === 'string' ? construct : JSON.stringify(construct)
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}
