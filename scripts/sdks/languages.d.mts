type Command = readonly string[]
type Step = 'lint' | 'unit' | 'conformance' | 'package' | 'bench'

export type Language = {
  name: string
  folders: readonly string[]
  toolchain: Command
  /** Commands that tell the versions of what else the toolchain needs. */
  besides?: readonly Command[]
  /** The toolchain in words, for a machine that has none. */
  needs: string
  /** The first version of the toolchain that will do. */
  atLeast?: readonly number[]
  cwd?: string
  /** Whether `npm test` runs its steps anyway. */
  isPartOfTests?: boolean
  /** Commands before any step, and before the test service; quick where there is nothing to do. */
  prepare?: readonly Command[]
  steps: Record<Step, readonly Command[]>
  testService: Command
  /** Packs what people install into the folder that is its last word. */
  pack?: Command
  /** Where a program of one file lies that uses the SDK, and what runs it. */
  program?: { file: string; command: Command }
  /** Variables that let the test service find proxies. */
  environment?: Record<string, string>
}

export declare const languages: readonly Language[]
