import { useState } from 'react'

const stored = 'bunting-delivery-url'

/** A guess: the same host and the next port, as in the default settings. The command line guesses the same. */
const guess = (): string => {
  const url = new URL(location.origin)
  url.port = String(Number(url.port || (url.protocol === 'https:' ? 443 : 80)) + 1)
  return url.origin
}

const read = (): string => {
  try {
    return localStorage.getItem(stored) ?? guess()
  } catch {
    return guess()
  }
}

export const isAddress = (text: string): boolean => /^https?:\/\/[^\s'"\\$`]+$/.test(text) && URL.canParse(text)

export type DeliveryUrl = ReturnType<typeof useDeliveryUrl>

/** The URL of the Delivery API, as far as this browser knows it: the Management API does not. */
export const useDeliveryUrl = () => {
  const [typed, setTyped] = useState(read)
  const text = typed.trim().replace(/\/+$/, '')
  return {
    typed,
    isAddress: isAddress(text),
    /** The URL for copied snippets: always a valid address. */
    url: isAddress(text) ? text : guess(),
    set: (next: string) => {
      setTyped(next)
      try {
        if (isAddress(next.trim())) localStorage.setItem(stored, next.trim().replace(/\/+$/, ''))
      } catch {
        // Without storage, the URL is kept until the page is closed.
      }
    },
  }
}
