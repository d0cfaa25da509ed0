import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../root.mjs'
import { listWorkspaces } from './workspaces.mjs'

const aside = join(root, 'node_modules', '.bunting-aside')

/** Everything that npm installed, as paths from the root. */
function listInstalled() {
  const inRoot = readdirSync(join(root, 'node_modules')).filter((name) => !name.startsWith('.bunting-'))
  const inWorkspaces = listWorkspaces().map((folder) => join(folder, 'node_modules'))
  return [...inRoot.map((name) => join('node_modules', name)), ...inWorkspaces].filter((path) =>
    existsSync(join(root, path)),
  )
}

function move(paths, from, to) {
  for (const path of paths) {
    mkdirSync(dirname(join(to, path)), { recursive: true })
    renameSync(join(from, path), join(to, path))
  }
}

function removeInstalled() {
  for (const path of listInstalled()) rmSync(join(root, path), { recursive: true, force: true })
}

/** Moves all packages away. If a killed install had done so already, only its incomplete packages are removed. */
export function setAside() {
  if (existsSync(aside)) return removeInstalled()
  move(listInstalled(), root, aside)
}

export function bringBack() {
  removeInstalled()
  const inRoot = existsSync(join(aside, 'node_modules')) ? readdirSync(join(aside, 'node_modules')) : []
  const inWorkspaces = listWorkspaces().map((folder) => join(folder, 'node_modules'))
  const paths = [...inRoot.map((name) => join('node_modules', name)), ...inWorkspaces]
  move(
    paths.filter((path) => existsSync(join(aside, path))),
    aside,
    root,
  )
  dropAside()
}

export const dropAside = () => rmSync(aside, { recursive: true, force: true })
