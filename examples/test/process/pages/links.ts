import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { readPage, root } from './page.ts'

/** Packages are read on the registry, so their links use the address of the repository. */
const repository = 'https://github.com/bunting-flags/bunting/'

export type Link = { target: string; file: string; anchor: string }

/** The links of a page to files of this repository. */
export const linksOf = (page: string): Link[] => {
  const text = readPage(page).replace(/^```[\s\S]*?^```$/gm, '')
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)
  return targets.flatMap((target) => {
    if (/^[a-z]+:/.test(target) && !target.startsWith(repository)) return []
    const [path = '', anchor = ''] = target.split('#')
    return [{ target, file: fileOf(page, path), anchor }]
  })
}

const fileOf = (page: string, path: string): string => {
  if (path === '') return page
  if (path.startsWith(repository)) return path.slice(repository.length).replace(/^(blob|tree)\/main\//, '')
  return normalize(join(dirname(page), path))
}

/** A folder leads to its README, as on the repository's website. */
export const pageAt = (file: string): string =>
  existsSync(join(root, file)) && statSync(join(root, file)).isDirectory() ? normalize(join(file, 'README.md')) : file

/** The anchors of a page, as GitHub names them. */
export const anchorsOf = (file: string): string[] =>
  [
    ...readFileSync(join(root, file), 'utf8')
      .replace(/^```[\s\S]*?^```$/gm, '')
      .matchAll(/^#+ (.*)$/gm),
  ].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
