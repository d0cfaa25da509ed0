import type { Contexts } from './context.ts'
import type { Outcome } from './exit-code.ts'
import type { Argument, Option } from './parameters.ts'

type Arguments = Record<string, Argument>
type Options = Record<string, Option>
type Values<Parameters> = {
  [Name in keyof Parameters]: Parameters[Name] extends Argument<infer Value> | Option<infer Value> ? Value : never
}

/** The target of a command, which decides its options and its context. */
export type Target = keyof Contexts

export type Command = {
  name: string
  summary: string
  description?: string
  target: Target
  /** Has no `--json`, since it prints no answer of the API. */
  withoutJson?: boolean
  arguments?: Arguments
  options?: Options
  /** Examples, without the leading `bunting`; at least one. */
  examples: readonly [string, ...string[]]
  run(context: never, input: never): Promise<Outcome | undefined>
}

export type Group = {
  name: string
  summary: string
  commands: readonly Command[]
  /** The command that runs for the group's name alone. */
  usual?: Command
}

type Definition<In extends Target, Args extends Arguments, Opts extends Options> = Omit<
  Command,
  'target' | 'arguments' | 'options' | 'run'
> & {
  target: In
  arguments?: Args
  options?: Opts
  // biome-ignore lint/suspicious/noConfusingVoidType: a command that has no question to answer returns nothing.
  run(context: Contexts[In], input: Values<Args> & Values<Opts>): Promise<Outcome | undefined | void>
}

// biome-ignore lint/complexity/noBannedTypes: no arguments and no options are `{}`.
type None = {}

/** Defines one command completely: its name, its arguments and options, and the function that runs it. */
export const command = <const In extends Target, Args extends Arguments = None, Opts extends Options = None>(
  definition: Definition<In, Args, Opts>,
): Command => definition as Command
