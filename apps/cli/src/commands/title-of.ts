/** Turns a key such as `new-checkout` into the title `New checkout`. */
export const titleOf = (key: string): string => {
  const words = key.replace(/[-._]+/g, ' ').trim()
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}
