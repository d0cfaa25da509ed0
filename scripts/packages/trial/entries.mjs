import assert from 'node:assert/strict'

export const entries = ({ entries }) =>
  Object.fromEntries(
    entries.map((entry) => [
      `${entry} can be imported`,
      async () => assert.notDeepEqual(Object.keys(await import(entry)), []),
    ]),
  )
