import type { Form } from './form.ts'
import type { Fields } from './json.ts'
import type { Check, Node } from './node.ts'

/** The inputs for compiling a keyword into a check. */
export type Making = {
  /** The schema that contains the keyword. */
  readonly schema: Fields
  node(schema: unknown): Node
  /** The target of a reference, which must exist. */
  target(reference: string): Node
}

export type Keyword = {
  readonly name: string
  /** The allowed values. */
  readonly form: Form
  /** Its schemas apply to the value itself, not to parts of it. */
  readonly inPlace?: true
  /** It depends on what the other keywords have evaluated, so it comes last. */
  readonly last?: true
  /** Compiles the check. Only called with an allowed value. */
  check?(value: unknown, making: Making): Check
}
