import { mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { reportFailures } from '../fail.mjs'
import { packPackages } from '../packages/pack.mjs'
import { makeExecutable } from './executable.mjs'
import { packProgram } from './program-package.mjs'

// Builds the executable and a tarball of each package into the folder that is its argument.
await reportFailures(async () => {
  const [out] = process.argv.slice(2)
  mkdirSync(out, { recursive: true })
  // In the same folder, so that results only have to be renamed.
  const work = mkdtempSync(join(out, '.building-'))
  try {
    const executable = await makeExecutable(work)
    const tarballs = [await packProgram(work), ...packPackages(work).map(({ tarball }) => tarball)]
    for (const file of [...executable, ...tarballs]) {
      const place = join(out, basename(file))
      renameSync(file, place)
      console.log(`${(statSync(place).size / 1e6).toFixed(1).padStart(6)} MB  ${place}`)
    }
  } finally {
    rmSync(work, { recursive: true })
  }
})
