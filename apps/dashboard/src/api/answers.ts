import type { EvaluationContext } from '@bunting/engine'
import { keepPreviousData } from '@tanstack/react-query'
import { api } from './core/client.ts'
import { pages, useEveryPage } from './core/every-page.ts'

export const answerKeys = { all: (projectId: string) => ['answers', projectId] }

const keptMs = 60_000

/** The answer of every flag to one context, in every environment: the first page at once, the others as they arrive. */
export const useAnswers = (projectId: string, context: EvaluationContext) =>
  useEveryPage({
    ...pages([...answerKeys.all(projectId), context], (query) =>
      api.listAnswers({ params: { projectId }, query, body: { context } }),
    ),
    gcTime: keptMs,
    // While the user types, the previous answers stay until the next ones arrive.
    placeholderData: keepPreviousData,
  })

export type FlagAnswers = NonNullable<ReturnType<typeof useAnswers>['items']>[number]
