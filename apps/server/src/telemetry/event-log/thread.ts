import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import type { MessagePort, Transferable, Worker, WorkerOptions } from 'node:worker_threads'

type Call = { id: number; name: string; input: unknown }
type Reply = { id: number; output?: unknown; error?: Error }

export type Thread = {
  call<Output>(name: string, input: unknown, transfer?: Transferable[]): Promise<Output>
  /** At once: what it was asked fails. */
  terminate(): void
  /** Waits for what was asked of it before. */
  close(): Promise<void>
}

/** A thread that answers calls, in their order. */
export const openThread = (start: (options: WorkerOptions) => Worker, workerData: unknown): Thread => {
  // Nothing of how this process was started concerns the thread, but where its compiled code is: without that it has a
  // compiler of its own in memory. And it keeps nothing that needs much.
  const compiled = getCompileCacheDir()
  const worker = start({
    workerData,
    execArgv: [],
    // Node adds a folder of its version to it.
    env: compiled === undefined ? {} : { NODE_COMPILE_CACHE: dirname(compiled) },
    resourceLimits: { maxYoungGenerationSizeMb: 8 },
  })
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let calls = 0
  let ended: Error | undefined

  const end = (error: Error): void => {
    ended ??= error
    for (const one of waiting.values()) one.reject(ended)
    waiting.clear()
  }
  worker.on('message', ({ id, output, error }: Reply) => {
    const one = waiting.get(id)
    waiting.delete(id)
    if (error === undefined) one?.resolve(output)
    else one?.reject(error)
  })
  worker.on('error', end)
  worker.on('exit', () => end(new Error('the thread has ended')))

  const call = <Output>(name: string, input: unknown, transfer: Transferable[] = []): Promise<Output> => {
    if (ended) return Promise.reject(ended)
    const answer = Promise.withResolvers<unknown>()
    waiting.set(++calls, answer)
    worker.postMessage({ id: calls, name, input } satisfies Call, transfer)
    return answer.promise as Promise<Output>
  }

  return {
    call,
    terminate: () => void worker.terminate(),
    close: async () => {
      await call('close', undefined).catch(() => undefined)
      await worker.terminate()
    },
  }
}

/** The thread's side. */
export const answerCalls = (
  port: MessagePort | null,
  // biome-ignore lint/suspicious/noExplicitAny: each function knows what it is called with.
  functions: Record<string, (input: any) => unknown>,
): void => {
  port?.on('message', ({ id, name, input }: Call) => {
    try {
      port.postMessage({ id, output: functions[name]?.(input) } satisfies Reply)
    } catch (error) {
      port.postMessage({ id, error: error as Error } satisfies Reply)
    }
  })
}
