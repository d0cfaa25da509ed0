type Ordered = { environmentOrder?: readonly string[] | undefined }

/** Sorts environments by their project's order; environments that it does not name stay in their order, at the end. */
export const inEnvironmentOrder = <Environment extends { id: string }>(
  { environmentOrder = [] }: Ordered,
  environments: readonly Environment[],
): Environment[] => {
  const places = new Map(environmentOrder.map((id, at) => [id, at]))
  const placeOf = ({ id }: Environment) => places.get(id) ?? places.size
  return environments.toSorted((one, other) => placeOf(one) - placeOf(other))
}
