type Ordered = { environmentOrder?: readonly string[] | undefined }

/** Environments in the order that their project has for them; those that it does not name stay as they are, at the end. */
export const inEnvironmentOrder = <Environment extends { id: string }>(
  { environmentOrder = [] }: Ordered,
  environments: readonly Environment[],
): Environment[] => {
  const places = new Map(environmentOrder.map((id, at) => [id, at]))
  const placeOf = ({ id }: Environment) => places.get(id) ?? places.size
  return environments.toSorted((one, other) => placeOf(one) - placeOf(other))
}
