import { getAsset, getAssetKeys, getRawAsset } from 'node:sea'
import { Worker } from 'node:worker_threads'
import type { Assets } from '@bunting/server/assets'
import { start } from './start.ts'

/** The assets within the executable: files by their names, and threads as source text. */
const embedded: Assets = {
  list: async (folder) =>
    getAssetKeys().flatMap((key) => (key.startsWith(`${folder}/`) ? [key.slice(folder.length + 1)] : [])),
  read: async (folder, name) => Buffer.from(getRawAsset(`${folder}/${name}`) as ArrayBuffer),
  startThread: (name, options) => new Worker(getAsset(`threads/${name}.js`, 'utf8'), { ...options, eval: true }),
}

void start(async () => embedded)
