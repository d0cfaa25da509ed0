type Command = readonly string[]
type Step = 'lint' | 'unit' | 'conformance' | 'bench'

export type Language = {
  name: string
  folders: readonly string[]
  toolchain: Command
  cwd?: string
  /** Whether `npm test` runs its steps anyway. */
  isPartOfTests?: boolean
  steps: Record<Step, readonly Command[]>
  testService: Command
  /** What the test service needs beside the usual to find proxies. */
  environment?: Record<string, string>
}

export declare const languages: readonly Language[]
