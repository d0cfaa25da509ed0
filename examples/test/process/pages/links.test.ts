import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { anchorsOf, linksOf, pageAt } from './links.ts'
import { pages, root } from './page.ts'

const everyPage = globSync('{*,{docs,examples,bench,conformance}/*,{apps,packages}/*/*,deploy/**/*}.md', { cwd: root })

test.each(everyPage.filter((page) => linksOf(page).length > 0))('the links of %s lead somewhere', (page) => {
  for (const { target, file, anchor } of linksOf(page)) {
    expect(existsSync(join(root, file)), `${target} is not there`).toBe(true)
    if (anchor !== '') expect(anchorsOf(pageAt(file)), `there is no ${target}`).toContain(anchor)
  }
})

test('every page can be reached from the README', () => {
  const reached = new Set(['README.md'])
  for (const page of reached) {
    for (const { file } of linksOf(page))
      if (file.endsWith('.md') && existsSync(join(root, file))) reached.add(pageAt(file))
  }
  expect(pages.filter((page) => !reached.has(page))).toEqual([])
})
