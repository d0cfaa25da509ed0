import { renameSync, writeFileSync } from 'node:fs'
import { wrongUse } from './failure.ts'

/** Written beside it and moved over it, so that no half of a file is ever there. */
export const writeFile = (file: string, content: string): void => {
  try {
    writeFileSync(`${file}.${process.pid}.part`, content)
    renameSync(`${file}.${process.pid}.part`, file)
  } catch (error) {
    wrongUse(`${file} cannot be written: ${(error as Error).message}.`)
  }
}
