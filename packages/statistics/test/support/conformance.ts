import { readFileSync } from 'node:fs'

export type Case = { name: string; function: string; input: never; expect: object; within?: number }

const file = new URL('../../../../conformance/statistics.json', import.meta.url)

export const { cases } = JSON.parse(readFileSync(file, 'utf8')) as { cases: Case[] }
