import { readFileSync } from 'node:fs'
import type { Ask } from './ask.ts'
import { wrongUse } from './failure.ts'

/** Reads the text of a file, or of standard input if the file is `-`. */
export const readInput = async (ask: Ask, file: string): Promise<string> =>
  file === '-' ? ask.input() : readText(file)

/** Reads a file or standard input in the same way, and parses it as JSON. */
export const readJson = async (ask: Ask, file: string): Promise<unknown> =>
  parseJson(file === '-' ? 'Standard input' : file, await readInput(ask, file))

/** Parses JSON; `name` names the text in the error message. */
export const parseJson = (name: string, text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    return wrongUse(`${name} is not JSON: ${(error as Error).message}.`)
  }
}

export const readText = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return wrongUse(code === 'ENOENT' ? `There is no file ${file}.` : `${file} cannot be read: ${message}.`)
  }
}
