import { type EnvironmentId, invalid } from '@bunting/contract'

/** What a bundle may have: more than as many flags as any plan has, and not yet what takes a process down to read. */
export const maxBundleBytes = 64 * 1024 * 1024

/** What each flag and segment of a bundle takes beside its key and its config, at most. */
export const bytesBeside = 128

/** A bundle that is too large after a change; `before` is what it had until then, where that is known. */
export type TooLarge = { environmentId: EnvironmentId; bytes: number; before: number | undefined }

/** A flag or segment of a bundle, and its share of it. */
export type Share = { kind: 'flag' | 'segment'; key: string; bytes: number }

/** A bundle that was too large before may be changed, only not to a larger one: flags can still be switched off. */
export const isLarger = ({ bytes, before }: TooLarge): boolean => before !== undefined && bytes > before

export const refuseLarger = (bytes: number, maxBytes: number, largest: readonly Share[]): never =>
  invalid('The change makes more of the environment than can be sent to Delivery.', [
    {
      path: '',
      message: `must leave its flags, and the segments that they need, at ${sizeText(maxBytes)} or less together: they would have ${sizeText(bytes)}. The largest are ${sharesText(largest)}`,
    },
  ])

export const sharesText = (shares: readonly Share[]): string =>
  shares.map(({ kind, key, bytes }) => `${kind} ${key} (${sizeText(bytes)})`).join(', ')

const units = ['bytes', 'KiB', 'MiB', 'GiB']

export const sizeText = (bytes: number): string => {
  const power = Math.min(Math.floor(Math.log2(Math.max(1, bytes)) / 10), units.length - 1)
  return `${Math.round((bytes / 1024 ** power) * 10) / 10} ${units[power]}`
}
