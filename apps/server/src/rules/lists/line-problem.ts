/** What is wrong with a line of an upload, of which nothing is taken then. */
export class LineProblem extends Error {
  readonly line: number

  constructor(line: number, message: string) {
    super(message)
    this.name = 'LineProblem'
    this.line = line
  }
}
