import type { TestProject } from 'vitest/node'
import { ensureCli } from '../../../../scripts/openfeature/cli.mjs'

declare module 'vitest' {
  interface ProvidedContext {
    openFeatureCli: string
  }
}

export const setup = async ({ provide }: TestProject): Promise<void> => provide('openFeatureCli', await ensureCli())
