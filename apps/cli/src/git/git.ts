import { execFile } from 'node:child_process'
import { statSync } from 'node:fs'
import { wrongUse } from '../core/failure.ts'

export type Git = {
  /** The root of the working tree. */
  root: string
  /** Runs a command in the root and returns its output; fails with git's error message. */
  run(args: readonly string[], input?: string): Promise<Buffer>
  /** Returns the output of a command without its last line break; undefined if it failed or printed nothing. */
  find(args: readonly string[]): Promise<string | undefined>
}

const maxOutputBytes = 512 * 1024 * 1024

/** Disables the fsmonitor, a program that the repository's config names, and locks: reading must have no side effects. */
const always = ['-c', 'core.fsmonitor=false', '--no-optional-locks', '--no-pager']

type Ended = { output: Buffer } | { refused: string } | { missing: true }

/** Opens the repository that contains a folder. */
export const openGit = async (folder: string): Promise<Git> => {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) wrongUse(`There is no folder ${folder}.`)
  const opened = await start(folder, ['rev-parse', '--show-toplevel'])
  if ('missing' in opened) return wrongUse('This command needs git, which is not installed or not in the PATH.')
  if ('refused' in opened) {
    const [said, ...advice] = opened.refused.split(/\s*\n\s*/)
    return wrongUse(`${folder} is not in a working tree of git: ${said}`, ...advice)
  }
  const root = withoutBreak(opened.output)
  if (root === '') return wrongUse(`${folder} is not in a working tree of git.`)
  const run: Git['run'] = async (args, input) => {
    const ended = await start(root, args, input)
    if ('output' in ended) return ended.output
    return wrongUse(`git ${args[0]} failed${'refused' in ended ? `: ${ended.refused}` : ''}`)
  }
  return { root, run, find: (args) => findIn(root, args) }
}

/** Returns the output of a command in a folder, like `Git.find`; undefined also without git or a repository. */
export const findIn = async (folder: string, args: readonly string[]): Promise<string | undefined> => {
  const ended = await start(folder, args)
  return ('output' in ended && withoutBreak(ended.output)) || undefined
}

const start = (folder: string, args: readonly string[], input = ''): Promise<Ended> =>
  new Promise((resolve) => {
    const options = { cwd: folder, encoding: 'buffer', maxBuffer: maxOutputBytes, windowsHide: true } as const
    const child = execFile('git', [...always, ...args], options, (error, output, said) => {
      if (error === null) resolve({ output })
      else if (error.code === 'ENOENT') resolve({ missing: true })
      else
        resolve({
          refused:
            said
              .toString()
              .trim()
              .replace(/^fatal: /, '') || error.message,
        })
    })
    // A command that fails may stop reading its input; its exit code reports the failure.
    child.stdin?.on('error', () => undefined).end(input)
  })

const withoutBreak = (output: Buffer): string => output.toString().replace(/\r?\n$/, '')
