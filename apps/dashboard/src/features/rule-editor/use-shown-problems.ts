import { ApiError, type ErrorDetail } from '@bunting/contract'
import type { Problem } from '@bunting/engine'
import { useMemo, useState } from 'react'
import type { ShownProblem } from './editing.ts'

const nothing: readonly ErrorDetail[] = []

/** The problems of a config: those found here, and those that the service found when it was sent. */
export const useShownProblems = <Config>(config: Config, found: readonly Problem[]) => {
  const [wasTried, setTried] = useState(false)
  const [refused, setRefused] = useState<{ config: Config; details: readonly ErrorDetail[] }>()
  // The service's problems apply as long as the draft is the one that was sent.
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
    /** Shows problems of empty fields, too. */
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
