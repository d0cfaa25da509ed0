/** A text that is longer is not copied for each answer: callers may be slow to take them, and never take them at all. */
const largeLength = 4 * 1024

/** The bytes of large texts, by their owner: made on demand, and shared by all answers. */
export type SharedBytes = WeakMap<object, Buffer>

/** The text of an answer as it is put together: in parts, where some of it is large. */
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

  /** A text that is always the same for `whose`. */
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
