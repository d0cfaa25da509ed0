import type { Finding } from '../converted.ts'

type Where = Pick<Finding, 'flagKey' | 'segmentKey' | 'environment'>

/** Says what somebody should know about a construct: `message` stands once for each place that it is about. */
export type Note = (kind: Finding['kind'], code: string, message: string) => void

export type Notes = { of(where: Where): Note; all: Finding[] }

export const openNotes = (): Notes => {
  const all: Finding[] = []
  const known = new Set<string>()
  return {
    all,
    of: (where) => (kind, code, message) => {
      const finding: Finding = { code, kind, ...where, message }
      const text = JSON.stringify(finding)
      if (known.has(text)) return
      known.add(text)
      all.push(finding)
    },
  }
}
