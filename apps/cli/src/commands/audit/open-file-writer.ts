import { closeSync, openSync, renameSync, writeSync } from 'node:fs'
import { wrongUse } from '../../core/failure.ts'

/** Writes to a temporary file and renames it at the end, so that a half-written file never has this name. */
export const openFileWriter = (file: string) => {
  const part = `${file}.${process.pid}.part`
  const attempt = <Result>(work: () => Result): Result => {
    try {
      return work()
    } catch (error) {
      return wrongUse(`${file} cannot be written: ${(error as Error).message}.`)
    }
  }
  const descriptor = attempt(() => openSync(part, 'w'))
  return {
    write: (text: string): void => {
      attempt(() => writeSync(descriptor, text))
    },
    finish: (): void => {
      attempt(() => {
        closeSync(descriptor)
        renameSync(part, file)
      })
    },
  }
}
