/** Longer texts are not copied for each answer: callers may take them slowly or never, and hold the copies in memory. */
const largeLength = 4 * 1024

/** The bytes of large texts, by their owner: made on demand, and shared by all answers. */
export type SharedBytes = WeakMap<object, Buffer>

/** Builds the text of an answer: in parts, if some of it is large. */
export class AnswerText {
  private readonly shared: SharedBytes
  private parts: Buffer[] | undefined
  private text: string

  constructor(start: string, shared: SharedBytes) {
    this.text = start
    this.shared = shared
  }

  add(text: string): void {
    this.text += text
  }

  /** Adds a text that is always the same for `whose`, so that its bytes can be shared. */
  addOf(whose: object, text: string): void {
    if (text.length < largeLength) this.text += text
    else this.addLarge(whose, text)
  }

  body(): string | Buffer[] {
    return this.parts ? [...this.parts, Buffer.from(this.text)] : this.text
  }

  private addLarge(whose: object, text: string): void {
    const bytes = this.shared.get(whose) ?? Buffer.from(text)
    this.shared.set(whose, bytes)
    this.parts ??= []
    this.parts.push(Buffer.from(this.text), bytes)
    this.text = ''
  }
}
