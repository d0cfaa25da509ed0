import { type CodeReference, type CodeRemoval, limits } from '@bunting/contract'
import { z } from 'zod'
import { cleanText } from '../answer/clean.ts'
import { answerPage, cursor } from '../answer/page.ts'
import { reading } from '../tool.ts'
import { key } from './fields.ts'

const input = z.strictObject({ key, cursor })

/** The maximum length of all texts except for the path and the line of code, so that one reference fits into a response. */
const maxText = 100

export const codeReferences = reading({
  name: 'code_references',
  description: 'List where scanned code names a flag.',
  input,
  answer: async ({ api, project }, { key, cursor }) => {
    const params = { projectId: project.id, flagKey: key }
    const isFirst = cursor === undefined
    const { removed } = isFirst ? await api.listCodeReferences({ params, query: { limit: 1 } }) : {}
    return answerPage(
      { cursor },
      {
        head: { key, ...(removed && { lastRemoved: showRemoval(removed) }) },
        read: (query) => api.listCodeReferences({ params, query }),
        show: (references) => references.map(showReference),
      },
    )
  },
})

const showRemoval = ({ repository, commit, at, author }: CodeRemoval): object => ({
  repository: cleanText(repository, maxText),
  commit: cleanText(commit, maxText),
  at,
  ...(author === undefined ? {} : { by: cleanText(author, maxText) }),
  untrusted: true,
})

const showReference = ({ repository, branch, commit, path, line, alias, text }: CodeReference): object => ({
  repository: cleanText(repository, maxText),
  branch: cleanText(branch, maxText),
  commit: cleanText(commit, maxText),
  path: cleanText(path, limits.codePath),
  line,
  ...(alias === undefined ? {} : { alias: cleanText(alias, maxText) }),
  ...(text === undefined ? {} : { text: cleanText(text) }),
  untrusted: true,
})
