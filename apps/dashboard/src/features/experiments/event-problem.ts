/** As the contract has it; its schemas are not loaded by browsers. */
const eventName = /^[A-Za-z0-9][A-Za-z0-9._:/-]{0,127}$/

export const eventProblem = (event: string): string | undefined => {
  if (event === '') return 'It needs the name of an event.'
  return eventName.test(event)
    ? undefined
    : 'Letters, digits, dots, underscores, colons, slashes and dashes, from a letter or digit on.'
}
