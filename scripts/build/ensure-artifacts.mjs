import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from '../ensure-built.mjs'
import { reportFailures } from '../fail.mjs'
import { root } from '../root.mjs'
import { programIngredients } from './ensure-program.mjs'

// Builds everything that people install, for tests, if any of its sources changed. Prints the folder.
const folder = join(root, 'node_modules', '.bunting-artifacts')
const filesIn = (place) =>
  readdirSync(join(root, place), { withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? `${place}/${entry.name}` : [],
  )
const packages = readdirSync(join(root, 'packages')).map((name) => `packages/${name}`)

await reportFailures(async () => {
  await ensureBuilt({
    name: 'artifacts',
    ingredients: [
      ...programIngredients,
      ...packages.flatMap((one) => [`${one}/src`, ...filesIn(one)]),
      ...filesIn('scripts'),
      ...filesIn('scripts/packages'),
      ...filesIn('apps/bunting'),
      'LICENSE',
      'package.json',
      'tsconfig.base.json',
      'tsconfig.package.json',
    ],
    folder,
    script: 'scripts/build/build-artifacts.mjs',
  })
  console.log(folder)
})
