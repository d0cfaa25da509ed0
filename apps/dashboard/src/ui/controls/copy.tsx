import { Check, Copy as CopyIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from './button.tsx'
import '../words.css'

const shownMs = 1_500

/** Copies a text to the clipboard, and reports it for a moment. A function makes a long text only when it is copied. */
export const useCopy = (text: string | (() => string)): { copied: boolean; copy(): void } => {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), shownMs)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    await navigator.clipboard.writeText(typeof text === 'string' ? text : text())
    setCopied(true)
  }
  return { copied, copy: () => void copy() }
}

/** A key or an id that is copied by pressing it. */
export const CopyText = ({ text, what }: { text: string; what: string }) => {
  const { copied, copy } = useCopy(text)
  return (
    <button type="button" className="copy" onClick={copy} title={`Copy ${what}`}>
      <code>{text}</code>
      <CopiedIcon copied={copied} size={13} />
      <span className="sr-only">{copied ? 'Copied' : `Copy ${what}`}</span>
    </button>
  )
}

export const CopyButton = ({ text, what }: { text: string; what: string }) => {
  const { copied, copy } = useCopy(text)
  return (
    <IconButton name={copied ? 'Copied' : `Copy ${what}`} onClick={copy}>
      <CopiedIcon copied={copied} size={16} />
    </IconButton>
  )
}

const CopiedIcon = ({ copied, size }: { copied: boolean; size: number }) =>
  copied ? <Check size={size} strokeWidth={1.5} aria-hidden /> : <CopyIcon size={size} strokeWidth={1.5} aria-hidden />
