import { join } from 'node:path'
import { dashboardIngredients, ensureDashboard } from '../dashboard/ensure-built.mjs'
import { ensureBuilt } from '../ensure-built.mjs'
import { root } from '../root.mjs'

/** The folder of the package `bunting` as people install it, which tests and measurements start. */
export const programFolder = join(root, 'node_modules', '.bunting-program')

export const programIngredients = [
  ...dashboardIngredients,
  'apps/bunting/bin',
  'apps/bunting/package.json',
  'apps/bunting/src',
  'apps/cli/package.json',
  'apps/cli/src',
  'apps/server/src',
  'packages/mcp/src',
  'scripts/build',
]

export async function ensureProgram() {
  await ensureDashboard()
  await ensureBuilt({
    name: 'program',
    ingredients: programIngredients,
    folder: programFolder,
    script: 'scripts/build/program.mjs',
  })
}

/** The global setup of Vitest, which runs before any test starts a server. */
export const setup = ensureProgram
