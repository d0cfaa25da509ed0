type Command = readonly string[]
type Step = 'lint' | 'unit' | 'conformance' | 'package' | 'bench'

export type Language = {
  name: string
  folders: readonly string[]
  toolchain: Command
  /** Commands that print the versions of other programs that the toolchain needs. */
  besides?: readonly Command[]
  /** The toolchain in words, for the message on a machine without it. */
  needs: string
  /** The minimum version of the toolchain. */
  atLeast?: readonly number[]
  cwd?: string
  /** Whether other parts of `npm test` already run its steps. */
  isPartOfTests?: boolean
  /** Commands to run before any step and before the test service; fast if there is nothing to do. */
  prepare?: readonly Command[]
  steps: Record<Step, readonly Command[]>
  testService: Command
  /** Packs the files that users install into the folder that is appended as the last argument. */
  pack?: Command
  /** The path of a single-file program that uses the SDK, and the command that runs it. */
  program?: { file: string; command: Command }
  /** Variables that let the test service find proxies. */
  environment?: Record<string, string>
}

export declare const languages: readonly Language[]
