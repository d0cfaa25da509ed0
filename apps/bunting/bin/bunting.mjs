#!/usr/bin/env node
// Plain JavaScript that any Node from 20 on can read: in a checkout, it finds the Node that runs the rest.
import { fileURLToPath } from 'node:url'
import { ensureDashboard } from '../../../scripts/dashboard/ensure-built.mjs'
import { reportFailures } from '../../../scripts/fail.mjs'
import { findNode } from '../../../scripts/node.mjs'
import { run } from '../../../scripts/run.mjs'

const source = new URL('../src/checkout.ts', import.meta.url)
const args = process.argv.slice(2)

await reportFailures(async () => {
  const node = findNode()
  // Delivery alone serves no pages.
  if (args[0] === 'serve' && process.env.BUNTING_ROLE !== 'delivery') await ensureDashboard()
  if (node === process.execPath || Number.parseInt(process.versions.node, 10) >= 26) {
    await import(source.href)
    return
  }
  const { code, signal } = await run(node, [fileURLToPath(source), ...args], { cwd: process.cwd() })
  if (signal !== null) process.kill(process.pid, signal)
  process.exitCode = code
})
