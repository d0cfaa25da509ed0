import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openRandom } from '../support/random.ts'
import { runTool } from '../support/tools.ts'

const words = [
  ...['const', 'return', 'await', 'function', 'import', 'export', 'if', 'else', 'new', 'for', 'string', 'number'],
  ...['checkout', 'flags', 'old', 'user', 'cart', 'total', 'price', 'items', 'order', 'index', 'value', 'result'],
  ...[
    '=',
    '=>',
    '(',
    ')',
    '{',
    '}',
    '+',
    '===',
    '.map(',
    '[0]',
    "'text'",
    '"new"',
    '// new-checkout',
    ';\n',
    '\n  ',
    '\n',
  ],
]

/** Generates realistic code: from a few hundred bytes to about twenty thousand, with a flag in every tenth file. */
const content = (random: () => number, key: string | undefined): string => {
  const count = Math.ceil(40 + 3_500 * random() ** 4)
  const parts = Array.from({ length: count }, () => words[Math.floor(random() * words.length)])
  if (key !== undefined)
    parts.splice(Math.floor(random() * count), 0, `\nif (flags.boolean('${key}', user, false)) {\n`)
  return parts.join(' ')
}

const author = 'Ada <ada@example.com> 1767225600 +0000'
const pathOf = (at: number): string =>
  `src/part-${Math.floor(at / 1_000)}/room-${Math.floor(at / 50) % 20}/file-${at}.ts`

/** Makes a repository with this number of files, and returns their size in megabytes. */
export const makeRepository = async (folder: string, files: number, keyOf: (at: number) => string): Promise<number> => {
  const git = (...args: string[]) => runTool('git', ['-C', folder, ...args], { cwd: '/' })
  await runTool('git', ['init', '--quiet', '--initial-branch', 'main', folder], { cwd: '/' })
  const { next } = openRandom(1)
  const importing = spawn('git', ['-C', folder, '-c', 'core.compression=0', 'fast-import', '--quiet'], {
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  const send = async (text: string) => {
    if (!importing.stdin.write(text)) await once(importing.stdin, 'drain')
  }
  let bytes = 0
  await send(`commit refs/heads/main\ncommitter ${author}\ndata 5\nFirst\n`)
  for (let at = 0; at < files; at++) {
    const text = content(next, at % 10 === 0 ? keyOf(at / 10) : undefined)
    bytes += text.length
    await send(`M 100644 inline ${pathOf(at)}\ndata ${text.length}\n${text}\n`)
  }
  importing.stdin.end()
  await once(importing, 'close')
  await git('reset', '--quiet', '--hard')
  return Math.round(bytes / 1e6)
}

/** Changes some files, and commits the changes. */
export const changeFiles = async (folder: string, files: number, key: string): Promise<void> => {
  for (let at = 0; at < files; at++)
    await writeFile(join(folder, pathOf(at)), `flags.boolean('${key}', ${at}, false)\n`)
  const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com']
  await runTool('git', ['-C', folder, ...who, 'commit', '--quiet', '--all', '--message', 'Second'], { cwd: '/' })
}
