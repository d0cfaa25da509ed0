import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text as readAll } from 'node:stream/consumers'
import type { Output } from '../output/output.ts'
import { wrongUse } from './failure.ts'

export type Ask = {
  line(question: string, otherwise?: string): Promise<string>
  /** Asks without echoing what is typed. */
  secret(question: string): Promise<string>
  /** Asks on a terminal; without a terminal only `--yes` is a yes. */
  confirm(question: string, yes: boolean | undefined): Promise<void>
  /** Reads all of standard input. */
  input(): Promise<string>
}

const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() })

export const openAsk = ({ stdin, stderr }: Pick<NodeJS.Process, 'stdin' | 'stderr'>, out: Output): Ask => {
  const read = async (question: string, hidden: boolean): Promise<string> => {
    if (!stdin.isTTY) return wrongUse('There is no terminal to ask on: say it with options (see --help).')
    out.progress.stop()
    const lines = createInterface({ input: stdin, output: hidden ? nowhere() : stderr, terminal: true })
    // Written only now, since the terminal would echo anything typed before.
    if (hidden) stderr.write(`${question} `)
    const aborted = new AbortController()
    lines.on('SIGINT', () => aborted.abort())
    lines.on('close', () => aborted.abort())
    try {
      return (await lines.question(hidden ? '' : `${question} `, { signal: aborted.signal })).trim()
    } catch {
      return wrongUse('Nothing was changed.')
    } finally {
      lines.close()
      if (hidden) stderr.write('\n')
    }
  }
  return {
    line: async (question, otherwise) => {
      const answer = await read(otherwise === undefined ? `${question}:` : `${question} [${otherwise}]:`, false)
      return answer === '' ? (otherwise ?? '') : answer
    },
    secret: (question) => read(`${question}:`, true),
    confirm: async (question, yes) => {
      if (yes) return
      if (!stdin.isTTY) wrongUse(`${question} Say --yes if so.`)
      const answer = await read(`${question} [y/N]`, false)
      if (!/^y(es)?$/i.test(answer)) wrongUse('Nothing was changed.')
    },
    input: () => readAll(stdin),
  }
}
