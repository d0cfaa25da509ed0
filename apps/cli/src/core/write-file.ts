import { renameSync, writeFileSync } from 'node:fs'
import { wrongUse } from './failure.ts'

/** Writes a temporary file and renames it, so that a half-written file never has this name. */
export const writeFile = (file: string, content: string): void => {
  try {
    writeFileSync(`${file}.${process.pid}.part`, content)
    renameSync(`${file}.${process.pid}.part`, file)
  } catch (error) {
    wrongUse(`${file} cannot be written: ${(error as Error).message}.`)
  }
}
