import { ApiError } from '@bunting/contract'
import { type QueryKey, useMutation } from '@tanstack/react-query'
import { createElement, useCallback } from 'react'
import { readAgain } from './read-again.ts'
import { toast } from './toast.tsx'

type Change<Input, Result> = {
  run(input: Input): Promise<Result>
  /** The queries that the change makes stale, by the beginning of their keys. */
  touches(input: Input): readonly QueryKey[]
  /** The title of the message when it fails, such as `Not saved`. Without one the page tells it. */
  failed?: string
  /** What a 207 means, where it means something else than that apps may get the answers of before. */
  unsynced?: { title: string; children: string }
}

const defaultUnsynced = {
  title: 'Saved, not yet everywhere',
  children: 'The edge did not take it; Bunting keeps trying. Until then apps may get what was there before.',
}

/** Callbacks for the end of one call. */
type Told<Result> = { onSuccess?(result: Result): void; onError?(error: Error): void; onSettled?(): void }

/** The one way to change something: reads again what it touched, and says what a 207 means. */
export const useChange = <Input, Result>({
  run,
  touches,
  failed,
  unsynced = defaultUnsynced,
}: Change<Input, Result>) => {
  const mutation = useMutation<Result, Error, Input>({
    mutationFn: run,
    onSuccess: (result) => {
      if (isUnsynced(result)) toast({ kind: 'warn', ...unsynced })
    },
    onError: (error) => {
      // A session that is over leads to the sign-in page, which says so.
      if (isSignedOut(error)) return
      if (failed !== undefined) toast({ kind: 'no', title: failed, children: sayError(error) })
    },
    // Also after a failure: what is shown may be what was wrong. Then nobody waits for it, since it may take long.
    onSettled: (_result, error, input) => {
      const read = Promise.all(touches(input).map((queryKey) => readAgain({ queryKey })))
      return error ? undefined : read
    },
  })
  const { mutateAsync } = mutation
  // The library's own tells nobody whose component is gone by then, as the row or the button is that the change removes.
  const mutate = useCallback(
    (input: Input, { onSuccess, onError, onSettled }: Told<Result> = {}) =>
      void mutateAsync(input)
        .then(onSuccess, (error) => onError?.(error))
        .finally(onSettled),
    [mutateAsync],
  )
  return { ...mutation, mutate }
}

const isUnsynced = (result: unknown): boolean =>
  typeof result === 'object' && result !== null && 'syncWarning' in result

/** The API tells callers without a session to send a key; people in a dashboard have none to send. */
const isSignedOut = (error: Error): boolean => error instanceof ApiError && error.status === 401

/** What went wrong: every detail of a refused body, and the request id where the fault is ours. */
export const sayError = (error: Error) => {
  if (isSignedOut(error)) return 'You are signed out. Sign in to go on; drafts are kept.'
  if (!(error instanceof ApiError)) return error.message
  if (error.details) return error.details.map(({ path, message }) => `${path} ${message}`).join('; ')
  if (error.status < 500 || error.requestId === undefined) return error.message
  return createElement('span', null, error.message, ' Request ', createElement('code', null, error.requestId))
}
