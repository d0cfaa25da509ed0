/** What an Authorization header brings; undefined where it is no bearer's. */
export const bearerIn = (authorization: string): string | undefined => /^Bearer +(\S+) *$/i.exec(authorization)?.[1]
