import { useLayoutEffect, useRef, useState } from 'react'
import { classes } from './classes.ts'

/** A description. A long one is cut after a few lines, so that the rest of the page stays in view. */
export const Description = ({ text }: { text: string }) => {
  const paragraph = useRef<HTMLParagraphElement>(null)
  const [isLong, setLong] = useState(false)
  const [isWhole, setWhole] = useState(false)
  useLayoutEffect(() => {
    const { scrollHeight = 0, clientHeight = 0 } = paragraph.current ?? {}
    setLong(scrollHeight > clientHeight)
  }, [])
  return (
    <div className="flag-desc">
      <p ref={paragraph} dir="auto" className={classes(!isWhole && 'begins')}>
        {text}
      </p>
      {isLong && (
        <button type="button" className="link" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show less of it' : 'Show the whole description'}
        </button>
      )}
    </div>
  )
}
