/**
 * The address of an API without slashes at its end. One that is missing at run time, such as a variable of the environment,
 * fails like any other that is wrong.
 */
export const serviceUrl = (url: string): string => String(url).replace(/\/+$/, '')
