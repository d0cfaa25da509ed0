import { cpus, loadavg, release, totalmem, type } from 'node:os'

/** What the figures were measured on, and how busy it was with this and anything else. */
export const machine = (...more: string[]): string => {
  const [cpu] = cpus()
  return [
    `${cpu?.model.trim() ?? 'unknown processor'}, ${cpus().length} threads`,
    `${Math.round(totalmem() / 2 ** 30)} GiB memory`,
    `${type()} ${release()}`,
    `Node ${process.versions.node}`,
    `load ${loadavg()[0]?.toFixed(1)}`,
    ...more,
  ].join('; ')
}
