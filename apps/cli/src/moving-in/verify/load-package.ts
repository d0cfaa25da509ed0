import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { wrongUse } from '../../core/failure.ts'
import type { LoadPackage } from './engine.ts'

/** Loads packages from the application's folder: its own version has to agree, so Bunting brings none along. */
export const packagesIn = (folder: string): LoadPackage => {
  const require = createRequire(join(resolve(folder), 'package.json'))
  return (name) => {
    try {
      return require(name)
    } catch (error) {
      const isMissing = (error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND'
      const words = isMissing ? `There is no ${name} in ${folder}` : `${name} cannot be loaded from ${folder}`
      return wrongUse(`${words}: it is what the answers are compared with.`, `npm install ${name}`, '--sdk <folder>')
    }
  }
}
