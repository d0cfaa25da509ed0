#!/usr/bin/env node
// Plain JavaScript that any Node from 20 on can read: it finds the Node that runs the rest.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { isatty } from 'node:tty'
import { fileURLToPath } from 'node:url'

const source = new URL('../src/main.ts', import.meta.url)
const built = new URL('../dist/main.js', import.meta.url)

if (existsSync(source)) await runSource()
else await import(built.href)

/** In a checkout the sources run as they are, on the project's own Node. */
async function runSource() {
  const { findNode } = await import('../../../scripts/node.mjs')
  const node = findNodeOrEnd(findNode)
  if (node === process.execPath || Number.parseInt(process.versions.node, 10) >= 26) await import(source.href)
  else passOn(spawn(node, [fileURLToPath(source), ...process.argv.slice(2)], { stdio: 'inherit' }))
}

function findNodeOrEnd(findNode) {
  try {
    return findNode()
  } catch (error) {
    console.error(error.message)
    process.exit(2)
  }
}

/** Ends as the child does, and hands it the signals that come meanwhile. */
function passOn(child) {
  // A terminal sends Ctrl-C to the child as well.
  process.on('SIGINT', () => isatty(0) || child.kill('SIGINT'))
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code)
    for (const each of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeAllListeners(each)
    process.kill(process.pid, signal)
  })
}
