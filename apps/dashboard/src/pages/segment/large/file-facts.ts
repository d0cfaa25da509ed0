import type { UploadType } from '@bunting/contract'

/** What is known of a file before it is sent. */
export type FileFacts = { type: UploadType; isPacked: boolean; columns: readonly string[] }

const types: Readonly<Record<string, UploadType>> = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  jsonl: 'application/x-ndjson',
}

/** The names of columns are in its beginning. */
const lookedAtBytes = 64 * 1024

export const factsOf = async (file: File): Promise<FileFacts> => {
  const isPacked = /\.gz$/i.test(file.name)
  const ending = file.name.replace(/\.gz$/i, '').split('.').at(-1)?.toLowerCase() ?? ''
  const type = types[ending] ?? 'text/plain'
  const columns = type === 'text/csv' ? columnsIn(await beginningOf(file, isPacked)) : []
  return { type, isPacked, columns }
}

const beginningOf = async (file: File, isPacked: boolean): Promise<string> => {
  const beginning = file.slice(0, lookedAtBytes)
  if (!isPacked) return beginning.text()
  const reader = beginning.stream().pipeThrough(new DecompressionStream('gzip')).getReader()
  // What is cut off fails at its end; the first part is all that is needed.
  const { value } = await reader.read().catch(() => ({ value: undefined }))
  return new TextDecoder().decode(value)
}

/** The fields of the first line. Names in quotes lose them. */
const columnsIn = (text: string): string[] => {
  const [line = ''] = text.replace(/^\uFEFF/, '').split(/\r?\n/, 1)
  const fields = line.match(/("([^"]|"")*"|[^,]*)(,|$)/g) ?? []
  return fields
    .map((field) =>
      field
        .replace(/,$/, '')
        .replace(/^"(.*)"$/, '$1')
        .replaceAll('""', '"'),
    )
    .slice(0, line.endsWith(',') ? undefined : -1)
    .filter((name) => name !== '')
}
