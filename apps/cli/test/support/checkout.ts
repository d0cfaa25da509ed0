import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makeHome } from './bunting.ts'

export type Checkout = {
  folder: string
  /** Writes a file; content other than text is written as JSON. */
  write(name: string, content: unknown): string
  read(name: string): string
  remove(name: string): void
}

/** Makes a checkout of a repository, with files for `bunting apply`. */
export const makeCheckout = (origin = 'https://github.com/acme/shop.git'): Checkout => {
  const folder = makeHome()
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'ignore' })
  git('init', '--quiet')
  git('remote', 'add', 'origin', origin)
  return {
    folder,
    write: (name, content) => {
      const file = join(folder, name)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2))
      return file
    },
    read: (name) => readFileSync(join(folder, name), 'utf8'),
    remove: (name) => rmSync(join(folder, name)),
  }
}
