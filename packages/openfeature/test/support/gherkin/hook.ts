import type { EvaluationAnswer, RecordingHook } from './world.ts'

export type HookCall = { stage: string; details: EvaluationAnswer | undefined }

/** A hook that records its calls. */
export const recordingHook = (): RecordingHook & { calls: HookCall[] } => {
  const calls: HookCall[] = []
  return {
    calls,
    before: () => void calls.push({ stage: 'before', details: undefined }),
    after: (_context, details) => void calls.push({ stage: 'after', details }),
    error: () => void calls.push({ stage: 'error', details: undefined }),
    finally: (_context, details) => void calls.push({ stage: 'finally', details }),
  }
}
