import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { vi } from 'vitest'
import { binary, usualVariables, type Variables } from './bunting.ts'

export type Terminal = {
  /** Everything shown so far. */
  shown(): string
  /** Waits until these words are shown. */
  sees(words: string): Promise<void>
  type(words: string): void
  ended: Promise<number | null>
}

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`

/** The program on a terminal, which `script` of util-linux provides. */
export const openTerminal = (args: readonly string[], variables: Variables): Terminal => {
  const command = [process.execPath, binary, ...args].map(quoted).join(' ')
  const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    env: { ...usualVariables(), TERM: 'xterm', SHELL: '/bin/sh', ...variables },
  })
  let shown = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text
  })
  return {
    shown: () => shown,
    sees: (words) =>
      vi.waitFor(() => {
        if (!shown.includes(words)) throw new Error(`"${words}" is not in: ${shown}`)
      }),
    type: (words) => child.stdin.write(`${words}\r`),
    ended: once(child, 'close').then(([code]) => code),
  }
}
