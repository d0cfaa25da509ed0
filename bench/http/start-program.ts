import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export type Program = { pid: number; port: number; stop(): void }

/** A server in a process of its own, which tells its port. It ends with us. */
export const startProgram = async (file: URL): Promise<Program> => {
  const child = fork(fileURLToPath(file))
  const failed = once(child, 'exit').then(([code]): never => {
    throw new Error(`${file.pathname.split('/').at(-1)} ended with ${code} before it listened`)
  })
  failed.catch(() => undefined)
  const [port] = (await Promise.race([once(child, 'message'), failed])) as [number]
  return { pid: child.pid as number, port, stop: () => child.disconnect() }
}
