import type { Finding } from '../converted.ts'

export type Findings = {
  /** Said once, however often it is found. */
  add(finding: Finding): void
  list(): Finding[]
}

export const openFindings = (): Findings => {
  const found = new Map<string, Finding>()
  return {
    add: (finding) => {
      const { code, flagKey, segmentKey, environment, message } = finding
      const name = JSON.stringify([code, flagKey, segmentKey, environment, message])
      if (!found.has(name)) found.set(name, finding)
    },
    list: () => [...found.values()],
  }
}
