/** Converts a text to UTF-8; returns undefined for binary data. UTF-16 is recognized by its byte order mark. */
export const toUtf8 = (bytes: Buffer): Buffer | undefined => {
  const utf16 = utf16Of(bytes)
  if (utf16 !== undefined) return Buffer.from(new TextDecoder(utf16).decode(bytes))
  return bytes.includes(0) ? undefined : bytes
}

const utf16Of = ([first, second]: Buffer): string | undefined => {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined
}
