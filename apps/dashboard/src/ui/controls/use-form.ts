import { type FormEvent, useEffect, useRef, useState } from 'react'

type FormOptions<Name extends string> = {
  /** What is wrong with each field now. */
  found: { readonly [name in Name]?: string | undefined }
  /** What the service said to it. */
  error: Error | null
  isPending: boolean
  send(): void
}

/**
 * A form that says in its own words what is wrong, once sending it was tried: `<form {...form}>`. The first field that is
 * wrong, found here or by the service, gets the focus.
 */
export const useForm = <Name extends string>({ found, error, isPending, send }: FormOptions<Name>) => {
  const ref = useRef<HTMLFormElement>(null)
  const [tries, setTries] = useState(0)
  // After each try, and each answer to it.
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
