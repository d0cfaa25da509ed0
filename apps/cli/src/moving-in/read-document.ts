import { parse as parseYaml } from 'yaml'
import type { Ask } from '../core/ask.ts'
import { wrongUse } from '../core/failure.ts'
import { readInput } from '../core/read-json.ts'

/** Reads a file of JSON or YAML. JSON is parsed as JSON, for its better error messages. */
export const readDocument = async (ask: Ask, file: string): Promise<unknown> => {
  const text = await readInput(ask, file)
  const name = file === '-' ? 'Standard input' : file
  try {
    return /^\s*[[{]/.test(text) && !/\.ya?ml$/i.test(file) ? JSON.parse(text) : parseYaml(text)
  } catch (error) {
    return wrongUse(`${name} is neither JSON nor YAML: ${(error as Error).message.split('\n')[0]}.`)
  }
}
