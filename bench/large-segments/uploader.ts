import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Upload, Uploaded } from './upload-thread.ts'

/** Uploads ids, one upload at a time. */
export const openUploader = () => {
  const worker = new Worker(new URL('./upload-thread.ts', import.meta.url))
  return {
    send: async (upload: Upload): Promise<Uploaded> => {
      worker.postMessage(upload)
      const [uploaded] = (await once(worker, 'message')) as [Uploaded]
      return uploaded
    },
    close: () => worker.terminate(),
  }
}
