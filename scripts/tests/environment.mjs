import { delimiter, dirname, join } from 'node:path'
import { findNode } from '../node.mjs'
import { root } from '../root.mjs'

/** The environment of checks and tests: the pinned Node, installed commands and the programs of the system come first. */
export const testEnvironment = (programs = []) => {
  const path = [dirname(findNode()), join(root, 'node_modules', '.bin'), ...programs, process.env.PATH]
  return { ...process.env, PATH: path.join(delimiter) }
}
