type Result = { name: string; passed: boolean; interrupted: boolean; seconds: number }
type Options = {
  /** The file that records the state that passed last. */
  stamp?: string
  runStep?: (step: string) => Promise<Result>
}

export declare const checkChangedProvider: (
  env: Record<string, string | undefined>,
  options?: Options,
) => Promise<Result[]>
