import { closeSync, existsSync, fstatSync, fsyncSync, linkSync, openSync, rmSync, writeSync } from 'node:fs'
import { refuse, wrongUse } from '../../core/failure.ts'
import { findDamage } from './find-damage.ts'

/** A new file that only its owner can read. It gets its name when it is complete and checked. */
export const openBackupFile = (file: string) => {
  const part = `${file}.${process.pid}.part`
  const attempt = <Result>(work: () => Result): Result => {
    try {
      return work()
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      return wrongUse(code === 'EEXIST' ? `${file} is there already.` : `${file} cannot be written: ${message}.`)
    }
  }
  if (existsSync(file)) wrongUse(`${file} is there already.`, 'Name another file, or take it away first.')
  const descriptor = attempt(() => openSync(part, 'wx', 0o600))
  let open = true
  const close = (): void => {
    if (open) closeSync(descriptor)
    open = false
  }
  return {
    write: (piece: Uint8Array): void => {
      for (let at = 0; at < piece.length; ) at += attempt(() => writeSync(descriptor, piece, at))
    },
    finish: async (): Promise<{ size: number }> => {
      const { size } = fstatSync(descriptor)
      attempt(() => fsyncSync(descriptor))
      close()
      const damage = await findDamage(part)
      if (damage !== undefined) refuse(`What came is not a whole database: ${damage}.`, 'Try again.')
      // A link fails if the name is taken, while a rename would overwrite that file.
      attempt(() => linkSync(part, file))
      return { size }
    },
    [Symbol.dispose]: (): void => {
      close()
      rmSync(part, { force: true })
    },
  }
}
