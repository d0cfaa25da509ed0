import { ApiError } from '@bunting/contract'
import { useRef, useState } from 'react'
import { type IdsOperation, readListAgain, type Uploaded, uploadIds } from '../../../api/segment-ids.ts'
import type { SegmentRef } from '../../../api/segments.ts'
import { type FileFacts, factsOf } from './file-facts.ts'

export type Chosen = FileFacts & { file: File; op: IdsOperation; column: string | undefined }

export type Counts = { version: number; size: number; added: number; removed: number; unchanged: number }

/** How far an upload is. The file is sent twice: first the service only counts what would change, then it changes it. */
export type UploadState =
  | { step: 'none' }
  | { step: 'chosen' }
  | { step: 'reading'; sent: number; beganMs: number }
  | { step: 'saving'; counts: Counts; sent: number; beganMs: number }
  | { step: 'counted'; counts: Counts; tookMs: number }

export const useUpload = (segmentRef: SegmentRef, onDone: (answer: Uploaded) => void) => {
  const [chosen, setChosen] = useState<Chosen>()
  const [state, setState] = useState<UploadState>({ step: 'none' })
  const [error, setError] = useState<Error>()
  const abort = useRef<AbortController>(undefined)

  type Sending = { step: 'reading' } | { step: 'saving'; counts: Counts }
  const send = async (sending: Sending, how: Parameters<typeof uploadIds>[2], of: Chosen) => {
    const stop = new AbortController()
    abort.current = stop
    const beganMs = performance.now()
    setError(undefined)
    const tell = (sent: number) => stop.signal.aborted || setState({ ...sending, sent, beganMs })
    tell(0)
    try {
      return { answer: await uploadIds(segmentRef, of, how, tell, stop.signal), tookMs: performance.now() - beganMs }
    } catch (thrown) {
      if (!stop.signal.aborted) {
        setError(thrown as Error)
        setState({ step: 'chosen' })
      }
      return undefined
    }
  }

  const count = async (of: Chosen) => {
    const counted = await send({ step: 'reading' }, { dryRun: true }, of)
    if (counted) setState({ step: 'counted', counts: counted.answer as Counts, tookMs: counted.tookMs })
  }

  const choose = async (file: File) => {
    const facts = await factsOf(file)
    const [column] = facts.columns.length > 1 ? facts.columns : []
    setError(undefined)
    setChosen({ file, ...facts, op: chosen?.op ?? 'add', column })
    setState({ step: 'chosen' })
  }

  const discard = () => {
    abort.current?.abort()
    setChosen(undefined)
    setError(undefined)
    setState({ step: 'none' })
  }

  return {
    chosen,
    state,
    error,
    problem: lineProblemIn(error),
    choose: (file: File) => void choose(file),
    change: (fields: Partial<Pick<Chosen, 'op' | 'column'>>) => {
      if (chosen) setChosen({ ...chosen, ...fields })
      setState({ step: 'chosen' })
    },
    count: () => chosen && void count(chosen),
    /** Changes the version that was counted, or nothing: somebody else may have uploaded meanwhile. */
    save: async (propose: boolean) => {
      if (!chosen || state.step !== 'counted') return
      const { counts } = state
      const ifMatch = counts.version
      const done = await send({ step: 'saving', counts }, propose ? { propose: true, ifMatch } : { ifMatch }, chosen)
      if (!done) return
      discard()
      onDone(done.answer)
      await readListAgain(segmentRef)
    },
    cancel: () => {
      abort.current?.abort()
      setState({ step: 'chosen' })
    },
    discard,
  }
}

export type Upload = ReturnType<typeof useUpload>

/** What is wrong with a line of the file, and which it is. */
const lineProblemIn = (error: Error | undefined): { line: string; message: string } | undefined => {
  const [detail] = error instanceof ApiError ? (error.details ?? []) : []
  const line = /^line (\d+)$/.exec(detail?.path ?? '')?.[1]
  return line === undefined || !detail ? undefined : { line, message: detail.message }
}
