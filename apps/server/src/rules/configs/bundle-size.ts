import { type EnvironmentId, invalid } from '@bunting/contract'

/** The largest bundle: enough for the flags of any plan, and small enough to be parsed safely. */
export const maxBundleBytes = 64 * 1024 * 1024

/** The most bytes that a flag or segment takes in a bundle besides its key and config. */
export const bytesBeside = 128

/** A bundle that a change makes too large; `before` is its earlier size, if known. */
export type TooLarge = { environmentId: EnvironmentId; bytes: number; before: number | undefined }

/** A flag or segment of a bundle, and its size there. */
export type Share = { kind: 'flag' | 'segment'; key: string; bytes: number }

/** A bundle that is already too large may still change, but not grow: flags can be switched off. */
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
