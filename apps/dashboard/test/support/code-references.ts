import type { Site } from './site.ts'

type Reference = { flagKey: string; path: string; line: number; alias?: string; text?: string }

/** Uploads references, like a scan of a repository's main branch. */
export const uploadReferences = ({ api, projectId }: Site, references: Reference[], fields: object = {}) =>
  api.updateCodeReferences({
    params: { projectId },
    body: {
      ...{ repository: 'acme/shop', branch: 'main', commit: 'c0ffee'.repeat(7).slice(0, 40), references },
      ...{ at: new Date().toISOString(), url: 'https://code.example/acme/shop/blob/{commit}/{path}#L{line}' },
      ...fields,
    },
  })
