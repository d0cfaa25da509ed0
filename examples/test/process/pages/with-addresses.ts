type Addresses = { managementUrl: string; deliveryUrl: string }

/** The text of a page with the addresses of a server in place of the usual ones. A port may begin like a usual one. */
export const withAddresses = (text: string, { managementUrl, deliveryUrl }: Addresses): string =>
  text.replaceAll(/http:\/\/127\.0\.0\.1:400([01])\b/g, (_, last) => (last === '0' ? managementUrl : deliveryUrl))
