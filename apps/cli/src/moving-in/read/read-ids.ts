import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { wrongUse } from '../../core/failure.ts'

/** Reads the ids of a file, packed by gzip or not: a line an id, or the first column of CSV. */
export const readIds = async (file: string): Promise<string[]> => {
  const bytes = createReadStream(file)
  const plain = /\.gz$/i.test(file) ? pipeline(bytes, createGunzip(), () => undefined) : bytes
  const ids: string[] = []
  const take = (line: string): void => {
    const id = firstField(line.replace(/^\uFEFF|\r$/g, ''))
    if (id !== '') ids.push(id)
  }
  let rest = ''
  try {
    for await (const text of plain.setEncoding('utf8')) {
      const lines = `${rest}${text}`.split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) take(line)
    }
    take(rest)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    wrongUse(code === 'ENOENT' ? `There is no file ${file}.` : `${file} cannot be read: ${message}.`)
  }
  return ids
}

const firstField = (line: string): string => {
  const quoted = /^"((?:[^"]|"")*)"/.exec(line)?.[1]
  return quoted === undefined ? (line.split(',', 1)[0] as string) : quoted.replaceAll('""', '"')
}
