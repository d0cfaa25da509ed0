export const parsePercentage = (value: string): number => {
  const percentage = Number(value.replace(/%$/, ''))
  if (!/^\d+(\.\d{1,3})?%?$/.test(value) || percentage > 100) {
    throw new Error('It must be a number from 0 to 100 with at most 3 decimals.')
  }
  return percentage
}
