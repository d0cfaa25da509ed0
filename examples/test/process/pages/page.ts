import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../../..', import.meta.url))

/** A block of code on a page. What follows the language says how it is used. */
export type Block = { language: string; info: string; code: string }

/** Every page that the README leads to: itself, and those in docs/. */
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

/** Only these are run: what needs another machine, or a program that is not Bunting's, is `console`. */
export const isRun = ({ language }: Block): boolean => language === 'sh'

/** Such a page brings its server along: one of its blocks is to be left running. */
export const startsServers = (page: string): boolean => blocksOf(page).some(({ info }) => info === 'background')
