/** Those who are no member and no key: whoever runs Bunting, and somebody who was not let in. */
export const unlisted: Readonly<Record<string, string>> = { operator: 'The operator', stranger: 'A stranger' }
