import { closeSync, openSync, renameSync, writeSync } from 'node:fs'
import { wrongUse } from '../../core/failure.ts'

/** Writes beside the file and moves it over it at the end, so that no half of a file is ever there. */
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
