#!/usr/bin/env node
// Any Node can read this much: it says which one the rest needs.
import { readFileSync } from 'node:fs'

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const needed = Number.parseInt(engines.node.replace('>=', ''), 10)

if (Number.parseInt(process.versions.node, 10) < needed) {
  console.error(`Bunting needs Node ${needed} or newer, and this is Node ${process.versions.node}.`)
  process.exitCode = 1
} else {
  await import('../dist/main.js')
}
