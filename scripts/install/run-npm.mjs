import { spawn } from 'node:child_process'
import { collectOutput } from '../collect-output.mjs'
import { root } from '../root.mjs'

/** Of every install that a script makes. */
export const installFlags = [
  // The lock file is for whoever adds a dependency to change, not for a start.
  '--no-save',
  '--no-audit',
  '--no-fund',
  '--no-update-notifier',
  // The checks run on the pinned Node, whatever Node runs npm.
  '--no-engine-strict',
  '--loglevel=error',
  // The pinned Node is an optional dependency, and npm does not mind when one of those cannot be had.
  '--include=optional',
]

/** Runs npm to its end, without a word of its own. `code` is null when it was killed. */
export function runNpm(args, signal) {
  const { npm_node_execpath: node = process.execPath, npm_execpath: npm, NODE_OPTIONS = '' } = process.env
  // A script that npm started knows which npm that was.
  const [command, ...first] = npm?.endsWith('npm-cli.js') ? [node, npm] : ['npm']
  const preload = new URL('./end-with-parent.mjs', import.meta.url).href
  const child = spawn(command, [...first, ...args], {
    cwd: root,
    env: { ...process.env, NODE_OPTIONS: `${NODE_OPTIONS} --import=${preload}`.trim() },
    signal,
    killSignal: 'SIGKILL',
  })
  return collectOutput(child)
}
