/** As package.json has it. */
export const sdkVersion = '0.5.0'
