import { isQuote } from './borders.ts'

/** An SDK method that evaluates a flag. */
export type Method = {
  text: string
  /** Returns whether the receiver makes this a call of the SDK: other libraries have methods of the same names. */
  isOurs(bytes: Buffer, start: number): boolean
  /** The key is the second argument. */
  keyIsSecond?: boolean
  /** The key is the only argument. */
  keyIsAll?: boolean
}

const details = (names: readonly string[], suffix: string): string[] =>
  names.flatMap((name) => [name, `${name}${suffix}`])

const named = [
  ...details(['boolean', 'bool', 'string', 'number', 'integer', 'json'], 'Details'),
  ...['boolean_details', 'string_details', 'number_details', 'json_details'],
  ...details(['Bool', 'String', 'Number', 'Int'], 'Details'),
  'AnyDetails',
]

/** A method of `flags`, or of a receiver whose name ends like this: `this.flags.boolean('new-cart', …)`. */
const asked = (name: string): Method => ({
  text: `.${name}`,
  isOurs: (bytes, start) => /(flags|withoutExposures\(\))$/i.test(receiverBefore(bytes, start)),
})

/** A function of Go's package: `bunting.JSON(flags, "limits", …)`. */
const ofPackage = (name: string): Method => ({
  text: `.${name}`,
  isOurs: (bytes, start) => receiverBefore(bytes, start) === 'bunting',
  keyIsSecond: true,
})

const hook = (name: string): Method => ({
  text: name,
  isOurs: (bytes, start) => !isNamePart(bytes[start - 1]) && bytes.includes('sdk-react'),
})

export const methods: readonly Method[] = [
  ...named.map(asked),
  ...['JSON', 'JSONDetails'].map(ofPackage),
  ...['useBoolean', 'useString', 'useNumber', 'useJson'].map(hook),
  { ...hook('useDetails'), keyIsAll: true },
]

/** The maximum number of bytes between a method and its key, and in a receiver. */
const maxBytes = 200
const maxKey = 128

const call = /^\s*(?:<[^(]*>|\[[^(]*\])?\(\s*/
const firstArgument = /^[\w.&*]+\s*,\s*/
const keyPattern = /^[A-Za-z0-9][A-Za-z0-9._-]*$/

/** Reads the key of a call, if it is a quoted text; `at` is its position. */
export const readCall = (
  bytes: Buffer,
  start: number,
  end: number,
  { isOurs, keyIsSecond, keyIsAll }: Method,
): { key: string; at: number } | undefined => {
  // As latin1, so that positions in the text equal positions in the bytes.
  const after = latin1(bytes, end, end + maxBytes + maxKey)
  let at = call.exec(after)?.[0].length
  if (at === undefined) return undefined
  if (keyIsSecond) at += firstArgument.exec(after.slice(at))?.[0].length ?? 0
  const quote = after.charCodeAt(at)
  const close = isQuote(quote) ? after.indexOf(after.charAt(at), at + 1) : -1
  const key = after.slice(at + 1, close)
  const rest = after.slice(close + 1).trimStart()
  if (close === -1 || key.length > maxKey || !keyPattern.test(key)) return undefined
  if (!rest.startsWith(',') && !(keyIsAll && rest.startsWith(')'))) return undefined
  return isOurs(bytes, start) ? { key, at: end + at } : undefined
}

/** Returns the receiver of a method: the name before the dot, even if the dot begins the next line. */
const receiverBefore = (bytes: Buffer, dot: number): string => {
  const before = latin1(bytes, Math.max(0, dot - maxBytes), dot).replace(/[?!\s]+$/, '')
  return /(?:\w+|\w+\(\))$/.exec(before)?.[0] ?? ''
}

const isNamePart = (byte: number | undefined): boolean => byte !== undefined && /[\w$]/.test(String.fromCharCode(byte))

const latin1 = (bytes: Buffer, from: number, to: number): string => bytes.toString('latin1', from, to)
