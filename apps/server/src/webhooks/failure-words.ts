/**
 * The reasons of failed tries that the list of attempts shows. Nothing else is shown, neither a resolved address nor an
 * answer: a webhook must not be usable to explore networks.
 */
const words: Record<string, string> = {
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was closed before there was an answer.',
  EPIPE: 'The connection was closed before there was an answer.',
  EHOSTUNREACH: 'The host cannot be reached.',
  ENETUNREACH: 'The host cannot be reached.',
  EADDRNOTAVAIL: 'The host cannot be reached.',
  ETIMEDOUT: 'The host cannot be reached.',
  CERT_HAS_EXPIRED: 'The certificate has expired.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another name.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is not signed by an authority that is trusted here.',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate is not signed by an authority that is trusted here.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'The certificate is not signed by an authority that is trusted here.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate is not signed by an authority that is trusted here.',
  HPE_HEADER_OVERFLOW: 'The headers of the answer are too long.',
}

const kinds: [RegExp, string][] = [
  [/^HPE_/, 'What was answered is no HTTP.'],
  [/^(ERR_SSL_|EPROTO$)/, 'There was no agreement on TLS.'],
  [/^CERT_/, 'The certificate is not valid.'],
]

export const failureWords = (error: unknown): string => {
  const code = codeOf(error)
  return words[code] ?? kinds.find(([pattern]) => pattern.test(code))?.[1] ?? 'The request failed.'
}

/** The error code; if several addresses were tried, that of the first failure. */
const codeOf = (error: unknown): string => {
  const { code, errors } = error as { code?: unknown; errors?: unknown[] }
  if (typeof code === 'string') return code
  return errors?.length ? codeOf(errors[0]) : ''
}
