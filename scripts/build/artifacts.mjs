import { mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { reportFailures } from '../fail.mjs'
import { packPackages } from '../packages/pack.mjs'
import { makeExecutable } from './executable.mjs'
import { packProgram } from './program-package.mjs'

// Into the folder it is told: the executable, and a tarball of each package.
await reportFailures(async () => {
  const [out] = process.argv.slice(2)
  mkdirSync(out, { recursive: true })
  // Beside what it makes, so that it need only be moved.
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
