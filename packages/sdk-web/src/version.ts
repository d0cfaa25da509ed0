/** The same as in package.json; a test compares them. */
export const sdkVersion = '0.5.0'
