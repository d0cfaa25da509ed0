import type { Language } from './languages.mjs'

export declare const findToolchain: (
  language: Pick<Language, 'toolchain' | 'besides' | 'atLeast'>,
  env?: Record<string, string | undefined>,
) => string | undefined
