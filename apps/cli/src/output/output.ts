import { once } from 'node:events'
import { toJson } from './escape-text.ts'
import { openProgress, type Progress } from './progress.ts'
import type { Part, Rich } from './rich.ts'
import { openScreen, type Screen } from './screen.ts'
import { table } from './table.ts'

export type Output = {
  /** Prints data on standard output. */
  print(line: Rich): void
  table(headers: readonly string[], rows: readonly (readonly Part[])[]): void
  /** Writes text for a program or a file, exactly as it is. */
  raw(text: string): void
  /** Writes text in chunks, and waits while the reader is slower. */
  stream(text: string | Uint8Array): Promise<void>
  /** Prints everything that is not data on standard error: results, hints, warnings, errors. */
  note(line: Rich): void
  /** Shows an answer: as JSON with `--json`, else by `render`. */
  show(body: unknown, render: () => void): void
  progress: Progress
  /** The terminal, if standard output is one. */
  screen: Screen | undefined
}

type Options = { json: boolean; plain: boolean }
type Streams = Pick<NodeJS.Process, 'stdout' | 'stderr'>

export const openOutput = ({ stdout, stderr }: Streams, { json, plain }: Options): Output => {
  const progress = openProgress(stderr)
  const write = (stream: NodeJS.WriteStream, line: Rich): void => {
    progress.clear()
    stream.write(`${stream.isTTY && !plain ? line.ansi : line.plain}\n`)
  }
  const print = (line: Rich): void => write(stdout, line)
  const raw = (text: string): void => {
    progress.clear()
    stdout.write(text)
  }
  return {
    print,
    table: (headers, rows) => {
      for (const line of table(headers, rows, stdout.isTTY ? stdout.columns || undefined : undefined)) print(line)
    },
    raw,
    stream: async (text) => {
      progress.clear()
      if (!stdout.write(text)) await once(stdout, 'drain')
    },
    note: (line) => write(stderr, line),
    show: (body, render) => {
      if (json) raw(`${toJson(body)}\n`)
      else render()
    },
    progress,
    screen: stdout.isTTY && !json ? openScreen(stdout, plain) : undefined,
  }
}
