import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../../..', import.meta.url))

/** A block of code on a page. The text after the language says how the block is used. */
export type Block = { language: string; info: string; code: string }

/** Every page that the README links to: itself, and those in docs/. */
export const pages: readonly string[] = [
  'README.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`)
    .sort(),
]

export const readPage = (page: string): string => readFileSync(join(root, page), 'utf8')

export const blocksOf = (page: string): Block[] =>
  [...readPage(page).matchAll(/^```(\w*) ?(.*)\n([\s\S]*?)^```$/gm)].map(([, language = '', info = '', code = '']) => ({
    language,
    info,
    code,
  }))

/** Only `sh` blocks are run: blocks that need another machine, or another program than Bunting, are `console`. */
export const isRun = ({ language }: Block): boolean => language === 'sh'

/** Tells whether a page starts its own server: one of its blocks is marked `background`. */
export const startsServers = (page: string): boolean => blocksOf(page).some(({ info }) => info === 'background')
