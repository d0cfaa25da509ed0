import { spawn } from 'node:child_process'
import { collectOutput } from '../collect-output.mjs'
import { root } from '../root.mjs'

/** The flags of every install by a script. */
export const installFlags = [
  // The lock file is changed by people who add a dependency, not by a start.
  '--no-save',
  '--no-audit',
  '--no-fund',
  '--no-update-notifier',
  // The checks run on the pinned Node, whatever Node runs npm.
  '--no-engine-strict',
  '--loglevel=error',
  // The pinned Node is an optional dependency, which npm would otherwise leave out without failing.
  '--include=optional',
]

/** Runs npm without showing its output. `code` is null if it was killed. */
export function runNpm(args, signal) {
  const { npm_node_execpath: node = process.execPath, npm_execpath: npm, NODE_OPTIONS = '' } = process.env
  // A script started by npm is told which npm that was.
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
