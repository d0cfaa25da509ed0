import { ApiError, type ErrorDetail } from '@bunting/contract'
import type { Problem } from '@bunting/engine'
import { useMemo, useState } from 'react'
import type { ShownProblem } from './editing.ts'

const nothing: readonly ErrorDetail[] = []

/** What is wrong with a config: what was found here, and what the service found when it was sent. */
export const useShownProblems = <Config>(config: Config, found: readonly Problem[]) => {
  const [wasTried, setTried] = useState(false)
  const [refused, setRefused] = useState<{ config: Config; details: readonly ErrorDetail[] }>()
  // What the server found holds as long as the draft is what it was sent.
  const told = refused?.config === config ? refused.details : nothing
  const problems: readonly ShownProblem[] = useMemo(
    () => [
      ...told.map(({ path, message }) => ({ path, message, always: true })),
      ...found.map((problem) => ({ ...problem, always: wasTried })),
    ],
    [told, found, wasTried],
  )
  return {
    problems,
    /** Shows also what is not filled in. */
    showProblems: () => setTried(true),
    showRefusal: (error: unknown) => {
      setTried(true)
      if (error instanceof ApiError && error.details) setRefused({ config, details: error.details })
    },
    forget: () => {
      setTried(false)
      setRefused(undefined)
    },
  }
}
