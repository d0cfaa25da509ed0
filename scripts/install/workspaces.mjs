import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../root.mjs'

/** The folders of all workspaces, as paths from the root. */
export function listWorkspaces() {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return workspaces.flatMap((pattern) => {
    const parent = dirname(pattern)
    return readdirSync(join(root, parent))
      .sort()
      .map((name) => join(parent, name))
  })
}
