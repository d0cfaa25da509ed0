import type { Language } from './languages.mjs'

export declare const prepare: (language: Language, env?: Record<string, string | undefined>) => Promise<void>
