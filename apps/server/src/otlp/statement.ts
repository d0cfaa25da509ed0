import type { Attributes } from '@opentelemetry/api'

const first = /^\s*(\w+)/
const table = /\b(?:from|into|update)\s+"?(\w+)"?/i

/** The name and attributes of a statement. Its values are parameters, and are never shown. */
export const describeStatement = (sql: string, system: string): { name: string; attributes: Attributes } => {
  const operation = first.exec(sql)?.[1] ?? ''
  const collection = table.exec(sql)?.[1]
  return {
    name: [operation || system, collection].filter(Boolean).join(' '),
    attributes: {
      'db.system.name': system,
      'db.operation.name': operation,
      'db.query.text': sql,
      ...(collection === undefined ? {} : { 'db.collection.name': collection }),
    },
  }
}
