/** The token in an Authorization header; undefined if it is not a bearer token. */
export const bearerIn = (authorization: string): string | undefined => /^Bearer +(\S+) *$/i.exec(authorization)?.[1]
