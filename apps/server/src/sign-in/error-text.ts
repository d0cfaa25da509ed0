/** What an error says, and what it says of its cause: for the log, without whatever else it carries. */
export const errorText = (error: unknown): string => {
  const { message, cause } = error as Error
  return cause instanceof Error ? `${message}: ${cause.message}` : message
}
