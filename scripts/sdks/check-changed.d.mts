import type { Language } from './languages.mjs'

type Result = { name: string; passed: boolean; interrupted: boolean; seconds: number }
type Options = {
  among?: readonly Language[]
  /** The folder that records the states that passed last. */
  stamps?: string
  runStep?: (language: Language, step: string) => Promise<Result>
}

export declare const checkChangedSdks: (env: Record<string, string | undefined>, options?: Options) => Promise<Result[]>
