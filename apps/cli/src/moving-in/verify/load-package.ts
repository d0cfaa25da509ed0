import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { wrongUse } from '../../core/failure.ts'
import type { LoadPackage } from './engine.ts'

/** The version that the application in this folder runs is the one that has to agree: none comes with Bunting. */
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
