import type { Form } from './form.ts'
import type { Fields } from './json.ts'
import type { Check, Node } from './node.ts'

/** What a keyword is made into a check with. */
export type Making = {
  /** The schema that the keyword stands in. */
  readonly schema: Fields
  node(schema: unknown): Node
  /** Of a reference that leads somewhere. */
  target(reference: string): Node
}

export type Keyword = {
  readonly name: string
  /** What its value may be. */
  readonly form: Form
  /** Its schemas apply to the value itself, not to a part of it. */
  readonly inPlace?: true
  /** It asks what the others have evaluated, so it comes last. */
  readonly last?: true
  /** Only called with a value that is of its form. */
  check?(value: unknown, making: Making): Check
}
