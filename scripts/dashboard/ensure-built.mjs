import { join } from 'node:path'
import { ensureBuilt } from '../ensure-built.mjs'
import { root } from '../root.mjs'

/** The ingredients of the built dashboard: its own files, the packages it uses, and the versions of all others. */
export const dashboardIngredients = [
  'apps/dashboard/index.html',
  'apps/dashboard/package.json',
  'apps/dashboard/contract-routes.ts',
  'apps/dashboard/first-paint.ts',
  'apps/dashboard/one-by-one.ts',
  'apps/dashboard/split-by-need.ts',
  'apps/dashboard/vite.config.ts',
  'apps/dashboard/public',
  'apps/dashboard/src',
  'packages/contract/src',
  'packages/engine/src',
  'packages/json-schema/src',
  'packages/sdk-core/src',
  'packages/statistics/src',
  'package-lock.json',
  'scripts/build/notices.mjs',
  'scripts/dashboard/build.mjs',
]

export const ensureDashboard = () =>
  ensureBuilt({
    name: 'dashboard',
    ingredients: dashboardIngredients,
    folder: join(root, 'apps', 'dashboard', 'dist'),
    script: 'scripts/dashboard/build.mjs',
  })
