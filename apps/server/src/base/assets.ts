import { readdir, readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { Worker, type WorkerOptions } from 'node:worker_threads'

/** The programs that run in their own threads. */
export type ThreadName = 'sqlite-writer' | 'sqlite-reader' | 'sqlite-units'

/** The files of the server besides its code. Their location depends on how the server was installed. */
export type Assets = {
  /** The paths of all files in a folder, recursively, relative to it. */
  list(folder: AssetFolder): Promise<readonly string[]>
  read(folder: AssetFolder, name: string): Promise<Buffer<ArrayBuffer>>
  startThread(name: ThreadName, options: WorkerOptions): Worker
}

/** The built dashboard, and the viewer of the API reference at `/docs`. */
export type AssetFolder = 'dashboard' | 'reference'

export type AssetPlaces = Record<AssetFolder, string> & { thread(name: ThreadName): URL }

/** Assets that are files on disk. */
export const assetsAt = (places: AssetPlaces): Assets => ({
  list: async (folder) => {
    const entries = await readdir(places[folder], { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
    return files.map((file) => file.slice(places[folder].length + 1).replaceAll(sep, '/'))
  },
  read: (folder, name) => readFile(join(places[folder], name)),
  startThread: (name, options) => new Worker(places.thread(name), options),
})
