import { readFileSync } from 'node:fs'
import type { Ask } from './ask.ts'
import { wrongUse } from './failure.ts'

/** JSON of a file, or of standard input where the file is `-`. */
export const readJson = async (ask: Ask, file: string): Promise<unknown> => {
  const text = file === '-' ? await ask.input() : readText(file)
  try {
    return JSON.parse(text)
  } catch (error) {
    return wrongUse(`${file === '-' ? 'Standard input' : file} is not JSON: ${(error as Error).message}.`)
  }
}

const readText = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return wrongUse(code === 'ENOENT' ? `There is no file ${file}.` : `${file} cannot be read: ${message}.`)
  }
}
