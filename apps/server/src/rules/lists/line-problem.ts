/** A mistake in a line of an upload, which is refused as a whole. */
export class LineProblem extends Error {
  readonly line: number

  constructor(line: number, message: string) {
    super(message)
    this.name = 'LineProblem'
    this.line = line
  }
}
