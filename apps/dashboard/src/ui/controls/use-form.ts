import { type FormEvent, useEffect, useRef, useState } from 'react'

type FormOptions<Name extends string> = {
  /** The current error of each field, found in the dashboard. */
  found: { readonly [name in Name]?: string | undefined }
  /** The service's error after sending. */
  error: Error | null
  isPending: boolean
  send(): void
}

/**
 * A form that shows its errors itself, after the first attempt to send it: `<form {...form}>`. The first field with an
 * error, found here or by the service, gets the focus.
 */
export const useForm = <Name extends string>({ found, error, isPending, send }: FormOptions<Name>) => {
  const ref = useRef<HTMLFormElement>(null)
  const [tries, setTries] = useState(0)
  // Runs after each attempt, and after each answer to one.
  useEffect(() => {
    if (tries > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [tries, error])
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    setTries(tries + 1)
    const isWrong = Object.values(found).some((problem) => problem !== undefined)
    if (!isWrong && !isPending) send()
  }
  const none: FormOptions<Name>['found'] = {}
  return { form: { ref, onSubmit, noValidate: true }, problems: tries > 0 ? found : none }
}
