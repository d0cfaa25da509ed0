import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ChangedIds, UploadType } from '@bunting/contract'
import { command } from '../../core/command.ts'
import type { EnvironmentContext } from '../../core/context.ts'
import { wrongUse } from '../../core/failure.ts'
import { optional, required, switched, text } from '../../core/parameters.ts'
import { counted } from '../../output/counted.ts'
import type { Progress } from '../../output/progress.ts'
import { green, rich } from '../../output/rich.ts'
import { orNearSegment } from '../../server/segments.ts'
import { segmentArgument } from './segment-argument.ts'

const operations = ['add', 'remove', 'replace', 'contains'] as const

type Upload = {
  op: 'add' | 'remove' | 'replace'
  segment: string
  file: string
  column: string | undefined
  dryRun: boolean | undefined
  propose: boolean | undefined
  comment: string | undefined
}

export const segmentIds = command({
  name: 'ids',
  summary: 'Change the ids of a large segment by a file, or ask for one',
  description:
    'The file has an id a line, or is CSV (.csv) or lines of JSON (.ndjson, .jsonl), packed (.gz) or not. All of it is taken, or nothing: where it breaks off, do it again.',
  target: 'environment',
  arguments: {
    operation: required('what to do: add, remove or replace by the file, or ask whether it contains an id', {
      choices: operations,
    }),
    ...segmentArgument,
    file: optional('the file; - is standard input. Of contains: the id', { complete: 'file' }),
  },
  options: {
    column: text('name', 'of CSV whose first line has names: the column of the ids'),
    type: text('type', 'what the file is, where its name does not say it: csv, plain or ndjson', {
      choices: ['csv', 'plain', 'ndjson'],
    }),
    dryRun: switched('say what would change, and change nothing'),
    propose: switched('in a protected environment: have somebody else approve it'),
    comment: text('text', 'why, for the history'),
  },
  examples: [
    'segments ids add beta ids.txt',
    'segments ids replace spring-buyers customers.csv --column email --env production',
    'segments ids contains beta ada',
  ],
  run: async (context, { operation, segment, file, type, ...how }) => {
    if (file === undefined)
      return wrongUse('Which file, or which id?', `bunting segments ids ${operation} ${segment} <…>`)
    if (operation === 'contains') return contains(context, segment, file)
    const op = operation as Upload['op']
    await upload(context, { op, segment, file, ...how }, typeOf(file, type))
  },
})

const contains = async (context: EnvironmentContext, segmentKey: string, id: string) => {
  const { api, project, env, out } = context
  const params = { projectId: project.id, envId: env.id, segmentKey }
  const answer = await orNearSegment(context, segmentKey, () => api.containsSegmentId({ params, body: { id } }))
  out.show(answer, () => out.print(rich`${id} is ${answer.contains ? 'in' : 'not in'} ${segmentKey} (${env.slug}).`))
}

const names: Record<string, UploadType> = {
  csv: 'text/csv',
  plain: 'text/plain',
  ndjson: 'application/x-ndjson',
  jsonl: 'application/x-ndjson',
}

const typeOf = (file: string, said: string | undefined): UploadType => {
  const ending = file.replace(/\.gz$/i, '').split('.').at(-1)?.toLowerCase() ?? ''
  return names[said ?? ending] ?? 'text/plain'
}

const upload = async (context: EnvironmentContext, upload: Upload, type: UploadType): Promise<void> => {
  const { api, project, env, out, stdin } = context
  const { op, segment: segmentKey, file, column, dryRun, propose, comment } = upload
  const bytes = file === '-' ? undefined : (await stat(file).catch(() => wrongUse(`There is no file ${file}.`))).size
  const answer = await orNearSegment(context, segmentKey, () =>
    api.changeSegmentIds({
      params: { projectId: project.id, envId: env.id, segmentKey },
      query: { op, column, dryRun, propose, comment },
      upload: {
        type,
        gzip: /\.gz$/i.test(file),
        bytes: Readable.toWeb(
          Readable.from(told(file === '-' ? stdin : createReadStream(file), bytes, out.progress)),
        ) as ReadableStream<Uint8Array>,
      },
    }),
  )
  out.show(answer, () => {
    if ('kind' in answer) {
      const { added, removed } = answer.change
      out.note(
        rich`${green('Proposed')} (${counted(added, 'id')} more, ${counted(removed, 'id')} less): ${answer.id} waits for somebody else’s approval.`,
      )
    } else
      out.note(rich`${green(dryRun ? 'Would change' : 'Changed')} ${segmentKey} in ${env.slug}: ${sayChanged(answer)}.`)
  })
}

const sayChanged = ({ version, size, added, removed, unchanged }: ChangedIds): string =>
  `${count(added)} added, ${count(removed)} removed, ${count(unchanged)} unchanged; ${counted(size, 'id')} in version ${version}`

const count = (number: number): string => number.toLocaleString('en')

const megabytes = (bytes: number): number => Math.ceil(bytes / 1024 ** 2)

/** The bytes of a file, and on the way how far it is. */
async function* told(
  bytes: AsyncIterable<Uint8Array | string>,
  all: number | undefined,
  progress: Progress,
): AsyncGenerator<Uint8Array> {
  let sent = 0
  for await (const piece of bytes) {
    const part = typeof piece === 'string' ? Buffer.from(piece) : piece
    yield part
    sent += part.length
    progress.step(megabytes(sent), megabytes(all ?? sent), 'MB')
  }
}
