/** As package.json has it. */
export const sdkVersion = '0.1.0'
