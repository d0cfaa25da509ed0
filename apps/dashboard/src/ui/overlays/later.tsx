import { type ComponentType, lazy, Suspense } from 'react'

/** A component whose file is loaded when it is first shown, or earlier; renders nothing until it is loaded. */
export const later = <Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> => {
  const Loaded = lazy(async () => ({ default: await load() })) as unknown as ComponentType<Props>
  return (props) => (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  )
}
