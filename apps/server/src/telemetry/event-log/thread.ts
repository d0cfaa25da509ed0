import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import type { MessagePort, Transferable, Worker, WorkerOptions } from 'node:worker_threads'
import { type Channel, openRpc } from '../../base/rpc.ts'

type Call = { name: string; input: unknown }

export type Thread = {
  call<Output>(name: string, input: unknown, transfer?: readonly Transferable[]): Promise<Output>
  /** Stops immediately: pending calls fail. */
  terminate(): void
  /** Waits for the calls made before. */
  close(): Promise<void>
}

/** A thread that answers calls, in their order. */
export const openThread = (start: (options: WorkerOptions) => Worker, workerData: unknown): Thread => {
  // The thread inherits no options of this process but its compile cache, without which it would load a compiler of its
  // own into memory. It also needs little memory for short-lived data.
  const compiled = getCompileCacheDir()
  const worker = start({
    workerData,
    execArgv: [],
    // Node appends a folder for its version.
    env: compiled === undefined ? {} : { NODE_COMPILE_CACHE: dirname(compiled) },
    resourceLimits: { maxYoungGenerationSizeMb: 8 },
  })
  const { call: send, end } = openRpc(channelTo(worker), asksNothing)
  worker.on('error', end)
  worker.on('exit', () => end(new Error('the thread has ended')))

  const call = <Output>(name: string, input: unknown, transfer?: readonly Transferable[]): Promise<Output> =>
    send({ name, input } satisfies Call, transfer) as Promise<Output>

  return {
    call,
    terminate: () => void worker.terminate(),
    close: async () => {
      await call('close', undefined).catch(() => undefined)
      await worker.terminate()
    },
  }
}

/** The thread's side of the calls. */
export const answerCalls = (
  port: MessagePort | null,
  // biome-ignore lint/suspicious/noExplicitAny: each function knows what it is called with.
  functions: Record<string, (input: any) => unknown>,
): void => {
  if (!port) return
  openRpc(channelTo(port), async (request) => {
    const { name, input } = request as Call
    return functions[name]?.(input)
  })
}

const asksNothing = (): Promise<never> => Promise.reject(new Error('a thread asks nothing'))

const channelTo = (end: Worker | MessagePort): Channel => ({
  send: (message, transfer = []) => end.postMessage(message, [...transfer]),
  onMessage: (listener) => {
    end.on('message', listener)
  },
})
