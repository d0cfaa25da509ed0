import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makeHome } from '../../support/bunting.ts'

export type TestRepository = {
  folder: string
  git(...args: string[]): string
  write(files: Record<string, string | Uint8Array>): void
  /** Writes files, and commits everything at a time in minutes after the first commit. */
  commit(files: Record<string, string | Uint8Array>, minute?: number): string
}

const firstMs = Date.parse('2026-03-01T12:00:00Z')

/** Makes a real repository, on the branch `main`. */
export const makeRepository = (files: Record<string, string | Uint8Array> = {}): TestRepository => {
  const folder = makeHome()
  let minutes = 0
  const run = (args: readonly string[], date: string): string =>
    execFileSync('git', ['-C', folder, '-c', 'protocol.file.allow=always', ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        HOME: folder,
        GIT_CONFIG_NOSYSTEM: '1',
        ...{ GIT_AUTHOR_NAME: 'Ada Lovelace', GIT_AUTHOR_EMAIL: 'ada@example.com', GIT_AUTHOR_DATE: date },
        ...{ GIT_COMMITTER_NAME: 'Ada Lovelace', GIT_COMMITTER_EMAIL: 'ada@example.com', GIT_COMMITTER_DATE: date },
      },
    }).trim()
  const git = (...args: string[]): string => run(args, new Date(firstMs + 60_000 * minutes).toISOString())
  const write: TestRepository['write'] = (added) => {
    for (const [path, content] of Object.entries(added)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), content)
    }
  }
  const commit: TestRepository['commit'] = (added, minute = minutes + 1) => {
    minutes = minute
    write(added)
    git('add', '--all')
    git('commit', '--quiet', '--allow-empty', '--message', 'A change')
    return git('rev-parse', 'HEAD')
  }
  git('init', '--quiet', '--initial-branch', 'main')
  if (Object.keys(files).length > 0) commit(files)
  return { folder, git, write, commit }
}
