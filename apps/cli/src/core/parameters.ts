/** The completions of a word: names from the server, or files. */
export type Completion =
  | 'project'
  | 'environment'
  | 'flag'
  | 'segment'
  | 'schedule'
  | 'metric'
  | 'experiment'
  | 'webhook'
  | 'member'
  | 'profile'
  | 'file'

export type Parameter<Value> = {
  description: string
  /** Converts the text, or throws an error that says what is allowed. */
  parse?: (text: string) => Value
  choices?: readonly string[]
  complete?: Completion
}

export type Argument<Value = unknown> = Parameter<Value> & { kind: 'required' | 'optional' | 'several' }
export type Option<Value = unknown> = Parameter<Value> & {
  kind: 'text' | 'list' | 'switch' | 'either' | 'removable' | 'removableList'
  placeholder?: string
}

type More = Pick<Parameter<string>, 'choices' | 'complete'>

export const required = (description: string, more: More = {}): Argument<string> => ({
  kind: 'required',
  description,
  ...more,
})
export const optional = (description: string, more: More = {}): Argument<string | undefined> => ({
  kind: 'optional',
  description,
  ...more,
})
export const several = (description: string, more: More = {}): Argument<string[]> => ({
  kind: 'several',
  description,
  ...more,
})

export const parsed = <Value>(argument: Argument<string>, parse: (text: string) => Value): Argument<Value> => ({
  ...argument,
  parse,
})

/** `--name <placeholder>` */
export const text = (placeholder: string, description: string, more: More = {}): Option<string | undefined> => ({
  kind: 'text',
  placeholder,
  description,
  ...more,
})

export const oneOf = <const Choice extends string>(
  placeholder: string,
  choices: readonly Choice[],
  description: string,
): Option<Choice | undefined> => ({ kind: 'text', placeholder, choices, description })

/** `--name <placeholder>`, which may be repeated. */
export const list = (placeholder: string, description: string, more: More = {}): Option<string[] | undefined> => ({
  kind: 'list',
  placeholder,
  description,
  ...more,
})

/** `--name` */
export const switched = (description: string): Option<boolean | undefined> => ({ kind: 'switch', description })

/** `--name` and `--no-name` */
export const either = (description: string): Option<boolean | undefined> => ({ kind: 'either', description })

/** `--name <placeholder>`, and `--no-name`, which is false. */
export const removable = (
  placeholder: string,
  description: string,
  more: More = {},
): Option<string | false | undefined> => ({ kind: 'removable', placeholder, description, ...more })

/** `--name <placeholder>`, which may be repeated, and `--no-name`, which is false. */
export const removableList = (placeholder: string, description: string): Option<string[] | false | undefined> => ({
  kind: 'removableList',
  placeholder,
  description,
})

export const wholeNumber = (placeholder: string, description: string): Option<number | undefined> => ({
  kind: 'text',
  placeholder,
  description,
  parse: parseWhole,
})

export const number = (placeholder: string, description: string): Option<number | undefined> => ({
  kind: 'text',
  placeholder,
  description,
  parse: (value) => {
    if (value.trim() === '' || !Number.isFinite(Number(value))) throw new Error('It must be a number.')
    return Number(value)
  },
})

export const parseWhole = (value: string): number => {
  if (!/^\d{1,16}$/.test(value)) throw new Error('It must be a whole number.')
  return Number(value)
}

/** Converts the name of an option: `clientSafe` is `--client-safe`. */
export const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
