import { delimiter, dirname, join } from 'node:path'
import { findNode } from '../node.mjs'
import { root } from '../root.mjs'

/** The environment of checks and tests: the pinned Node, installed commands and system programs come first in the PATH. */
export const testEnvironment = (programs = []) => {
  const path = [dirname(findNode()), join(root, 'node_modules', '.bin'), ...programs, process.env.PATH]
  return { ...process.env, PATH: path.join(delimiter) }
}
