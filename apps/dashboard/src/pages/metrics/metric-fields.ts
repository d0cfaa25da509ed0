/** As the contract has it; its schemas are not loaded by browsers. */
const eventName = /^[A-Za-z0-9][A-Za-z0-9._:/-]{0,127}$/

export const eventProblem = (event: string): string | undefined => {
  if (event === '') return 'It needs the name of an event.'
  return eventName.test(event)
    ? undefined
    : 'Letters, digits, dots, underscores, colons, slashes and dashes, from a letter or digit on.'
}

export const capProblem = (cap: string): string | undefined =>
  cap.trim() === '' || Number(cap) > 0 ? undefined : 'It is a number above zero, or empty.'

/** How long events count after the first exposure. */
export const windows = [
  { seconds: 60, label: 'a minute' },
  { seconds: 600, label: '10 minutes' },
  { seconds: 3_600, label: 'an hour' },
  { seconds: 86_400, label: '24 hours' },
  { seconds: 3 * 86_400, label: '3 days' },
  { seconds: 7 * 86_400, label: '7 days' },
  { seconds: 14 * 86_400, label: '14 days' },
  { seconds: 30 * 86_400, label: '30 days' },
]
