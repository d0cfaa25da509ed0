import { ApiError } from '@bunting/contract'
import { type QueryKey, useMutation } from '@tanstack/react-query'
import { createElement, useCallback } from 'react'
import { readAgain } from './read-again.ts'
import { toast } from './toast.tsx'

type Change<Input, Result> = {
  run(input: Input): Promise<Result>
  /** The queries that the change makes stale, by the beginning of their keys. */
  touches(input: Input): readonly QueryKey[]
  /** The title of the message when the change fails, such as `Not saved`. Without it, the page shows the error itself. */
  failed?: string
  /** The message for a 207, unless it is the default: that apps may still get the previous answers. */
  unsynced?: { title: string; children: string }
}

const defaultUnsynced = {
  title: 'Saved, not yet everywhere',
  children: 'The edge did not take it; Bunting keeps trying. Until then apps may get what was there before.',
}

/** Callbacks for the end of one call. */
type Told<Result> = { onSuccess?(result: Result): void; onError?(error: Error): void; onSettled?(): void }

/** The only way to change something: reads the affected queries again, and shows a message after a 207. */
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
      // An ended session leads to the sign-in page, which tells the user.
      if (isSignedOut(error)) return
      if (failed !== undefined) toast({ kind: 'no', title: failed, children: sayError(error) })
    },
    // Also after a failure, since the data shown may have caused it. That read is not awaited: it may take long.
    onSettled: (_result, error, input) => {
      const read = Promise.all(touches(input).map((queryKey) => readAgain({ queryKey })))
      return error ? undefined : read
    },
  })
  const { mutateAsync } = mutation
  // The library's `mutate` drops callbacks once the component is unmounted, such as the row that the change removes.
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

/** A signed-out user gets another message than the API's, which asks for an API key. */
const isSignedOut = (error: Error): boolean => error instanceof ApiError && error.status === 401

/** The message for an error: every detail of a refused body, and the request id for a server error. */
export const sayError = (error: Error) => {
  if (isSignedOut(error)) return 'You are signed out. Sign in to go on; drafts are kept.'
  if (!(error instanceof ApiError)) return error.message
  if (error.details) return error.details.map(({ path, message }) => `${path} ${message}`).join('; ')
  if (error.status < 500 || error.requestId === undefined) return error.message
  return createElement('span', null, error.message, ' Request ', createElement('code', null, error.requestId))
}
